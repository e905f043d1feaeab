import Files
import Foundation
import Identity
import JoinDoor
import NIOCore
import NIOPosix
import OwnThread
import TLS
import Testing
import Transport
import Wire

@testable import Launcher

/// Links to a coordinator that is not there, or renews certificates.
@Suite("A link of a device whose certificate has ended", .ownThread, .timeLimit(.minutes(1)))
final class LateRenewalTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/board-late-\(UUID())"
  private let day = 86_400
  private let dialer = LinkedOnce()

  init() { dialer.threads.start() }

  deinit {
    dialer.threads.shutdownGracefully { _ in }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A device whose certificate ended so many days ago.
  private func cluster(
    _ door: JoinDoor, endedDaysAgo days: Int, at addresses: [Endpoint]? = nil
  ) throws -> JoinedCluster {
    let cluster = JoinedCluster(name: "team", folder: folder)
    try Folder.make(folder)
    let end = SystemClock.seconds - days * day
    try cluster.identity.write(
      door.authority.mint(
        user: UserName("ann"), device: NamePart("laptop"),
        validity: Validity(from: end - 7 * day, to: end)))
    try cluster.write(addresses ?? [door.endpoint])
    return cluster
  }

  /// Connects, says something, and returns the first that comes.
  private func connect(_ cluster: JoinedCluster) throws -> Came { try dialer.connect(cluster) }

  @Test("It renews before it connects, and the person sees nothing")
  func renewed() throws {
    let door = try JoinDoor()
    let cluster = try cluster(door, endedDaysAgo: 29)
    #expect(try connect(cluster) == .bytes)
    #expect(door.requests.count == 1)
    guard case .renew? = door.requests.first else { return #expect(Bool(false)) }
    #expect(try cluster.identity.load().device.description == "laptop")
    #expect(door.boardPeers.map(\.uris) == [["board://team/u/ann/d/laptop"]])
    #expect(try connect(cluster) == .bytes)
    #expect(door.requests.count == 1)
  }

  @Test("Several processes of the device renew once")
  func once() async throws {
    let door = try JoinDoor()
    let cluster = try cluster(door, endedDaysAgo: 1)
    let came = try await withThrowingTaskGroup { group in
      for _ in 0..<4 { group.addTask { [dialer] in try dialer.connect(cluster) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(came == Array(repeating: .bytes, count: 4))
    #expect(door.requests.count == 1)
  }

  @Test("After 30 days only a new invitation helps, and the reason says so")
  func tooLate() throws {
    let door = try JoinDoor()
    guard case .ended(let reason, .identity) = try connect(cluster(door, endedDaysAgo: 31)) else {
      return #expect(Bool(false))
    }
    #expect(reason.contains("invitation"), "\(reason)")
    #expect(door.requests.isEmpty)
  }

  @Test("A coordinator that does not renew stops the link, with its reason")
  func refused() throws {
    let door = try JoinDoor(answers: [.error(.renewalSuspended, "an older backup")])
    guard case .ended(let reason, .identity) = try connect(cluster(door, endedDaysAgo: 1)) else {
      return #expect(Bool(false))
    }
    #expect(reason.contains("renews nobody"), "\(reason)")
    #expect(door.boardPeers.isEmpty)
  }

  @Test("A lost answer leaves the link to be dialed again, and then it renews for the same key")
  func lost() throws {
    let door = try JoinDoor(answers: [.lost, .certificate])
    let cluster = try cluster(door, endedDaysAgo: 1)
    guard case .ended(_, .connection) = try connect(cluster) else { return #expect(Bool(false)) }
    #expect(try connect(cluster) == .bytes)
    #expect(door.requests.count == 2)
  }

  @Test(
    "A certificate that the coordinator takes for ended is renewed, whatever the clock here says")
  func refusedAsEnded() throws {
    let door = try JoinDoor()
    let cluster = try cluster(door, endedDaysAgo: -6)
    let access = DeviceAccess(cluster.identity, signsItself: nil)
    guard case .ready = try access.prepare() else { return #expect(Bool(false)) }
    guard case .late = try access.prepare(isRefused: true) else { return #expect(Bool(false)) }
    #expect(!access.isSuperseded)
    // Where another process has renewed meanwhile, there is nothing to be done.
    try FileManager.default.removeItem(atPath: cluster.identity.path)
    try cluster.identity.write(
      door.authority.mint(user: UserName("ann"), device: NamePart("laptop")))
    #expect(access.isSuperseded)
    guard case .ready = try access.prepare(isRefused: true) else { return #expect(Bool(false)) }
  }

  @Test("The addresses are tried in their order, and the one that was reached is the next first")
  func addresses() throws {
    let door = try JoinDoor()
    let nobody = Endpoint(host: "127.0.0.1", port: 1)
    let cluster = try cluster(door, endedDaysAgo: -3, at: [nobody, door.endpoint])
    #expect(try connect(cluster) == .bytes)
    // Noted on another thread, which is done with that before it does anything else.
    _ = try connect(cluster)
    _ = try connect(cluster)
    #expect(try cluster.addresses() == [door.endpoint, nobody])
    try cluster.write([nobody, Endpoint(host: "127.0.0.1", port: 2)])
    guard case .ended(let reason, .connection) = try connect(cluster) else {
      return #expect(Bool(false))
    }
    #expect(reason.contains("127.0.0.1:1: ") && reason.contains("127.0.0.1:2: "), "\(reason)")
  }

  @Test("A renewal that is due is asked for by whoever has the lock, until it is installed")
  func due() throws {
    let door = try JoinDoor()
    let cluster = try cluster(door, endedDaysAgo: -2)
    let access = DeviceAccess(cluster.identity, signsItself: nil)
    #expect(access.isDue)
    guard case .due(let held) = try access.look() else { return #expect(Bool(false)) }
    guard case .busy = try access.look() else { return #expect(Bool(false)) }
    let signed = try door.authority.sign(
      held.request, user: UserName("ann"), device: NamePart("laptop"),
      notBefore: SystemClock.seconds - 3_600)
    try held.install(
      CertificateMessage(certificate: signed.certificate, authority: signed.authority))
    #expect(!access.isDue)
  }
}

enum Came: Hashable, Sendable {
  case bytes
  case ended(String, CoordinatorLink.StreamFailure.Concern)
}

/// Connects once as a process of the device does, says something, and returns the first that comes.
struct LinkedOnce: Sendable {
  let loop = MultiThreadedEventLoopGroup.singleton.next()
  let threads = NIOThreadPool(numberOfThreads: 2)

  func connect(_ cluster: JoinedCluster) throws -> Came {
    let way = CoordinatorLink.Way(
      place: .joined(cluster), access: DeviceAccess(cluster.identity, signsItself: nil),
      loop: loop, threads: threads)
    let loop = loop
    return try loop.flatSubmit {
      let came = loop.makePromise(of: Came.self)
      var links: [CoordinatorLink] = []
      let link = CoordinatorLink(way) { event in
        switch event {
        case .connected: links.first?.send(Ping(nonce: 1).frame(request: 1).bytes)
        case .received:
          came.succeed(.bytes)
          links = []
        case .disconnected(let failure):
          came.succeed(.ended(failure.reason, failure.concern))
          links = []
        }
      }
      links = [link]
      link.connect()
      return came.futureResult
    }.wait()
  }
}
