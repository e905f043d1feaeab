import Coordination
import Dispatch
import Files
import Foundation
import Identity
import Logging
import NIOCore
import NIOPosix
import OperationLog
import Synchronization
import TLS
import Transport
import Wire

@testable import CoordinatorHost

/// The coordinator's host in this process: a store in a folder of its own, a real listener, and
/// everything on one event loop.
final class ServedStore: Sendable {
  let root: String
  let store: Store
  let authority: Authority
  let log = RecordedLog()
  let eventLoop: any EventLoop
  let server: NIOLoopBound<CoordinatorServer>
  let control: NIOLoopBound<ControlServer>
  /// Where boards are encoded.
  let encoding = DispatchQueue(label: "encodes boards")
  private let doors: NIOLoopBound<Doors>
  private let group: MultiThreadedEventLoopGroup

  private init(_ authority: Authority) throws {
    self.authority = authority
    root = FileManager.default.temporaryDirectory.path + "/board-host-\(UUID())"
    try Folder.make(root)
    store = try Store.open(folder: root + "/store")
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    eventLoop = group.next()
    let context = try Self.identity(of: authority, user: "ann").coordinatorContext()
    let (store, log, eventLoop) = (store, Logger(label: "host", factory: log.handler), eventLoop)
    let encoding = encoding
    let contents = try store.contents()
    (server, control, doors) = try eventLoop.submit {
      let record = CoordinatorLog(log, eventLoop: eventLoop)
      let server = CoordinatorServer(
        configuration: CoordinatorConfiguration(cluster: "test", agent: "host"), store: store,
        eventLoop: eventLoop, encoding: encoding, log: log, record: record)
      return (
        NIOLoopBound(server, eventLoop: eventLoop),
        NIOLoopBound(
          ControlServer(
            store: store,
            asked: ControlHandler.Asked(
              status: { server.status }, administer: { _, answer in answer([]) }),
            eventLoop: eventLoop, log: log),
          eventLoop: eventLoop),
        NIOLoopBound(Doors({ context }, server, record), eventLoop: eventLoop)
      )
    }.wait()
    try eventLoop.flatSubmit { [server] in server.value.open(contents) }.wait()
  }

  static func identity(of authority: Authority, user: String) throws -> Identity {
    let (user, device) = (try UserName(user), try NamePart("laptop"))
    return Identity(
      cluster: authority.cluster, user: user, device: device,
      credentials: try authority.mint(user: user, device: device).credentials,
      coordinator: try authority.mintCoordinator(), authority: authority)
  }

  /// Runs `body` beside a coordinator that listens.
  static func run(_ body: (ServedStore, Endpoint) async throws -> Void) async throws {
    let served = try ServedStore(try Authority.create(cluster: try NamePart("test")))
    do {
      let endpoint = try await served.eventLoop.flatSubmit {
        served.control.value.open().flatMap {
          served.doors.value.open([Endpoint(host: "127.0.0.1", port: 0)])
        }.map { served.doors.value.addresses[0] }
      }.get()
      try await body(served, endpoint)
      try await served.close()
    } catch {
      try await served.close()
      throw error
    }
  }

  /// Listens at more addresses. Called on the event loop.
  func open(_ endpoints: [Endpoint]) -> EventLoopFuture<Void> { doors.value.open(endpoints) }

  private func close() async throws {
    try await eventLoop.flatSubmit {
      // A promise that is fulfilled already keeps its value.
      self.server.value.stopped.succeed()
      self.server.value.close()
      return self.doors.value.close().flatMap { self.control.value.close() }
    }.get()
    try? store.close()
    try await group.shutdownGracefully()
    try FileManager.default.removeItem(atPath: root)
  }
}

/// What a host writes into its log.
final class RecordedLog: Sendable {
  private let recorded = Mutex<[String]>([])

  var lines: [String] { recorded.withLock { $0 } }

  @Sendable func handler(_ label: String) -> any LogHandler { Handler(log: self) }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      log.recorded.withLock { $0.append("\(event.level) \(event.message)") }
    }
  }
}
