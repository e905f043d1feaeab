import Files
import Logging
import NIOCore
import NIOPosix
import OperationLog

/// Serves requests of this user's other programs for the store, whose one connection only this
/// process has.
///
/// Confined to one event loop.
final class ControlServer {
  private let store: Store
  private let asked: ControlHandler.Asked
  private let beat: TimeAmount
  private let eventLoop: any EventLoop
  private let log: Logger
  private var listener: (any Channel)?
  private var peers: [ObjectIdentifier: (handler: ControlHandler, channel: any Channel)] = [:]
  /// The promise made by `close`; it is fulfilled when the last peer is gone.
  private var closing: EventLoopPromise<Void>?

  /// The time between two lines that say that something is worked on, well below the silence that a
  /// peer accepts (`ControlClient.silence`).
  static let usualBeat = TimeAmount.seconds(2)

  /// - Parameters:
  ///   - asked: called on the event loop.
  ///   - beat: the time between two lines that say that something is worked on.
  init(
    store: Store, asked: ControlHandler.Asked, eventLoop: any EventLoop, log: Logger,
    beat: TimeAmount = usualBeat
  ) {
    self.store = store
    self.asked = asked
    self.beat = beat
    self.eventLoop = eventLoop
    self.log = log
  }

  /// The most connections at once. Checks and backups are rare and one copy is made at a time, so
  /// nobody needs more.
  private static let mostPeers = 8

  /// Listens at the control socket. It never fails: without the socket the coordinator works, and
  /// must be stopped for a check or a backup.
  func open() -> EventLoopFuture<Void> {
    let descriptor: Int32
    do throws(FileError) {
      descriptor = try ControlSocket.listen(in: store.folder)
    } catch {
      log.warning("`boardd check` and `boardd backup` need this coordinator stopped: \(error)")
      return eventLoop.makeSucceededVoidFuture()
    }
    let bound = NIOLoopBound(self, eventLoop: eventLoop)
    return ServerBootstrap(group: eventLoop)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(bound.value.handler())
        }
      }
      .withBoundSocket(descriptor)
      .assumeIsolated().map { channel in self.listener = channel }
      .flatMapErrorThrowing { error in
        self.log.warning(
          "`boardd check` and `boardd backup` need this coordinator stopped: \(error)")
      }
      .nonisolated()
  }

  /// Removes the socket and cancels running copies. The future is fulfilled when the store will
  /// call back no more.
  func close() -> EventLoopFuture<Void> {
    let done = closing ?? eventLoop.makePromise()
    guard closing == nil else { return done.futureResult }
    closing = done
    if let listener {
      // The socket is removed while the store's lock is held, so it cannot be a successor's.
      _ = try? Folder.remove(store.folder + "/" + ControlSocket.name)
      listener.close(promise: nil)
    }
    for peer in peers.values { peer.handler.stop(peer.channel) }
    if peers.isEmpty { done.succeed() }
    return done.futureResult
  }

  private func handler() -> ControlHandler {
    ControlHandler(
      store: store, asked: asked, beat: beat,
      admit: { handler, channel in
        guard self.closing == nil, self.peers.count < Self.mostPeers else { return false }
        self.peers[ObjectIdentifier(handler)] = (handler, channel)
        return true
      },
      ended: { handler in
        self.peers[ObjectIdentifier(handler)] = nil
        if self.peers.isEmpty { self.closing?.succeed() }
      })
  }
}
