import NIOCore
import TLS
import Transport

/// What comes out of a connection, in order.
enum Arrival: Sendable {
  case bytes([UInt8])
  /// The coordinator has closed its side in good order.
  case finished
  case ended(StreamEnd)
}

/// A TLS connection to the coordinator, whose arrivals wait until a case asks for them.
final class PeerConnection: Sendable {
  private struct State {
    var stream: ByteStream?
    var arrivals = CircularBuffer<Arrival>()
    var waiter: (promise: EventLoopPromise<Arrival?>, timer: Scheduled<Void>)?
  }

  private let eventLoop: any EventLoop
  private let state: NIOLoopBoundBox<State>

  private init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
    self.state = NIOLoopBoundBox.makeBoxSendingValue(State(), eventLoop: eventLoop)
  }

  /// - Throws: `DialFailure`.
  static func open(
    _ endpoint: Endpoint, _ context: TLSContext, on eventLoop: any EventLoop, timeout: TimeAmount
  ) async throws -> PeerConnection {
    let connection = PeerConnection(eventLoop)
    let opened = eventLoop.makePromise(of: Void.self)
    eventLoop.execute {
      Dialer.connect(
        to: endpoint, context: context, eventLoop: eventLoop, timeout: timeout,
        opened: { stream in
          connection.state.value.stream = stream
          opened.succeed()
          return connection.handlers
        }, failed: { opened.fail($0) })
    }
    try await opened.futureResult.get()
    return connection
  }

  /// On the event loop.
  private var handlers: StreamHandlers {
    StreamHandlers(
      received: { self.arrived(.bytes(Array($0.readableBytesView))) },
      peerFinished: { self.arrived(.finished) },
      ended: { self.arrived(.ended($0)) })
  }

  private func arrived(_ arrival: Arrival) {
    if let waiter = self.state.value.waiter {
      self.state.value.waiter = nil
      waiter.timer.cancel()
      waiter.promise.succeed(arrival)
    } else {
      self.state.value.arrivals.append(arrival)
    }
  }

  /// Nil when nothing arrives in time. One caller at a time.
  func next(within deadline: TimeAmount) async throws -> Arrival? {
    try await self.eventLoop.flatSubmit {
      let promise = self.eventLoop.makePromise(of: Arrival?.self)
      if let arrival = self.state.value.arrivals.popFirst() {
        promise.succeed(arrival)
      } else {
        let timer = self.eventLoop.scheduleTask(in: deadline) {
          self.state.value.waiter = nil
          promise.succeed(nil)
        }
        self.state.value.waiter = (promise, timer)
      }
      return promise.futureResult
    }.get()
  }

  func write(_ bytes: [UInt8]) {
    self.eventLoop.execute { self.state.value.stream?.write(bytes) }
  }

  /// Writes each piece by itself, so that TLS makes records of its own of them.
  func write(pieces: [ArraySlice<UInt8>]) {
    self.eventLoop.execute {
      for piece in pieces {
        self.state.value.stream?.write(piece)
        self.state.value.stream?.flush()
      }
    }
  }

  /// Sends close_notify behind what was written; the other side may still send.
  func finish() {
    self.eventLoop.execute { self.state.value.stream?.finish() }
  }

  /// Drops the socket without a word of TLS.
  func abort() {
    self.eventLoop.execute { self.state.value.stream?.abort() }
  }

  /// Takes nothing from the socket until `resumeReading`, so that the coordinator feels it.
  func pauseReading() async throws {
    try await self.eventLoop.submit { self.state.value.stream?.pauseReading() }.get()
  }

  func resumeReading() {
    self.eventLoop.execute { self.state.value.stream?.resumeReading() }
  }
}
