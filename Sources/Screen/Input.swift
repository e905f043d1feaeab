/// One event that the terminal reports.
public enum Input: Equatable, Sendable {
  case key(Key, Modifiers)
  case mouse(MouseEvent)
  case paste(Paste)
  /// The terminal's window got or lost the focus.
  case focus(Bool)
  case reply(TerminalReply)
}

/// A key. Characters come as single scalars: a mark that is typed after a letter joins it in the
/// text into which it is inserted. A capital letter is a character of its own, without `shift`.
public enum Key: Hashable, Sendable {
  case character(Unicode.Scalar)
  case enter, tab, backtab, backspace, escape
  case up, down, left, right
  case home, end, pageUp, pageDown, insert, delete
  /// A function key, F1 to F20, by its number.
  case function(Int)
}

/// The modifier keys that are held while another key is pressed or the mouse is used.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let shift = Modifiers(rawValue: 1 << 0)
  public static let alt = Modifiers(rawValue: 1 << 1)
  public static let control = Modifiers(rawValue: 1 << 2)
  /// The Windows, Command or Super key.
  public static let command = Modifiers(rawValue: 1 << 3)
}

/// What the mouse did, and in which cell.
public struct MouseEvent: Hashable, Sendable {
  public enum Button: Hashable, Sendable {
    case left, middle, right
  }

  public enum WheelDirection: Hashable, Sendable {
    case up, down, left, right
  }

  public enum Action: Hashable, Sendable {
    case press(Button)
    case release(Button)
    /// The mouse moved while a button was held.
    case drag(Button)
    /// The mouse moved while no button was held.
    case move
    case wheel(WheelDirection)
  }

  public var action: Action
  public var position: Position
  public var modifiers: Modifiers

  public init(_ action: Action, at position: Position, _ modifiers: Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// A pasted text, or the part of one that has come. Its line ends are line feeds; besides these and
/// tabs it contains no control characters.
public struct Paste: Equatable, Sendable {
  public enum Ending: Hashable, Sendable {
    case complete
    /// The paste is longer than `InputDecoder.maximumPasteBytes`, and the rest is dropped.
    case truncated
    /// The end of the paste did not come in time. If more of it comes, that is another paste.
    case interrupted
  }

  public var text: String
  public var ending: Ending

  public init(_ text: String, _ ending: Ending = .complete) {
    self.text = text
    self.ending = ending
  }
}

/// An answer to a `TerminalRequest`.
public enum TerminalReply: Hashable, Sendable {
  case backgroundColor(RGB)
  /// Whether the terminal has synchronised output.
  case synchronizedOutput(Bool)
  /// The parameters of the answer to DA1.
  case deviceAttributes([Int])
}
