import BoardModel
import Launcher
import NIOCore
import WindowSync
import Windows
import Wire

/// Follows which boards a person may read while their window has none, over a connection of its own:
/// that of the window has ended with its board. It may be used only on its event loop.
final class BoardsWatch {
  enum Report {
    case boards([BoardSummary])
    case unavailable(WindowFailure)
    case membership(Membership)
  }

  private let way: CoordinatorLink.Way
  private let clock = WindowClock()
  private let report: (Report) -> Void
  private var directory = BoardDirectory(grease: .random(in: 0...UInt8.max))
  private var link: CoordinatorLink?
  private var timer: Scheduled<Void>?
  /// Whether a list of the boards is awaited.
  private var isAsking = false
  /// Whether the list that is awaited may be older than what was told since it was asked for.
  private var isStale = false

  init(_ way: CoordinatorLink.Way, report: @escaping (Report) -> Void) {
    self.way = way
    self.report = report
    link = CoordinatorLink(way) { self.happened($0) }
    handle(.start)
  }

  /// Asks which boards there are, in the next turn of the loop: the effects of this turn may still be
  /// being performed.
  func ask() {
    way.loop.assumeIsolated().execute { self.askNow() }
  }

  private func askNow() {
    guard !isAsking else {
      isStale = true
      return
    }
    isAsking = true
    handle(.ask(.listBoards(ListBoards())))
  }

  func stop() { handle(.leave) }

  private func happened(_ event: CoordinatorLink.Event) {
    switch event {
    case .connected: handle(.connected)
    case .received(let bytes): handle(.received(bytes))
    case .disconnected(let failure):
      handle(
        .disconnected(
          reason: failure.reason, retry: failure.retry, jitter: .random(in: 0...UInt64.max)))
    }
  }

  private func handle(_ event: DirectoryEvent) {
    for effect in directory.handle(event, now: clock.now) { perform(effect) }
  }

  private func perform(_ effect: DirectoryEffect) {
    switch effect {
    case .connect: link?.connect()
    case .send(let bytes): link?.send(bytes)
    case .disconnect: link?.disconnect()
    case .answered(_, let answer): answered(answer)
    case .registered: return
    case .membership(let membership): report(.membership(membership))
    case .interrupted(let reason, _):
      report(.unavailable(.unreachable(reason)))
      // What changes until the next connection is told to nobody.
      ask()
    case .refused(let refusal): report(.unavailable(WindowFailure(refusal)))
    case .wake(let time):
      timer?.cancel()
      timer = way.loop.assumeIsolated().scheduleTask(deadline: clock.deadline(time)) {
        self.handle(.timer)
      }
    case .left:
      timer?.cancel()
      link = nil
    }
  }

  private func answered(_ answer: Answer) {
    isAsking = false
    switch answer {
    case .success(.boards(let list)): report(.boards(list.boards))
    case .success: break
    case .failure(let failure): report(.unavailable(.refused(failure.reason)))
    }
    guard isStale else { return }
    isStale = false
    ask()
  }
}

extension WindowEvent {
  init(_ membership: Membership) {
    self = .membership(membership.board, role: membership.role, title: membership.title)
  }
}
