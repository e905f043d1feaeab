import NIOCore
import Screen

/// What the terminal is asked once, without waiting for answers: they change later frames. Only who
/// leaves soon after asking waits, so that the answers do not reach the shell.
struct TerminalQuestions {
  private enum State {
    case unasked
    case asked(at: NIODeadline)
    case answered
  }

  private var state = State.unasked

  /// Terminals answer within this time, also over a slow line; who does not answer by then never
  /// will.
  private static let patience = TimeAmount.milliseconds(200)

  mutating func ask(now: NIODeadline) -> [UInt8]? {
    guard case .unasked = state else { return nil }
    state = .asked(at: now)
    // The last one is answered by every terminal.
    return TerminalRequest.backgroundColor + TerminalRequest.synchronizedOutput
      + TerminalRequest.deviceAttributes
  }

  /// - Returns: whether nothing more is to come.
  mutating func answered(by reply: TerminalReply) -> Bool {
    guard case .deviceAttributes = reply else { return false }
    state = .answered
    return true
  }

  /// For how long answers may still come.
  func wait(now: NIODeadline) -> TimeAmount? {
    guard case .asked(let time) = state, now < time + Self.patience else { return nil }
    return time + Self.patience - now
  }
}
