import Foundation

/// `Protocol` of the sources these tests were built from.
enum ProtocolFolder {
  static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Protocol")

  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: self.path.appending(path: name))
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try self.data(name), as: UTF8.self)
  }
}
