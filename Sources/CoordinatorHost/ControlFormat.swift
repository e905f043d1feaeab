import Foundation

// What is said on the control socket of a running coordinator, beside its wire and no part of its
// protocol: both ends are programs of one installation and one user, on one machine. A peer sends
// one line with a request; lines with answers come back, the last of them final, then the end of
// the stream. Each line is a JSON object with one member, as Swift encodes an enumeration:
//
//     {"copy":{"to":"/path/of/an/empty/file"}}
//     {"copying":{}}                              now and then, so that the peer need not wonder
//     {"copied":{}}                               or {"failed":{"reason":"..."}}
//
// Who half-closes or closes the stream before the last answer cancels the request.

enum ControlRequest: Codable, Hashable, Sendable {
  /// Bring every page of the store into a file, which must be there and empty.
  case copy(to: String)
}

enum ControlAnswer: Codable, Hashable, Sendable {
  case copying
  /// All pages are in the file, and on the disk.
  case copied
  /// The file is gone, if it was opened.
  case failed(reason: String)
}

enum ControlLine {
  /// A path of 4096 bytes, each written as six.
  static let longest = 32_768

  /// The line with its end.
  static func bytes(of message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(message)) + [newline]
  }

  /// - Returns: nil if the line, without its end, is no message of the kind.
  static func decode<Message: Decodable>(_ kind: Message.Type, _ line: [UInt8]) -> Message? {
    try? JSONDecoder().decode(kind, from: Data(line))
  }

  static let newline = UInt8(ascii: "\n")
}

/// Cuts what arrives into lines. It holds no more than one line may have.
struct ControlLines: Hashable, Sendable {
  private var bytes: [UInt8] = []

  struct TooLong: Error, Hashable {}

  /// - Returns: the lines that are complete now, without their ends.
  mutating func feed(_ more: some Sequence<UInt8>) throws(TooLong) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in more {
      if byte == ControlLine.newline {
        lines.append(bytes)
        bytes = []
      } else {
        guard bytes.count < ControlLine.longest else { throw TooLong() }
        bytes.append(byte)
      }
    }
    return lines
  }

  /// Whether something of an unfinished line is there.
  var isAmidLine: Bool { !bytes.isEmpty }
}
