import BoardModel
import Coordination
import CoordinatorHost
import Foundation
import Identity
import LogRecords
import MemoryStore
import NIOCore
import NIOPosix
import Testing
import TLS
import Transport
import Wire

/// The coordinator's decisions behind real TLS sockets, over a store that is only memory, and with a
/// man in the middle who can break any rule.
final class InMemoryCoordinator {
  let endpoint: Endpoint
  let identity: Identity
  let secondIdentity: Identity
  private let group: MultiThreadedEventLoopGroup
  private let listener: Listener

  private init(
    _ group: MultiThreadedEventLoopGroup, _ listener: Listener, _ endpoint: Endpoint,
    _ identity: Identity, _ secondIdentity: Identity
  ) {
    self.group = group
    self.listener = listener
    self.endpoint = endpoint
    self.identity = identity
    self.secondIdentity = secondIdentity
  }

  /// Runs `body` beside a coordinator on a port of its own.
  /// - Parameter limits: those that are not the schema's, as an operator sets them.
  static func run<Result>(
    tampering: Tampering = .none, keepaliveMilliseconds: UInt32 = 15_000, limits: [String] = [],
    _ body: (InMemoryCoordinator) async throws -> Result
  ) async throws -> Result {
    try #require(OpenFiles.areMany)
    let authority = try Authority.create(cluster: try NamePart("test"))
    let credentials = try authority.mintCoordinator()
    let coordinator = Identity(
      cluster: authority.cluster, user: try UserName("ada"), device: try NamePart("desk"),
      credentials: try authority.mint(user: try UserName("ada"), device: try NamePart("desk"))
        .credentials,
      coordinator: credentials, authority: authority)
    let second = try authority.mint(user: try UserName("bob"), device: try NamePart("phone"))
    let context = try coordinator.coordinatorContext(credentials, breaking: tampering.breaking)
    try tampering.certify?(context, authority)
    var configuration = CoordinatorConfiguration(cluster: "test", agent: "in memory")
    configuration.keepaliveMilliseconds = keepaliveMilliseconds
    try configuration.shares.set(limits)
    tampering.configure?(&configuration)
    let fixed = configuration
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let eventLoop = group.next()
    let listener = try await eventLoop.flatSubmit {
      let host = Host(fixed, authority, tampering, eventLoop)
      host.open()
      return Listener.bind(
        Endpoint(host: "127.0.0.1", port: 0), context: { context }, eventLoop: eventLoop,
        accepted: { host.accept($0) })
    }.get()
    let relayed = try await tampering.relay?.open(before: listener.local, on: eventLoop)
    let running = InMemoryCoordinator(
      group, listener, relayed ?? listener.local, coordinator, second)
    do {
      let result = try await body(running)
      try await running.stop()
      return result
    } catch {
      try await running.stop()
      throw error
    }
  }

  /// As a crash would: whoever is connected is cut.
  func stop() async throws {
    try? await self.listener.close().get()
    try await self.group.shutdownGracefully()
  }

  /// Nobody is accepted any more.
  func stopListening() async throws {
    try await self.listener.close().get()
  }
}

/// What a man in the middle does to whole frames.
struct Tampering: Sendable {
  var incoming: (@Sendable (Frame) -> [Frame])?
  /// The frames that one turn of the coordinator sends to one peer.
  var outgoing: (@Sendable ([Frame]) -> [Frame])?
  /// What the coordinator does otherwise than its configuration allows.
  var configure: (@Sendable (inout CoordinatorConfiguration) -> Void)?
  /// The rules of TLS that it breaks.
  var breaking: TLSContext.BrokenRules = []
  /// What it has beside its certificate.
  var certify: (@Sendable (TLSContext, Authority) throws -> Void)?
  /// What stands before its socket.
  var relay: Relay?

  static let none = Tampering()
}

/// Confined to its event loop.
private final class Host {
  private var coordinator: Coordinator
  private let authority: Authority
  private let tampering: Tampering
  private let eventLoop: any EventLoop
  private var streams: [ConnectionID: ByteStream] = [:]
  private var decoders: [ConnectionID: FrameDecoder] = [:]
  private var lastConnection: UInt64 = 0
  private var store = MemoryStore(
    incarnation: IncarnationID(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max)))
  private var pending: [CoordinatorEvent] = []
  private var handling = false

  init(
    _ configuration: CoordinatorConfiguration, _ authority: Authority, _ tampering: Tampering,
    _ eventLoop: any EventLoop
  ) {
    self.coordinator = Coordinator(configuration: configuration)
    self.store.configuration = configuration
    self.authority = authority
    self.tampering = tampering
    self.eventLoop = eventLoop
  }

  func open() {
    self.handle(.opened(self.store.contents))
  }

  func accept(_ stream: ByteStream) -> StreamHandlers {
    self.lastConnection += 1
    let id = ConnectionID(self.lastConnection)
    self.streams[id] = stream
    self.decoders[id] = FrameDecoder(limit: .max)
    guard let visitor = Visitor(stream) else {
      stream.abort()
      return StreamHandlers(received: { _ in }, ended: { _ in })
    }
    self.handle(.connected(id, visitor))
    return StreamHandlers(
      received: { self.receive(id, Array($0.readableBytesView)) },
      progressed: { self.handle(.progressed(id, unsent: $0)) },
      ended: { _ in
        self.streams[id] = nil
        self.decoders[id] = nil
        self.handle(.closed(id))
      })
  }

  private func receive(_ id: ConnectionID, _ bytes: [UInt8]) {
    guard let tamper = self.tampering.incoming else { return self.handle(.received(id, bytes)) }
    self.decoders[id]?.feed(bytes)
    while let frame = try? self.decoders[id]?.next() {
      for frame in tamper(frame) { self.handle(.received(id, frame.bytes)) }
    }
  }

  private func handle(_ event: CoordinatorEvent) {
    self.pending.append(event)
    guard !self.handling else { return }
    self.handling = true
    defer { self.handling = false }
    while !self.pending.isEmpty {
      let event = self.pending.removeFirst()
      for effect in self.coordinator.handle(event, now: self.now) { self.perform(effect) }
    }
  }

  private var now: Moment {
    let nanoseconds = NIODeadline.now().uptimeNanoseconds
    return Moment(
      monotonic: nanoseconds / 1_000_000, wall: UInt64(Date().timeIntervalSince1970 * 1_000))
  }

  private func perform(_ effect: CoordinatorEffect) {
    switch effect {
    case .send(let id, let bytes): self.streams[id]?.write(self.tampered(bytes))
    case .finish(let id): self.streams[id]?.finish()
    case .drop(let id): self.streams[id]?.abort()
    case .pauseReading(let id): self.streams[id]?.pauseReading()
    case .resumeReading(let id): self.streams[id]?.resumeReading()
    case .refused: break
    case .continueTurn:
      self.eventLoop.assumeIsolated().execute { self.handle(.continued) }
    case .append, .load, .read, .readCard, .saveSnapshot, .encode:
      do {
        guard let answer = try self.store.answer(effect) else { return }
        // A disk takes its time too.
        self.eventLoop.assumeIsolated().execute { self.handle(answer) }
      } catch {
        Issue.record(error)
      }
    case .wake(let moment):
      let wait = Int64(moment) - Int64(self.now.monotonic)
      self.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(max(wait, 0))) {
        self.handle(.timer)
      }
    case .certify(let token, let name, let notBefore, let request):
      let result = SignedDevice.sign(request, name, notBefore: notBefore, by: self.authority)
      self.handle(.certified(token, result))
    case .stopped, .administered: break
    }
  }

  private func tampered(_ bytes: [UInt8]) -> [UInt8] {
    guard let tamper = self.tampering.outgoing else { return bytes }
    var decoder = FrameDecoder(limit: .max)
    decoder.feed(bytes)
    var frames: [Frame] = []
    while let frame = try? decoder.next() { frames.append(frame) }
    return tamper(frames).flatMap(\.bytes)
  }
}
