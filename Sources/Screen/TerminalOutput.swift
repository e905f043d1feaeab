/// The control sequences with which frames are painted (ECMA-48 and DEC private modes), as bytes.
enum TerminalOutput {
  static let backspace: UInt8 = 0x08
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let escape: UInt8 = 0x1B

  static let hideCursor = csi("?25l")
  static let showCursor = csi("?25h")
  static let wrapOn = csi("?7h")
  static let wrapOff = csi("?7l")
  static let beginSynchronized = csi("?2026h")
  static let endSynchronized = csi("?2026l")
  static let eraseToEndOfLine = csi("K")
  /// Resets the style, moves the cursor to the top left, and erases the screen.
  static let clear = csi("m") + csi("H") + csi("2J")

  static func csi(_ rest: String) -> [UInt8] { [escape, 0x5B] + rest.utf8 }

  static func cursorShape(_ shape: Cursor.Shape) -> [UInt8] { csi("\(shape.rawValue) q") }

  static func position(_ position: Position) -> [UInt8] {
    switch (position.row, position.column) {
    case (0, 0): csi("H")
    case (let row, 0): csi("\(row + 1)H")
    case (let row, let column): csi("\(row + 1);\(column + 1)H")
    }
  }

  static func column(_ column: Int) -> [UInt8] { csi(column == 0 ? "G" : "\(column + 1)G") }

  static func horizontal(by columns: Int) -> [UInt8] {
    counted(abs(columns), columns > 0 ? "C" : "D")
  }

  static func vertical(by rows: Int) -> [UInt8] { counted(abs(rows), rows > 0 ? "B" : "A") }

  private static func counted(_ count: Int, _ final: String) -> [UInt8] {
    csi(count == 1 ? final : "\(count)\(final)")
  }
}
