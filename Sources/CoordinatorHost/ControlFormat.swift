import Foundation

// The format of the control socket of a running coordinator. It is no part of the coordinator's
// protocol: both ends are programs of one installation and one user, on one machine. A peer sends
// one line with a request; lines with answers come back, the last of them final, then the end of
// the stream. Each line is a JSON object with one member, as Swift encodes an enumeration:
//
//     {"copy":{"to":"/path/of/an/empty/file"}}
//     {"copying":{}}                              every two seconds, so that the peer waits on
//     {"copied":{}}                               or {"failed":{"reason":"..."}}
//
//     {"status":{}}
//     {"status":{"_0":{"boards":2,...}}}          what `CoordinatorStatus` holds
//
//     {"administer":{"_0":{"devices":{}}}}        what `AdministratorCommand` holds
//     {"waiting":{}}                              every two seconds, so that the peer waits on
//     {"part":{"_0":{...}}}                       a part of the answer, what `AdministratorReply` holds
//     {"administered":{"_0":{...}}}               the last part
//
// A peer that half-closes or closes the stream before the last answer cancels the request.

enum ControlRequest: Codable, Hashable, Sendable {
  /// Asks for every page of the store to be copied into a file, which must exist and be empty.
  case copy(to: String)
  /// Asks what the coordinator does.
  case status
  case administer(AdministratorCommand)
}

enum ControlAnswer: Codable, Hashable, Sendable {
  case copying
  /// All pages are in the file, and on the disk.
  case copied
  case status(CoordinatorStatus)
  /// The answer is being made.
  case waiting
  case part(AdministratorReply)
  case administered(AdministratorReply)
  /// The request failed. The file is removed if it was opened.
  case failed(reason: String)
}

enum ControlLine {
  /// The most bytes of a line: those of a path of 4096 bytes, each written as six, and some more.
  static let longest = 32_768

  /// The line, newline included.
  static func bytes(of message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(message)) + [newline]
  }

  /// - Returns: the message in the line, which comes without its newline; nil if it is none of this
  ///   kind.
  static func decode<Message: Decodable>(_ kind: Message.Type, _ line: [UInt8]) -> Message? {
    try? JSONDecoder().decode(kind, from: Data(line))
  }

  static let newline = UInt8(ascii: "\n")
}

/// Cuts a byte stream into lines. It holds no more bytes than one line may have.
struct ControlLines: Hashable, Sendable {
  private var bytes: [UInt8] = []

  struct TooLong: Error, Hashable {}

  /// - Returns: the lines that are complete now, without their newlines.
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

  /// Whether there are bytes of an unfinished line.
  var isAmidLine: Bool { !bytes.isEmpty }
}
