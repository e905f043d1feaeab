/// The modes that a full-screen window sets in its terminal, and how it undoes them.
public struct TerminalModes: Equatable, Sendable {
  /// Whether the terminal reports mouse events: in SGR coordinates, and motion while a button is
  /// held.
  public private(set) var capturesMouse: Bool

  public init(capturesMouse: Bool = true) {
    self.capturesMouse = capturesMouse
  }

  /// The bytes that save the title, switch to the alternate screen, hide the cursor, turn automatic
  /// wrap off, turn on bracketed paste and focus events, and capture the mouse if it is to be
  /// captured.
  public var enter: [UInt8] {
    TerminalOutput.csi("22;0t") + modes.flatMap { $0.enter }
  }

  /// The bytes that undo `enter` and `captureMouse` in the opposite order, and reset the style and
  /// the cursor's shape, which frames may have set.
  public var leave: [UInt8] {
    TerminalOutput.csi("m") + TerminalOutput.cursorShape(.default)
      + modes.reversed().flatMap { $0.leave } + TerminalOutput.csi("23;0t")
  }

  /// Turns mouse capture on or off. Returns the bytes that do it; none if it is so already.
  public mutating func captureMouse(_ captures: Bool) -> [UInt8] {
    guard captures != capturesMouse else { return [] }
    capturesMouse = captures
    return captures
      ? TerminalModes.mouse.flatMap { $0.enter }
      : TerminalModes.mouse.reversed().flatMap { $0.leave }
  }

  private struct PrivateMode {
    let number: Int
    /// Whether `enter` sets the mode; `leave` does the opposite.
    let isSet: Bool

    var enter: [UInt8] { TerminalOutput.csi("?\(number)\(isSet ? "h" : "l")") }
    var leave: [UInt8] { TerminalOutput.csi("?\(number)\(isSet ? "l" : "h")") }
  }

  private var modes: [PrivateMode] {
    TerminalModes.screen + (capturesMouse ? TerminalModes.mouse : [])
  }

  private static let screen = [
    PrivateMode(number: 1049, isSet: true),  // alternate screen, cursor saved
    PrivateMode(number: 25, isSet: false),  // cursor visible
    PrivateMode(number: 7, isSet: false),  // automatic wrap
    PrivateMode(number: 2004, isSet: true),  // bracketed paste
    PrivateMode(number: 1004, isSet: true),  // focus events
  ]

  private static let mouse = [
    PrivateMode(number: 1000, isSet: true),  // press and release
    PrivateMode(number: 1002, isSet: true),  // motion while a button is held
    PrivateMode(number: 1006, isSet: true),  // SGR coordinates
  ]
}
