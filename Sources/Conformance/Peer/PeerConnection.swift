import NIOCore
import TLS
import Transport

/// What a connection delivers, in order.
enum Arrival: Sendable {
  case bytes([UInt8])
  /// The coordinator sent close_notify; it sends nothing more.
  case finished
  case ended(StreamEnd)
}

/// A TLS connection to the coordinator that keeps what arrives until a case asks for it.
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
    state = NIOLoopBoundBox.makeBoxSendingValue(State(), eventLoop: eventLoop)
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

  /// The handlers of the stream; they run on the event loop.
  private var handlers: StreamHandlers {
    StreamHandlers(
      received: { self.arrived(.bytes(Array($0.readableBytesView))) },
      peerFinished: { self.arrived(.finished) },
      ended: { self.arrived(.ended($0)) })
  }

  private func arrived(_ arrival: Arrival) {
    if let waiter = state.value.waiter {
      state.value.waiter = nil
      waiter.timer.cancel()
      waiter.promise.succeed(arrival)
    } else {
      state.value.arrivals.append(arrival)
    }
  }

  /// The next arrival; nil if none comes within `deadline`. Only one caller may wait at a time.
  func next(within deadline: TimeAmount) async throws -> Arrival? {
    try await eventLoop.flatSubmit {
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
    eventLoop.execute { self.state.value.stream?.write(bytes) }
  }

  /// Writes and flushes each piece by itself, so that each becomes a TLS record of its own.
  func write(pieces: [ArraySlice<UInt8>]) {
    eventLoop.execute {
      for piece in pieces {
        self.state.value.stream?.write(piece)
        self.state.value.stream?.flush()
      }
    }
  }

  /// Sends close_notify behind what was written. The coordinator may still send.
  func finish() {
    eventLoop.execute { self.state.value.stream?.finish() }
  }

  /// Closes the socket without close_notify.
  func abort() {
    eventLoop.execute { self.state.value.stream?.abort() }
  }

  /// Reads nothing from the socket until `resumeReading`, so that the coordinator's writes back up.
  func pauseReading() async throws {
    try await eventLoop.submit { self.state.value.stream?.pauseReading() }.get()
  }

  func resumeReading() {
    eventLoop.execute { self.state.value.stream?.resumeReading() }
  }
}
