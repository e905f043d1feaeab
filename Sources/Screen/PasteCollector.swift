/// Collects a bracketed paste until its end, ESC [ 201 ~.
struct PasteCollector: Equatable {
  private static let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var bytes: [UInt8] = []
  /// How many bytes of the end sequence have come.
  private var matched = 0
  private var isTruncated = false

  var isEmpty: Bool { bytes.isEmpty }
  var endsInEscape: Bool { matched == 1 }

  /// Takes a byte. Returns the paste once its end has come.
  mutating func take(_ byte: UInt8) -> Paste? {
    if byte == PasteCollector.end[matched] {
      matched += 1
      guard matched == PasteCollector.end.count else { return nil }
      return paste(isTruncated ? .truncated : .complete)
    }
    // The end sequence has ESC only as its first byte, so the bytes that matched contain no start
    // of another end.
    for matched in PasteCollector.end.prefix(matched) { keep(matched) }
    matched = byte == PasteCollector.end[0] ? 1 : 0
    if matched == 0 { keep(byte) }
    return nil
  }

  /// Takes out what has come so far, if anything, when the rest is late. Half a character, half a
  /// line end and half an end sequence stay for what may still follow.
  mutating func interrupt() -> Paste? {
    let tail = PasteCollector.unfinishedTail(of: bytes)
    let finished = bytes.dropLast(tail)
    guard !finished.isEmpty else { return nil }
    defer {
      bytes = Array(bytes.suffix(tail))
      isTruncated = false
    }
    return Paste(PasteCollector.clean(finished), isTruncated ? .truncated : .interrupted)
  }

  /// Everything that has come, if anything, when nothing more is expected.
  func abandon() -> Paste? {
    bytes.isEmpty ? nil : paste(isTruncated ? .truncated : .interrupted)
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < InputDecoder.maximumPasteBytes {
      bytes.append(byte)
    } else {
      isTruncated = true
    }
  }

  private func paste(_ ending: Paste.Ending) -> Paste {
    Paste(PasteCollector.clean(bytes), ending)
  }

  /// The text of the bytes. CR, LF and CRLF become line feeds; all other controls but the tab are
  /// dropped.
  private static func clean(_ bytes: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0D: text.append("\n")
      case 0x0A: if !afterReturn { text.append("\n") }
      case 0x09: text.append("\t")
      case 0x00...0x1F, 0x7F...0x9F: break
      default: text.append(scalar)
      }
      afterReturn = scalar.value == 0x0D
    }
    return String(text)
  }

  /// How many bytes at the end need the bytes after them: a carriage return, or the start of a
  /// scalar.
  private static func unfinishedTail(of bytes: [UInt8]) -> Int {
    if bytes.last == 0x0D { return 1 }
    for length in 1...3 where length <= bytes.count {
      let tail = bytes.suffix(length)
      guard let lead = tail.first, lead & 0xC0 != 0x80 else { continue }
      var partial = PartialScalar(lead)
      for byte in tail.dropFirst() {
        guard case .more(let next) = partial?.adding(byte) else { return 0 }
        partial = next
      }
      return partial == nil ? 0 : length
    }
    return 0
  }
}
