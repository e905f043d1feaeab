/// A string that the terminal sends: ESC ] (or P, X, ^, _), printable bytes, then BEL or ESC \.
struct TerminalString: Equatable {
  let introducer: UInt8
  private var bytes: [UInt8] = []
  /// Whether ESC came last. It either starts the end of the string or is a key of its own.
  private(set) var endsInEscape = false

  enum Step {
    case more(TerminalString)
    case done(TerminalReply?)
    /// The string was ended by ESC and this byte, which start another sequence.
    case superseded
    /// The string was ended by a control character, which a person may have typed.
    case aborted
  }

  init(introducer: UInt8) {
    self.introducer = introducer
  }

  var isEmpty: Bool { bytes.isEmpty && !endsInEscape }

  func adding(_ byte: UInt8) -> Step {
    if endsInEscape { return byte == 0x5C ? .done(reply) : .superseded }
    var next = self
    switch byte {
    case 0x07: return .done(reply)
    case 0x1B: next.endsInEscape = true
    case 0x00...0x1F: return .aborted
    default:
      if bytes.count <= InputDecoder.maximumStringBytes { next.bytes.append(byte) }
    }
    return .more(next)
  }

  private var reply: TerminalReply? {
    guard introducer == 0x5D, bytes.count <= InputDecoder.maximumStringBytes else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("11;") else { return nil }
    return TerminalString.color(text.dropFirst(3)).map(TerminalReply.backgroundColor)
  }

  /// The colour in an answer: `rgb:` and three channels of one to four hexadecimal digits, or
  /// `rgba:` with a fourth, which is ignored.
  private static func color(_ text: Substring) -> RGB? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let channels = text[text.index(after: colon)...].split(
      separator: "/", omittingEmptySubsequences: false)
    switch (text[..<colon], channels.count) {
    case ("rgb", 3), ("rgba", 4): break
    default: return nil
    }
    let values = channels.prefix(3).compactMap(channel)
    return values.count == 3 ? RGB(values[0], values[1], values[2]) : nil
  }

  /// A channel as 0 to 255. The digits are a fraction of the largest number with as many digits.
  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let largest = 1 << (4 * digits.utf8.count) - 1
    return UInt8(value * 255 / largest)
  }
}
