import Foundation

/// The files under Protocol/, which are data that the tests read and never write.
enum ProtocolFiles {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Protocol")

  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  static func json<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws
    -> Value
  {
    try JSONDecoder().decode(Value.self, from: Data(contentsOf: folder.appending(path: path)))
  }
}

func bytes(_ hex: String) -> [UInt8] {
  let digits = Array(hex.utf8)
  return stride(from: 0, to: digits.count - 1, by: 2).map { index in
    UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16) ?? 0
  }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
