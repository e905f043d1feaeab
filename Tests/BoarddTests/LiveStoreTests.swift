import BoardModel
import Files
import Foundation
import LogRecords
import NIOCore
import NIOPosix
import OperationLog
import OwnThread
import Testing
import Wire

@testable import CoordinatorHost

@Suite(.ownThread, .timeLimit(.minutes(4)))
struct LiveStoreTests {
  @Test("Windows edit on while a store is checked and backed up; the backup has what they had told")
  func underLoad() async throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let window = try await LiveBoard.window(of: boardd, loop)
    var done = try await loop.flatSubmit { window.value.work(until: 200) }.get()
    let data = boardd.folder.path
    for round in 1...3 {
      let told = try await loop.submit { window.value.acknowledged }.get()
      let goal = done + 400
      let load = loop.flatSubmit { window.value.work(until: goal) }
      let backup = "\(data)/backup-\(round)"
      let ending = try BoarddCommand.run("backup", "--data", data, "--to", backup)
      #expect(
        ending
          == .init(
            status: 0,
            output: """
              wrote a backup of \(data) to \(backup)
              the identity is in \(backup)/identity, for your eyes only (mode 0600): who has its \
              keys can read every board and let anybody in

              """, errors: ""))
      let check = try BoarddCommand.run("check", "--data", data, "--json")
      #expect(check.status == 0, "\(check.errors)")
      #expect(
        check.output == #"{"boards":1,"faults":[],"purgedBoards":0,"sessions":1,"sound":true}"#
          + "\n")
      done = try await load.get()
      try compare(told, with: backup)
    }
    _ = try await loop.flatSubmit { window.value.rest() }.get()
    #expect(try await loop.submit { window.value.troubles }.get() == [])
    #expect(boardd.stop() == 0)
    #expect(try Folder.names(in: data + "/store") == ["board.db", "lock", "witness"])
    try await group.shutdownGracefully()
  }

  /// What was told before a backup began is in it, and it is a store of its own.
  private func compare(_ told: [OperationID: Outcome], with backup: String) throws {
    let check = try BoarddCommand.run("check", "--data", backup)
    #expect(check.status == 0, "\(check.errors)")
    let lines = check.output.split(separator: "\n")
    #expect(lines.first == "no fault found; readable: 1 of 1 boards whole")
    // It is a backup, which nobody has confirmed.
    #expect(lines.count == 2 && lines.last?.contains("boardd confirm") == true, "\(check.output)")
    let store = try Store.open(folder: backup + "/store")
    defer { try? store.close() }
    let answer = Answer<[OperationRow]>()
    store.read(LiveBoard.board, from: 1, through: .max) { answer.put($0) }
    var outcomes: [OperationID: Outcome] = [:]
    for row in try answer.take().get() {
      var reader = ByteReader(row.bytes)
      for committed in try reader.committedList() {
        outcomes[committed.id] = committed.outcome
      }
    }
    #expect(told.count >= 200)
    for (id, outcome) in told { #expect(outcomes[id] == outcome) }
  }

  @Test("A backup takes the place of nothing, and has an incarnation of its own")
  func incarnation() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let data = boardd.folder.path
    let target = data + "/backup"
    #expect(try BoarddCommand.run("backup", "--data", data, "--to", target).status == 0)
    let before = try contents(target + "/store/board.db")
    let again = try BoarddCommand.run("backup", "--data", data, "--to", target)
    #expect(again.status == 4)
    #expect(
      again.errors
        == "boardd: \(target)/identity already holds an identity: give another folder\n")
    let bare = try BoarddCommand.run(
      "backup", "--data", data, "--to", target, "--without-identity")
    #expect(bare.status == 1)
    #expect(
      bare.errors
        == "boardd: cannot make \(target)/store/board.db: File exists; give a folder that holds no "
        + "store\n")
    #expect(try contents(target + "/store/board.db") == before)
    #expect(try Folder.names(in: target + "/store") == ["board.db", "lock"])
    #expect(boardd.stop() == 0)
    // Without a coordinator it goes the same way.
    let offline = try BoarddCommand.run("backup", "--data", data, "--to", data + "/offline")
    #expect(offline.status == 0, "\(offline.errors)")
    let incarnations = try ["", "/backup", "/offline"].map { name in
      let store = try Store.open(folder: data + name + "/store")
      defer { try? store.close() }
      return try store.contents().incarnation
    }
    #expect(Set(incarnations).count == 3)
  }

  private func contents(_ path: String) throws -> [UInt8] {
    try OpenFile(path, .read).contents(limit: 1 << 26)
  }

  @Test("A second coordinator is refused; what one that was killed left hinders no start")
  func killed() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let data = boardd.folder.path
    let second = try BoarddCommand.run("--listen", "127.0.0.1:0", "--data", data)
    #expect(second.status == 1)
    #expect(
      second.errors.contains(
        "\nboardd: another coordinator (process \(boardd.id)) has the store in \(data)/store open"))
    #expect(try BoarddCommand.run("check", "--data", data).status == 0)
    boardd.kill()
    #expect(try Folder.names(in: data + "/store").contains("control"))
    // The lock is free: nobody is asked.
    #expect(try BoarddCommand.run("check", "--data", data).status == 0)
    try boardd.start()
    #expect(try BoarddCommand.run("check", "--data", data).status == 0)
    #expect(boardd.stop() == 0)
    #expect(try !Folder.names(in: data + "/store").contains("control"))
  }

  @Test("Who holds the lock and does not answer is named, with what to do")
  func silent() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    #expect(boardd.stop() == 0)
    let data = boardd.folder.path
    let lock = try FileLock(data + "/store/lock")
    defer { withExtendedLifetime(lock) {} }
    let words =
      "boardd: process \(getpid()) has the store in \(data)/store open and does not answer at its "
      + "socket `control` there; wait if it is starting, stopping, or a check or backup itself, "
      + "else stop it (kill \(getpid())); then try again\n"
    for arguments in [["check"], ["backup", "--to", data + "/backup"]] {
      let ending = try BoarddCommand(arguments + ["--data", data]).wait()
      #expect(ending == .init(status: 1, output: "", errors: words))
    }
    // One that hangs up instead of answering, and one that talks nonsense.
    let listener = try ControlSocket.listen(in: data + "/store")
    defer { close(listener) }
    for answer in ["", "nonsense\n"] {
      let command = try BoarddCommand(["backup", "--to", data + "/backup", "--data", data])
      do {
        let peer = LocalSocket(accepting: listener)
        _ = peer.line()
        peer.send(Array(answer.utf8))
      }
      #expect(try command.wait() == .init(status: 1, output: "", errors: words))
    }
    #expect(try Folder.size(of: data + "/backup") == nil)
  }

  @Test("A coordinator that says nothing is given up on")
  func deaf() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/deaf-\(UUID())"
    try Folder.make(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let listener = try ControlSocket.listen(in: folder)
    defer { close(listener) }
    let holder = StoreHolder(folder: folder, process: 7)
    let client = try #require(try ControlClient(holder, silence: 1))
    #expect(throws: CoordinatorSilent(holder)) { try client.copy(to: "/nowhere") }
  }
}
