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
  enum Answer {
    case boards([BoardSummary])
    case created(StoredOutcome)
    case windows([WindowSummary])
    case opened(WindowOpened)
    case failed(WindowFailure)
  }

  private let way: CoordinatorLink.Way
  private let clock: WindowClock
  private var directory: BoardDirectory
  private var link: CoordinatorLink?
  private var timer: Scheduled<Void>?
  private var answer: ((Answer) -> Void)?
  private var patience = InquiryPatience()

  private init(_ way: CoordinatorLink.Way, answer: @escaping (Answer) -> Void) {
    self.way = way
    self.answer = answer
    clock = WindowClock()
    directory = BoardDirectory(grease: .random(in: 0...UInt8.max))
    link = CoordinatorLink(way) { self.happened($0) }
  }

  /// Asks for the list of the coordinator's boards.
  static func list(_ way: CoordinatorLink.Way, answer: @escaping (Answer) -> Void) {
    DirectoryInquiry(way, answer: answer).ask(.list)
  }

  /// Asks to make a board. However often it is asked, the same operation makes the board only once.
  static func create(
    _ board: BoardID, _ operation: Operation, _ way: CoordinatorLink.Way,
    answer: @escaping (Answer) -> Void
  ) {
    DirectoryInquiry(way, answer: answer).ask(.create(board, operation))
  }

  /// Asks for one of this user's windows, with what the coordinator keeps of it.
  static func window(
    _ session: SessionID, _ way: CoordinatorLink.Way, answer: @escaping (Answer) -> Void
  ) {
    DirectoryInquiry(way, answer: answer).ask(.listWindows(session))
  }

  /// Asks under which session a window for an activity is to attach.
  static func open(
    _ body: OpenWindow, _ way: CoordinatorLink.Way, answer: @escaping (Answer) -> Void
  ) {
    DirectoryInquiry(way, answer: answer).ask(.openWindow(body))
  }

  private func ask(_ event: DirectoryEvent) {
    handle(event)
    handle(.start)
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
      case .boards(let boards): finish(.boards(boards))
      case .created(_, let outcome): finish(.created(outcome))
      case .windows(let windows): finish(.windows(windows))
      case .windowOpened(let opened): finish(.opened(opened))
      case .windowEnded, .invited, .registered: continue
      case .failed(_, let error): finish(.failed(.refused(error.text)))
      case .interrupted(let reason, _):
        if patience.isOverAfterCut() { finish(.failed(.unreachable(reason))) }
      case .refused(let refusal): finish(.failed(WindowFailure(refusal)))
      case .wake(let time):
        timer?.cancel()
        timer = way.loop.assumeIsolated().scheduleTask(deadline: clock.deadline(time)) {
          self.handle(.timer)
        }
      case .left: link = nil
      }
    }
  }

  private func finish(_ result: Answer) {
    guard let answer else { return }
    self.answer = nil
    timer?.cancel()
    // This runs in the next turn of the loop, because the effects of this turn are still being
    // performed.
    way.loop.assumeIsolated().execute {
      self.handle(.leave)
      self.timer?.cancel()
      answer(result)
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
