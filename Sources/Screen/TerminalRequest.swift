/// The requests to a terminal that are not part of frames: questions, title, bell and clipboard.
public enum TerminalRequest {
  /// Asks for the background colour (OSC 11).
  public static let backgroundColor: [UInt8] = osc("11;?")
  /// Asks whether the terminal has synchronised output (DECRQM 2026).
  public static let synchronizedOutput: [UInt8] = TerminalOutput.csi("?2026$p")
  /// Asks what the terminal is (DA1). Every terminal answers this, and answers in order: by then
  /// the answers to earlier questions have come, or never will.
  public static let deviceAttributes: [UInt8] = TerminalOutput.csi("c")

  public static let bell: [UInt8] = [0x07]

  /// The most columns of a title; a longer one is cut. No terminal shows more, and some refuse
  /// longer strings.
  public static let maximumTitleColumns = 128

  /// Sets the title (OSC 2). Only the text's visible form reaches the terminal.
  public static func title(_ text: String) -> [UInt8] {
    osc("2;" + visibleForm(of: truncated(text, toColumns: maximumTitleColumns)))
  }

  /// The most bytes of text to copy: 74,994 are 99,992 in base 64, and terminals refuse strings of
  /// more than about 100,000 bytes.
  public static let maximumCopyBytes = 74_994

  /// The program between this one and the terminal whose clipboard is meant.
  public enum Passage: Sendable {
    /// There is none, or one that understands OSC 52.
    case direct
    /// It is GNU screen, which passes on only what is wrapped for it (DCS).
    case screen
  }

  /// Copies a text to the clipboard (OSC 52); nil if it is longer than `maximumCopyBytes`.
  public static func copy(_ text: String, through passage: Passage = .direct) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard bytes.count <= maximumCopyBytes else { return nil }
    let sequence = osc("52;c;" + Base64.encode(bytes))
    return switch passage {
    case .direct: sequence
    // The sequence's own end (ESC \) would end the wrapping too, so it ends with a bell instead.
    case .screen: wrappedForScreen(sequence.dropLast(2) + bell)
    }
  }

  /// The most bytes in one wrapped string, since GNU screen holds no more. It passes the pieces on
  /// one after another with nothing between them.
  private static let screenPiece = 512

  private static func wrappedForScreen(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: screenPiece).flatMap { start in
      [TerminalOutput.escape, 0x50] + bytes[start..<min(bytes.count, start + screenPiece)]
        + [TerminalOutput.escape, 0x5C]
    }
  }

  private static func osc(_ content: String) -> [UInt8] {
    [TerminalOutput.escape, 0x5D] + content.utf8 + [TerminalOutput.escape, 0x5C]
  }
}

/// Base 64 with padding (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)

  static func encode(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for byte in group { bits = bits << 8 | Int(byte) }
      bits <<= 8 * (3 - group.count)
      for digit in 0..<4 {
        text.append(digit <= group.count ? alphabet[bits >> (18 - 6 * digit) & 63] : "=")
      }
    }
    return String(text)
  }
}
