/// Single requests to a terminal outside the frames: questions, title, bell, clipboard.
public enum TerminalRequest {
  /// Which background colour it has (OSC 11).
  public static let backgroundColor: [UInt8] = osc("11;?")
  /// Whether it has synchronised output (DECRQM 2026).
  public static let synchronizedOutput: [UInt8] = TerminalOutput.csi("?2026$p")
  /// What it is (DA1). Every terminal answers this one, in order: answers to questions asked before
  /// have come by then, or never come.
  public static let deviceAttributes: [UInt8] = TerminalOutput.csi("c")

  public static let bell: [UInt8] = [0x07]

  /// Longer titles are cut: no terminal shows more, and some refuse longer strings.
  public static let maximumTitleColumns = 128

  /// Sets the title (OSC 2). Only the text's visible form reaches the terminal.
  public static func title(_ text: String) -> [UInt8] {
    osc("2;" + visibleForm(of: truncated(text, toColumns: maximumTitleColumns)))
  }

  /// More than terminals take in one piece.
  public static let maximumCopyBytes = 74_994

  /// What stands between the program and the terminal whose clipboard is meant.
  public enum Passage: Sendable {
    /// Nothing, or something that knows OSC 52.
    case direct
    /// GNU screen, which gives on only what is wrapped for it (DCS).
    case screen
  }

  /// Copies a text to the clipboard (OSC 52); nil if it is longer than `maximumCopyBytes`.
  public static func copy(_ text: String, through passage: Passage = .direct) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard bytes.count <= maximumCopyBytes else { return nil }
    let sequence = osc("52;c;" + Base64.encode(bytes))
    return switch passage {
    case .direct: sequence
    // Its own end would end the wrapping too; a bell ends it as well.
    case .screen: wrappedForScreen(sequence.dropLast(2) + bell)
    }
  }

  /// GNU screen holds no longer string; it gives one piece after the other, with nothing between.
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
