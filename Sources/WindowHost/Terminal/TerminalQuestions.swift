import NIOCore
import Screen

/// The questions that the terminal is asked once. Nothing waits for the answers, which change later
/// frames, unless the window is left soon after asking: then the answers must not reach the shell.
struct TerminalQuestions {
  private enum State {
    case unasked
    case asked(at: NIODeadline)
    case answered
  }

  private var state = State.unasked

  /// Terminals answer within this time, even over a slow line; one that has not answered by then
  /// never will.
  private static let patience = TimeAmount.milliseconds(200)

  mutating func ask(now: NIODeadline) -> [UInt8]? {
    guard case .unasked = state else { return nil }
    state = .asked(at: now)
    // Every terminal answers the last question.
    return TerminalRequest.backgroundColor + TerminalRequest.synchronizedOutput
      + TerminalRequest.deviceAttributes
  }

  /// Notes an answer.
  /// - Returns: whether it was the last one.
  mutating func answered(by reply: TerminalReply) -> Bool {
    guard case .deviceAttributes = reply else { return false }
    state = .answered
    return true
  }

  /// How long answers may still come; nil if none will.
  func wait(now: NIODeadline) -> TimeAmount? {
    guard case .asked(let time) = state, now < time + Self.patience else { return nil }
    return time + Self.patience - now
  }
}
