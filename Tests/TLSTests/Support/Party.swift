import NIOCore
import NIOPosix
import TLS
import Transport

/// What happened to one stream, on its event loop; tests wait for a state of it, never for time.
final class Probe {
  /// What to do with what comes in.
  enum Manner {
    case collect
    case echo
  }

  var manner = Manner.collect
  /// Nil: the stream finishes by itself when the peer has.
  var onPeerFinished: ((ByteStream) -> Void)?
  var onOpened: (ByteStream) -> Void = { _ in }
  private(set) var stream: ByteStream?
  private(set) var received: [UInt8] = []
  private(set) var progress: [Int] = []
  private(set) var end: StreamEnd?
  private(set) var failure: DialFailure?
  private(set) var peerHasFinished = false
  private var waiters: [(condition: (Probe) -> Bool, promise: EventLoopPromise<Void>)] = []
  private var isCancelled = false

  func open(_ stream: ByteStream) -> StreamHandlers {
    self.stream = stream
    self.onOpened(stream)
    var handlers = StreamHandlers(
      received: { bytes in
        self.received.append(contentsOf: bytes.readableBytesView)
        if self.manner == .echo { stream.write(bytes) }
        self.changed()
      },
      progressed: {
        self.progress.append($0)
        self.changed()
      },
      ended: {
        self.end = $0
        self.changed()
      })
    if let onPeerFinished = self.onPeerFinished {
      handlers.peerFinished = {
        self.peerHasFinished = true
        onPeerFinished(stream)
        self.changed()
      }
    }
    self.changed()
    return handlers
  }

  func fail(_ failure: DialFailure) {
    self.failure = failure
    self.changed()
  }

  private func changed() {
    let fulfilled = self.waiters.filter { $0.condition(self) }
    self.waiters.removeAll { $0.condition(self) }
    fulfilled.forEach { $0.promise.succeed() }
  }

  func wait(_ condition: @escaping (Probe) -> Bool, on loop: any EventLoop) -> EventLoopFuture<Void>
  {
    let promise = loop.makePromise(of: Void.self)
    if condition(self) {
      promise.succeed()
    } else if self.isCancelled {
      promise.fail(CancellationError())
    } else {
      self.waiters.append((condition, promise))
    }
    return promise.futureResult
  }

  /// The test's time is over: nobody waits any more.
  func cancel() {
    self.isCancelled = true
    self.waiters.forEach { $0.promise.fail(CancellationError()) }
    self.waiters = []
  }
}

/// A probe as a test outside the event loop holds it.
struct Party: Sendable {
  let loop: any EventLoop
  let probe: NIOLoopBound<Probe>

  init(_ loop: any EventLoop) async throws {
    self.loop = loop
    self.probe = try await loop.submit { NIOLoopBound(Probe(), eventLoop: loop) }.get()
  }

  func run<Value: Sendable>(
    _ body: @escaping @Sendable (Probe) throws -> Value
  ) async throws -> Value {
    try await self.loop.submit { try body(self.probe.value) }.get()
  }

  func until(_ condition: @escaping @Sendable (Probe) -> Bool) async throws {
    try await withTaskCancellationHandler {
      try await self.loop.flatSubmit { self.probe.value.wait(condition, on: self.loop) }.get()
    } onCancel: {
      self.loop.execute { self.probe.value.cancel() }
    }
  }

  /// How its stream ended, or why none came about.
  func ended() async throws -> StreamEnd? {
    try await self.until { $0.end != nil || $0.failure != nil }
    return try await self.run { $0.end ?? $0.failure?.reason }
  }

  func dial(
    _ endpoint: Endpoint, _ context: TLSContext, timeout: TimeAmount = .minutes(1)
  ) async throws {
    try await self.run { probe in
      Dialer.connect(
        to: endpoint, context: context, eventLoop: self.loop, timeout: timeout,
        opened: probe.open, failed: probe.fail)
    }
  }
}

/// Those who came to nothing at a listener, on its event loop.
final class Refusals {
  private(set) var ends: [StreamEnd] = []
  private var isCancelled = false
  private var waiters: [(count: Int, promise: EventLoopPromise<Void>)] = []

  func note(_ end: StreamEnd) {
    self.ends.append(end)
    let reached = self.waiters.filter { $0.count <= self.ends.count }
    self.waiters.removeAll { $0.count <= self.ends.count }
    reached.forEach { $0.promise.succeed() }
  }

  func wait(for count: Int, on loop: any EventLoop) -> EventLoopFuture<Void> {
    let promise = loop.makePromise(of: Void.self)
    if self.ends.count >= count {
      promise.succeed()
    } else if self.isCancelled {
      promise.fail(CancellationError())
    } else {
      self.waiters.append((count, promise))
    }
    return promise.futureResult
  }

  /// The test's time is over: nobody waits any more.
  func cancel() {
    self.isCancelled = true
    self.waiters.forEach { $0.promise.fail(CancellationError()) }
    self.waiters = []
  }
}

/// A listener on a free port of this machine, with one probe for whoever comes last.
struct Hall: Sendable {
  let group: MultiThreadedEventLoopGroup
  let loop: any EventLoop
  let host: Party
  let refusals: NIOLoopBound<Refusals>
  /// What the listening socket itself met.
  let failures: NIOLoopBound<Refusals>
  let newcomers: NIOLoopBound<Newcomers>
  let listener: Listener

  /// For tests of other things than deadlines.
  private static var patience: Newcomers.Limits {
    var limits = Newcomers.Limits()
    limits.handshakeDeadline = .minutes(1)
    return limits
  }

  static func open<Value: Sendable>(
    _ context: TLSContext, host: String = "127.0.0.1", limits: Newcomers.Limits = patience,
    _ body: (Hall) async throws -> Value
  ) async throws -> Value {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let party = try await Party(loop)
    let refusals = try await loop.submit { NIOLoopBound(Refusals(), eventLoop: loop) }.get()
    let failures = try await loop.submit { NIOLoopBound(Refusals(), eventLoop: loop) }.get()
    let newcomers = try await loop.flatSubmit {
      Newcomers.open(limits: limits, on: loop).assumeIsolated()
        .map { NIOLoopBound($0, eventLoop: loop) }.nonisolated()
    }.get()
    let listener = try await loop.flatSubmit {
      Listener.bind(
        Endpoint(host: host, port: 0), context: { context }, sharing: newcomers.value,
        eventLoop: loop,
        accepted: { party.probe.value.open($0) },
        refused: { _, end in refusals.value.note(end) },
        failed: { failures.value.note($0) })
    }.get()
    let hall = Hall(
      group: group, loop: loop, host: party, refusals: refusals, failures: failures,
      newcomers: newcomers, listener: listener)
    do {
      let value = try await body(hall)
      try await group.shutdownGracefully()
      return value
    } catch {
      try await group.shutdownGracefully()
      throw error
    }
  }

  /// What the listener knows of those whose handshake is not complete.
  func newcomers<Value: Sendable>(
    _ look: @escaping @Sendable (Newcomers) -> Value
  ) async throws -> Value {
    try await self.loop.submit { look(self.newcomers.value) }.get()
  }

  func refused(_ count: Int) async throws -> [StreamEnd] {
    try await self.ends(of: self.refusals, count)
  }

  func failed(_ count: Int) async throws -> [StreamEnd] {
    try await self.ends(of: self.failures, count)
  }

  private func ends(
    of noted: NIOLoopBound<Refusals>, _ count: Int
  ) async throws -> [StreamEnd] {
    try await withTaskCancellationHandler {
      try await self.loop.flatSubmit { noted.value.wait(for: count, on: self.loop) }.get()
    } onCancel: {
      self.loop.execute { noted.value.cancel() }
    }
    return try await self.loop.submit { noted.value.ends }.get()
  }

  /// A TCP connection that says nothing.
  func connectSilently() async throws -> any Channel {
    try await ClientBootstrap(group: self.group)
      .connect(host: self.listener.local.host, port: self.listener.local.port).get()
  }
}
