import Foundation
import Identity
import JoinDoor
import NIOCore
import NIOPosix
import TLS
import Testing
import Transport
import WindowSync
import Wire

@testable import Commands
@testable import Launcher

/// A command that dials while another process of its device uses a newer certificate for the first time.
@Suite("A certificate that another process renewed")
struct SupersededCertificateTests {
  /// Runs one question to a coordinator that refuses every certificate, and may give the device a newer
  /// one before it says so.
  /// - Returns: how it failed, and the ends of the certificates that came.
  private func ask(renewsMeanwhile: Bool) throws -> (failure: CommandFailure?, ends: [Int]) {
    let authority = try Authority.create(cluster: NamePart("team"))
    let folder = FileManager.default.temporaryDirectory.path + "/superseded-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cluster = JoinedCluster(name: "team", folder: folder)
    let now = SystemClock.seconds
    let give: @Sendable (Int) throws -> Void = { age in
      try? FileManager.default.removeItem(atPath: cluster.identity.path)
      try cluster.identity.write(
        authority.mint(
          user: UserName("ann"), device: NamePart("desk"), validity: .device(now: now - age)))
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try give(7_200)
    let door = try JoinDoor(
      authority: authority,
      greeting: {
        if renewsMeanwhile { try? give(3_600) }
        return ErrorMessage(code: .identityRefused, text: "A newer one was used.").frame().bytes
      })
    try cluster.write([door.endpoint])
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    let threads = NIOThreadPool(numberOfThreads: 1)
    threads.start()
    defer { threads.shutdownGracefully { _ in } }
    let way = CoordinatorLink.Way(
      place: .joined(cluster), access: DeviceAccess(cluster.identity, signsItself: nil), loop: loop,
      threads: threads)
    let driver = try loop.submit { NIOLoopBound(SessionDriver(way), eventLoop: loop) }.wait()
    var failure: CommandFailure?
    do {
      _ = try loop.flatSubmit { driver.value.ask(.ask(.listBoards(ListBoards()))) }.wait()
    } catch {
      failure = error as? CommandFailure
    }
    return (failure, door.boardPeers.compactMap { $0.certificate?.notAfter })
  }

  @Test("It dials once more, with the newer one, and not a third time", .timeLimit(.minutes(1)))
  func renewed() throws {
    let (failure, ends) = try ask(renewsMeanwhile: true)
    #expect(failure?.kind == .identity)
    #expect(ends.count == 2)
    #expect(ends.first != ends.last)
  }

  @Test("Where nothing was renewed it is told at once", .timeLimit(.minutes(1)))
  func refused() throws {
    let (failure, ends) = try ask(renewsMeanwhile: false)
    #expect(failure?.kind == .identity)
    #expect(failure?.description.contains("A newer one was used.") == true)
    #expect(ends.count == 1)
  }
}
