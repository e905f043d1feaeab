import BoardModel
import Files
import Foundation
import NIOCore
import NIOPosix
import OwnThread
import Statements
import Testing
import WindowSync
import Wire

@testable import OperationLog

/// A real store on a disk that is really full, and real windows.
@Suite("A coordinator whose disk is full", .ownThread, .timeLimit(.minutes(2)))
struct FullDiskTests {
  private static func isToldOfFullDisk(_ status: SyncStatus) -> Bool {
    guard case .notSaved(_, let reason) = status else { return false }
    return reason.contains("the coordinator's disk is full")
  }

  @Test(
    "Every window is told why, reads on, and its edits count once in the end",
    .holds("EDT-026"))
  func told() async throws {
    let boardd = try BoarddProcess(disk: SmallDisk(mebibytes: 6))
    defer { boardd.remove() }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let windows = [
      try await LiveBoard.window(of: boardd, loop),
      try await LiveBoard.anotherWindow(of: boardd, loop),
      try await LiveBoard.anotherWindow(of: boardd, loop),
    ]
    for window in windows {
      _ = try await loop.flatSubmit { window.value.work(until: 40) }.get()
      _ = try await loop.flatSubmit { window.value.rest() }.get()
    }
    try boardd.fillDisk()
    // Each has dozens under way: some are in the group that fails, others behind it.
    let work = try await loop.submit {
      windows.map { window in window.value.work(until: 140) }
    }.get()
    for window in windows {
      try await loop.flatSubmit { window.value.says(Self.isToldOfFullDisk) }.get()
    }
    // Who comes now sees the board, and is told as soon as it edits.
    let late = try await LiveBoard.anotherWindow(of: boardd, loop)
    try await loop.flatSubmit { late.value.says { $0 == .saved } }.get()
    #expect(try await loop.submit { late.value.cardCount }.get() ?? 0 >= 120)
    let lateWork = loop.flatSubmit { late.value.work(until: 100) }
    try await loop.flatSubmit { late.value.says(Self.isToldOfFullDisk) }.get()

    try boardd.emptyDisk()
    for done in work { _ = try await done.get() }
    _ = try await lateWork.get()
    var cards = 0
    for window in windows + [late] {
      cards += try await loop.flatSubmit { window.value.rest() }.get()
      let outcomes = try await loop.submit { window.value.acknowledged.values }.get()
      #expect(outcomes.allSatisfy { $0 == .applied })
      let notices = try await loop.submit { window.value.notices }.get()
      #expect(
        notices.allSatisfy { if case .storeUnavailable = $0 { true } else { false } }, "\(notices)")
      #expect(try await loop.submit { window.value.hindrances }.get() == [])
      #expect(try await loop.submit { window.value.losses }.get() == 0)
    }
    let newest = try await LiveBoard.anotherWindow(of: boardd, loop)
    try await loop.flatSubmit { newest.value.says { $0 == .saved } }.get()
    #expect(try await loop.submit { newest.value.cardCount }.get() == cards)
    #expect(boardd.stop() == 0)
    try await group.shutdownGracefully()
  }

  @Test("Where there was never room for more, a command is let in to read")
  func readers() async throws {
    // Too small for the room that is kept for windows alone.
    let boardd = try BoarddProcess(disk: SmallDisk(mebibytes: 1))
    defer { boardd.remove() }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let first = try await LiveBoard.window(of: boardd, loop)
    _ = try await loop.flatSubmit { first.value.work(until: 40) }.get()
    _ = try await loop.flatSubmit { first.value.rest() }.get()
    try boardd.fillDisk()
    let work = try await loop.submit { first.value.work(until: 140) }.get()
    try await loop.flatSubmit { first.value.says(Self.isToldOfFullDisk) }.get()
    let late = try await LiveBoard.anotherWindow(of: boardd, loop, as: .command)
    try await loop.flatSubmit { late.value.says { $0 == .saved } }.get()
    #expect(try await loop.submit { late.value.cardCount }.get() ?? 0 >= 40)
    let lateWork = loop.flatSubmit { late.value.work(until: 10) }
    try await loop.flatSubmit { late.value.says(Self.isToldOfFullDisk) }.get()

    try boardd.emptyDisk()
    for done in [work, lateWork] { _ = try await done.get() }
    for window in [first, late] {
      _ = try await loop.flatSubmit { window.value.rest() }.get()
      #expect(try await loop.submit { window.value.losses }.get() == 0)
    }
    #expect(boardd.stop() == 0)
    try await group.shutdownGracefully()
  }

  /// A store without edits is copied in one step. One with these takes several, and before the second
  /// it is looked how much room there is.
  @Test(
    "A check and a backup of a small store take no more room than it does", arguments: [0, 3_000])
  func copies(edits: Int) async throws {
    let boardd = try BoarddProcess(disk: SmallDisk(mebibytes: 12))
    defer { boardd.remove() }
    if edits > 0 {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let loop = group.next()
      let window = try await LiveBoard.window(of: boardd, loop)
      _ = try await loop.flatSubmit { window.value.work(until: edits) }.get()
      try await group.shutdownGracefully()
    }
    let store = boardd.inside + "/store/board.db"
    let size = try ["", "-wal"].map { try Folder.size(of: store + $0) ?? 0 }.reduce(0, +)
    try boardd.fillDisk(leaving: max(size, 256 << 10))
    let data = boardd.folder.path
    for arguments in [["check"], ["backup", "--to", data + "/backup"]] {
      let ending = try BoarddCommand(
        arguments + ["--data", data], behind: SmallDisk.words(beside: boardd.id)
      ).wait()
      #expect(ending.status == 0, "\(ending.errors)")
    }
    let copy = boardd.inside + "/backup/store/board.db"
    let stepBytes = Int(CopyPace().pages) * 4_096
    #expect(try (Folder.size(of: copy) ?? 0 > stepBytes) == (edits > 0))
    try Folder.remove(copy)
    try boardd.fillDisk()
    let ending = try BoarddCommand(
      ["check", "--data", data], behind: SmallDisk.words(beside: boardd.id)
    ).wait()
    #expect(ending.status == 1)
    #expect(
      ending.errors.contains("KiB, and the disk of \(data)/store/check has"), "\(ending.errors)")
    #expect(ending.errors.contains("make room there first"), "\(ending.errors)")
    #expect(boardd.stop() == 0)
  }
}
