import Files
public import Transport

/// Names a coordinator as `board://HOST:PORT`.
public struct CoordinatorURL: Hashable, Sendable, CustomStringConvertible {
  public let endpoint: Endpoint

  public struct Malformed: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  public init(_ text: String) throws {
    let scheme = "board://"
    guard text.hasPrefix(scheme) else {
      throw Malformed(
        description: "\(text.debugDescription) names no coordinator: write board://HOST:PORT")
    }
    endpoint = try Endpoint(parsing: String(text.dropFirst(scheme.count)))
  }

  public init(endpoint: Endpoint) {
    self.endpoint = endpoint
  }

  public var description: String { "board://\(endpoint)" }
}

/// The file in which this user's own coordinator says where it listens.
struct AddressFile {
  let path: String

  /// Bytes of the longest host name, and some.
  private static let longest = 512

  /// Replaces the file in one step, so that nobody reads half an address.
  func write(_ endpoint: Endpoint) throws {
    try Folder.replace(path, with: Array("\(endpoint)\n".utf8), synced: false)
  }

  /// Nil where there is none or it holds no address.
  func read() -> Endpoint? {
    guard let bytes = try? OpenFile(path, .read).read(AddressFile.longest) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return try? Endpoint(parsing: String(decoding: line, as: UTF8.self))
  }

  func remove() {
    _ = try? Folder.remove(path)
  }
}
