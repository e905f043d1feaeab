import BoardModel

/// What tells an operation from another with its identifier: its bytes or, of one with many, of one
/// that was stored, and where nobody acts for the session, their SHA-256. Most operations are
/// acknowledged before anybody needs that.
enum OperationMark: Hashable, Sendable {
  case bytes([UInt8])
  case hash([UInt8])

  /// The most bytes that are kept as they are, so that what a session keeps stays small.
  static let longest = 256

  init(_ bytes: [UInt8]) {
    self = bytes.count <= OperationMark.longest ? .bytes(bytes) : .hash(SHA256.hash(bytes))
  }

  init(hash: [UInt8]) { self = .hash(hash) }

  /// The SHA-256 of the operation's bytes.
  var hash: [UInt8] {
    switch self {
    case .bytes(let bytes): SHA256.hash(bytes)
    case .hash(let hash): hash
    }
  }

  func isOf(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .bytes(let own): own == bytes
    case .hash(let own): own == SHA256.hash(bytes)
    }
  }
}
