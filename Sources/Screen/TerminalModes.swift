/// What a full-screen window asks of its terminal, and how to give it back.
public struct TerminalModes: Equatable, Sendable {
  /// Whether the window gets mouse events (SGR coordinates, motion while a button is held).
  public private(set) var capturesMouse: Bool

  public init(capturesMouse: Bool = true) {
    self.capturesMouse = capturesMouse
  }

  /// Title kept, alternate screen, cursor hidden, no automatic wrap, bracketed paste, focus events, and
  /// the mouse if it is captured.
  public var enter: [UInt8] {
    TerminalOutput.csi("22;0t") + modes.flatMap { $0.enter }
  }

  /// Undoes what `enter` and `captureMouse` did, in the opposite order, and resets the style and shape
  /// of the cursor that frames may have set.
  public var leave: [UInt8] {
    TerminalOutput.csi("m") + TerminalOutput.cursorShape(.default)
      + modes.reversed().flatMap { $0.leave } + TerminalOutput.csi("23;0t")
  }

  /// Turns mouse capture on or off and returns the bytes that do it; none if it already is so.
  public mutating func captureMouse(_ captures: Bool) -> [UInt8] {
    guard captures != capturesMouse else { return [] }
    capturesMouse = captures
    return captures
      ? TerminalModes.mouse.flatMap { $0.enter }
      : TerminalModes.mouse.reversed().flatMap { $0.leave }
  }

  private struct PrivateMode {
    let number: Int
    /// Whether entering sets it; leaving does the opposite.
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
