import NIOCore
import TLS
import Transport

/// The addresses at which a coordinator takes connections. Confined to its event loop.
final class Doors {
  private let context: () -> TLSContext
  private let server: CoordinatorServer
  private let record: CoordinatorLog
  private let limits: Newcomers.Limits
  /// Those whose handshake is not complete, at whatever address they came; nil until it is opened.
  private var newcomers: Newcomers?
  private var listeners: [Listener] = []

  /// - Parameter context: is asked for each connection.
  init(
    _ context: @escaping () -> TLSContext, _ server: CoordinatorServer, _ record: CoordinatorLog,
    limits: Newcomers.Limits = Newcomers.Limits()
  ) {
    self.context = context
    self.server = server
    self.record = record
    self.limits = limits
  }

  /// The addresses that it listens at, with the ports that the system chose.
  var addresses: [Endpoint] { listeners.map(\.local) }

  /// Listens at the endpoints, one after another. Fails with the first at which it cannot; those
  /// before it are open then.
  func open(_ endpoints: [Endpoint]) -> EventLoopFuture<Void> {
    let bound = NIOLoopBound(self, eventLoop: server.eventLoop)
    return Newcomers.open(limits: limits, on: server.eventLoop).assumeIsolated()
      .map { newcomers in
        bound.value.newcomers = newcomers
        return newcomers
      }.flatMap { bound.value.open(endpoints, $0) }.nonisolated()
  }

  private func open(_ endpoints: [Endpoint], _ newcomers: Newcomers) -> EventLoopFuture<Void> {
    guard let endpoint = endpoints.first else {
      return server.eventLoop.makeSucceededVoidFuture()
    }
    let rest = Array(endpoints.dropFirst())
    let bound = NIOLoopBound(self, eventLoop: server.eventLoop)
    return Listener.bind(
      endpoint, context: context, sharing: newcomers, eventLoop: server.eventLoop,
      accepted: { bound.value.server.accept($0) },
      refused: { remote, end in bound.value.server.refused(at: remote, "\(end)") },
      failed: { bound.value.record.failed(at: endpoint, $0) }
    ).assumeIsolated().flatMap { listener in
      bound.value.listeners.append(listener)
      bound.value.record.listening(at: listener.local)
      return bound.value.open(rest, newcomers)
    }.nonisolated()
  }

  func close() -> EventLoopFuture<Void> {
    let closing = listeners.map { $0.close() }
    listeners = []
    newcomers?.close()
    newcomers = nil
    return EventLoopFuture.andAllComplete(closing, on: server.eventLoop)
  }
}
