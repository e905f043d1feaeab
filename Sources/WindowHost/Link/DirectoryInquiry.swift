import BoardModel
import Launcher
import NIOCore
import WindowSync
import Wire

extension CoordinatorLink.StreamFailure {
  var retry: DisconnectRetry { concernsIdentity ? .identityRefused : .automatic }
}

/// One question to a coordinator's directory, asked over a connection of its own. It may be used
/// only on its event loop.
final class DirectoryInquiry {
  typealias Completion = (Result<Message, WindowFailure>) -> Void

  private let way: CoordinatorLink.Way
  private let clock: WindowClock
  private var directory: BoardDirectory
  private var link: CoordinatorLink?
  private var timer: Scheduled<Void>?
  private var completion: Completion?
  private var patience = InquiryPatience()

  private init(_ way: CoordinatorLink.Way, then completion: @escaping Completion) {
    self.way = way
    self.completion = completion
    clock = WindowClock()
    directory = BoardDirectory(grease: .random(in: 0...UInt8.max))
    link = CoordinatorLink(way) { self.happened($0) }
  }

  static func ask(
    _ question: Question, _ way: CoordinatorLink.Way, then completion: @escaping Completion
  ) {
    let inquiry = DirectoryInquiry(way, then: completion)
    inquiry.handle(.ask(question))
    inquiry.handle(.start)
  }

  private func happened(_ event: CoordinatorLink.Event) {
    switch event {
    case .connected:
      patience.connected()
      handle(.connected)
    case .received(let bytes): handle(.received(bytes))
    case .disconnected(let failure):
      handle(
        .disconnected(
          reason: failure.reason, retry: failure.retry, jitter: .random(in: 0...UInt64.max)))
    }
  }

  private func handle(_ event: DirectoryEvent) {
    for effect in directory.handle(event, now: clock.now) {
      switch effect {
      case .connect: link?.connect()
      case .send(let bytes): link?.send(bytes)
      case .disconnect: link?.disconnect()
      case .answered(_, let answer): finish(answer.mapError { .refused($0.reason) })
      case .registered, .membership: continue
      case .interrupted(let reason, _):
        if patience.isOverAfterCut() { finish(.failure(.unreachable(reason))) }
      case .refused(let refusal): finish(.failure(WindowFailure(refusal)))
      case .wake(let time):
        timer?.cancel()
        timer = way.loop.assumeIsolated().scheduleTask(deadline: clock.deadline(time)) {
          self.handle(.timer)
        }
      case .left: link = nil
      }
    }
  }

  private func finish(_ result: Result<Message, WindowFailure>) {
    guard let completion else { return }
    self.completion = nil
    timer?.cancel()
    // This runs in the next turn of the loop, because the effects of this turn are still being
    // performed.
    way.loop.assumeIsolated().execute {
      self.handle(.leave)
      self.timer?.cancel()
      completion(result)
    }
  }
}

/// Whether a coordinator that is out of reach is asked again. Since a person waits, one that was
/// never reached is not waited for; one that was reached and then lost is asked again, by the
/// directory itself, so many times.
struct InquiryPatience: Hashable {
  static let mostCuts = 3

  private var isConnected = false
  private var cuts = 0

  mutating func connected() { isConnected = true }

  /// Notes that a connection was lost, or could not be made.
  mutating func isOverAfterCut() -> Bool {
    guard isConnected, cuts < InquiryPatience.mostCuts else { return true }
    isConnected = false
    cuts += 1
    return false
  }
}
