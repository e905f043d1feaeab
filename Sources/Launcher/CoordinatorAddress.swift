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

  /// Replaces the file in one step, so that nobody reads half an address.
  func write(_ endpoint: Endpoint) throws {
    let temporary = path + ".new"
    try PrivateFile.write("\(endpoint)\n", to: temporary)
    try PrivateFile.rename(temporary, to: path)
  }

  /// Nil where there is none or it holds no address.
  func read() -> Endpoint? {
    guard let text = PrivateFile.read(path, limit: 512) else { return nil }
    return try? Endpoint(parsing: String(text.prefix { $0 != "\n" }))
  }

  func remove() {
    PrivateFile.remove(path)
  }
}
