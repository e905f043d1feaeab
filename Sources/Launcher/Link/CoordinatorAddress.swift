import Files
public import Transport

/// The URL of a coordinator, `board://HOST:PORT`. As in every URL, the case of the scheme and the
/// host does not matter; a `/` may stand at the end.
public struct CoordinatorURL: Hashable, Sendable, CustomStringConvertible {
  public let endpoint: Endpoint

  public struct Malformed: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  public init(_ text: String) throws {
    guard let address = CoordinatorURL.address(in: text) else {
      throw Malformed(
        description: "\(text.debugDescription) names no coordinator: write board://HOST:PORT")
    }
    endpoint = try Endpoint(parsing: address.lowercased())
  }

  /// Reads an address as people write it: with `board://`, or without.
  public static func endpoint(in text: String) throws -> Endpoint {
    guard address(in: text) == nil else { return try CoordinatorURL(text).endpoint }
    return try Endpoint(parsing: text.hasSuffix("/") ? String(text.dropLast()) : text)
  }

  /// The part of the text behind the scheme; nil where the scheme is not `board`.
  private static func address(in text: String) -> String? {
    let scheme = "board://"
    guard text.prefix(scheme.count).lowercased() == scheme else { return nil }
    let address = text.dropFirst(scheme.count)
    return String(address.hasSuffix("/") ? address.dropLast() : address)
  }

  public init(endpoint: Endpoint) {
    self.endpoint = endpoint
  }

  public var description: String { "board://\(endpoint)" }
}

/// The file that holds the address at which this user's own coordinator listens.
struct AddressFile {
  let path: String

  /// The most bytes read: those of the longest host name, and some more.
  private static let longest = 512

  /// Replaces the file in one step, so that nobody reads half an address.
  func write(_ endpoint: Endpoint) throws {
    try Folder.replace(path, with: Array("\(endpoint)\n".utf8), synced: false)
  }

  /// The address; nil where there is no file or it holds no address.
  func read() -> Endpoint? {
    guard let bytes = try? OpenFile(path, .read).read(AddressFile.longest) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return try? Endpoint(parsing: String(decoding: line, as: UTF8.self))
  }

  func remove() {
    _ = try? Folder.remove(path)
  }
}
