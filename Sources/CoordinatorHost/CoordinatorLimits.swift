import Coordination

/// The limits of a coordinator, as its operator sets them by names.
public struct CoordinatorLimits: Sendable {
  let shares: Shares

  public struct Limit: Encodable, Sendable {
    public let name: String
    public let value: Int
    public let meaning: String
  }

  /// - Parameter settings: each a name, an equals sign and a number.
  /// - Throws: an error whose description says which of them is wrong, and how to write it.
  public init(_ settings: [String] = []) throws {
    var shares = Shares()
    try shares.set(settings)
    self.shares = shares
  }

  public var all: [Limit] {
    Shares.settings.map {
      Limit(name: $0.name, value: $0.value(in: shares), meaning: $0.meaning)
    }
  }
}
