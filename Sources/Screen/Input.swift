/// What a person or the terminal did.
public enum Input: Equatable, Sendable {
  case key(Key, Modifiers)
  case mouse(MouseEvent)
  case paste(Paste)
  /// The terminal's window got or lost the focus.
  case focus(Bool)
  case reply(TerminalReply)
}

/// A key. Characters come one scalar at a time: marks that are typed after a letter join it in the text
/// they are inserted into. A capital is its own character, without `shift`.
public enum Key: Hashable, Sendable {
  case character(Unicode.Scalar)
  case enter, tab, backtab, backspace, escape
  case up, down, left, right
  case home, end, pageUp, pageDown, insert, delete
  /// F1 to F20.
  case function(Int)
}

/// Keys held while another is pressed, or while the mouse is used.
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
    /// Moved while a button is held.
    case drag(Button)
    /// Moved while none is held.
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

/// A pasted text, or as much of one as came. Line ends are line feeds; apart from these and tabs it holds
/// no control characters.
public struct Paste: Equatable, Sendable {
  public enum Ending: Hashable, Sendable {
    case complete
    /// Longer than `InputDecoder.maximumPasteBytes`; the rest is dropped.
    case truncated
    /// Its end did not come in time; what still comes of it is another paste.
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
  /// The parameters of DA1.
  case deviceAttributes([Int])
}
