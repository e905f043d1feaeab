/// The sixteen colours whose shades the terminal's theme decides. The raw values are their indices
/// in the 256-colour palette.
public enum ANSIColor: UInt8, CaseIterable, Hashable, Sendable {
  case black = 0
  case red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow
  case brightBlue, brightMagenta, brightCyan, brightWhite
}

/// A colour with eight bits per channel.
public struct RGB: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Whether dark text is readable on this colour, by the luma weights of ITU-R BT.601.
  public var isLight: Bool {
    299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500
  }

  func distance(to other: RGB) -> Int {
    let red = Int(red) - Int(other.red)
    let green = Int(green) - Int(other.green)
    let blue = Int(blue) - Int(other.blue)
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }
}

/// The colour of a cell's text or background.
public enum Color: Hashable, Sendable {
  /// The colour that the terminal uses when none is set.
  case `default`
  case ansi(ANSIColor)
  /// An index into the 256-colour palette.
  case indexed(UInt8)
  case rgb(RGB)
}
