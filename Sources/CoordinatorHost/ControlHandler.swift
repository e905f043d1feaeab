import Glibc
import NIOCore
import OperationLog
import Synchronization

/// The handler of one connection to the control socket: it takes one request, answers and closes.
final class ControlHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum State {
    case waiting
    case reading(ControlLines)
    case copying(Copy)
    /// The coordinator or its store was asked, and answers.
    case asking
    /// The last answer is being sent.
    case answered
    /// The peer is gone. A copy that it asked for may still be running.
    case gone
  }

  private var state = State.waiting
  private var timer: Scheduled<Void>?
  private let store: Store
  private let asked: Asked
  private let admit: (ControlHandler, any Channel) -> Bool
  private let ended: (ControlHandler) -> Void

  /// The time in which the request must come. It is one small write, so a peer that takes longer is
  /// not one of this program's.
  private static let requestDeadline = TimeAmount.seconds(5)
  /// The time between two lines that say that a copy, or a question, is worked on.
  private let beat: TimeAmount

  /// What a coordinator is asked here, and answers on its event loop.
  struct Asked {
    let status: () -> CoordinatorStatus
    /// Answers with all parts of the answer.
    let administer: (AdministratorCommand, @escaping ([AdministratorReply]) -> Void) -> Void
  }

  /// - Parameters:
  ///   - beat: the time between two lines that say that something is worked on.
  ///   - admit: says whether there is room for the connection; `ended` is called only if there was.
  ///   - ended: called when nothing more will come from the peer or the store.
  init(
    store: Store, asked: Asked, beat: TimeAmount,
    admit: @escaping (ControlHandler, any Channel) -> Bool,
    ended: @escaping (ControlHandler) -> Void
  ) {
    self.store = store
    self.asked = asked
    self.beat = beat
    self.admit = admit
    self.ended = ended
  }

  /// Ends the connection; a copy is cancelled, and the connection ends when the store has stopped
  /// it.
  func stop(_ channel: any Channel) {
    switch state {
    case .waiting, .reading, .asking: fail("the coordinator is stopping", channel)
    case .copying(let copy): copy.cancel()
    case .answered: channel.close(promise: nil)
    case .gone: return
    }
  }

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    guard admit(self, channel) else { return context.close(promise: nil) }
    state = .reading(ControlLines())
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.requestDeadline) {
      channel.close(promise: nil)
    }
    LocalPeer.of(channel).assumeIsolated().whenComplete { result in
      switch result {
      case .success(let peer) where peer.user == getuid(): return
      case .success: self.fail("only the user who runs the coordinator may ask it", channel)
      case .failure: channel.close(promise: nil)
      }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data).readableBytesView
    switch state {
    case .reading(var lines):
      do throws(ControlLines.TooLong) {
        let complete = try lines.feed(bytes)
        state = .reading(lines)
        guard let line = complete.first else { return }
        guard complete.count == 1, !lines.isAmidLine else {
          return fail("there was more than one request", context.channel)
        }
        perform(line, context.channel)
      } catch {
        fail("a request has at most \(ControlLine.longest) bytes", context.channel)
      }
    // A peer sends nothing after its request.
    case .copying: context.close(promise: nil)
    case .waiting, .asking, .answered, .gone: return
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else {
      return context.fireUserInboundEventTriggered(event)
    }
    switch state {
    case .waiting, .reading: context.close(promise: nil)
    case .copying(let copy): copy.cancel()
    // What was asked is done, also where nobody waits for it any more.
    case .asking, .answered, .gone: return
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    switch state {
    // `copied` calls `ended` when the store has stopped the copy.
    case .copying(let copy): copy.cancel()
    case .reading, .asking, .answered: ended(self)
    case .waiting, .gone: break
    }
    state = .gone
  }
}

extension ControlHandler {
  /// A copy that may be cancelled from the event loop while a thread of the store makes it.
  private final class Copy: Sendable {
    let file: CopyFile
    private let cancelled = Atomic(false)

    init(_ file: CopyFile) { self.file = file }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
    func cancel() { cancelled.store(true, ordering: .relaxed) }
  }

  private func perform(_ line: [UInt8], _ channel: any Channel) {
    switch ControlLine.decode(ControlRequest.self, line) {
    case .copy(let path): startCopy(to: path, channel)
    case .status: answer(.status(asked.status()), channel) {}
    case .administer(let command):
      state = .asking
      startBeat(.waiting, channel)
      asked.administer(command) { self.administered($0, channel) }
    case nil: fail("coordinator \(Program.version) does not know this request", channel)
    }
  }

  private func administered(_ parts: [AdministratorReply], _ channel: any Channel) {
    guard case .asking = state, let last = parts.last else { return }
    for part in parts.dropLast() { write(.part(part), channel).whenFailure { _ in } }
    answer(.administered(last), channel) {}
  }

  private func startCopy(to path: String, _ channel: any Channel) {
    guard path.hasPrefix("/") else { return fail("the path of a copy begins with /", channel) }
    let copy: Copy
    do {
      copy = Copy(try CopyFile(path))
    } catch {
      return fail("\(error)", channel)
    }
    state = .copying(copy)
    beat(.copying, channel)
    let eventLoop = channel.eventLoop
    let target = NIOLoopBound((handler: self, channel: channel), eventLoop: eventLoop)
    store.copy(into: copy.file, isCancelled: { copy.isCancelled }) { result in
      eventLoop.execute { target.value.handler.copied(copy, result, target.value.channel) }
    }
  }

  private func copied(
    _ copy: Copy, _ result: Result<Void, StoreError>, _ channel: any Channel
  ) {
    switch state {
    case .copying:
      switch result {
      case .success where copy.isCancelled:
        copy.file.remove()
        fail("\(StoreError.cancelled)", channel)
      case .success:
        // The copy is removed if the peer cannot be told of it: nobody else knows that it exists.
        answer(.copied, channel) { copy.file.remove() }
      case .failure(let error): fail("\(error)", channel)
      }
    case .gone:
      copy.file.remove()
      ended(self)
    case .waiting, .reading, .asking, .answered: return
    }
  }

  /// Tells the peer from the next beat on that what it asked for is being done.
  private func startBeat(_ line: ControlAnswer, _ channel: any Channel) {
    timer?.cancel()
    timer = channel.eventLoop.assumeIsolated().scheduleTask(in: beat) {
      self.beat(line, channel)
    }
  }

  /// Tells the peer now, and every two seconds, that what it asked for is being done.
  private func beat(_ line: ControlAnswer, _ channel: any Channel) {
    switch state {
    case .copying, .asking: break
    case .waiting, .reading, .answered, .gone: return
    }
    guard channel.isWritable else { return channel.close(promise: nil) }
    write(line, channel).whenFailure { _ in channel.close(promise: nil) }
    startBeat(line, channel)
  }

  private func fail(_ reason: String, _ channel: any Channel) {
    answer(.failed(reason: reason), channel) {}
  }

  private func answer(
    _ last: ControlAnswer, _ channel: any Channel, ifLost: @escaping () -> Void
  ) {
    timer?.cancel()
    state = .answered
    write(last, channel).assumeIsolated().whenComplete { result in
      if case .failure = result { ifLost() }
      channel.close(promise: nil)
    }
  }

  private func write(_ message: ControlAnswer, _ channel: any Channel) -> EventLoopFuture<Void> {
    do {
      return channel.writeAndFlush(ByteBuffer(bytes: try ControlLine.bytes(of: message)))
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
  }
}
