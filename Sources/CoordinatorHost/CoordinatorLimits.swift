import Coordination

/// The limits of a coordinator, as its operator sets them by names.
public struct CoordinatorLimits: Sendable {
  let shares: Shares
  /// The names of those that the operator set.
  let named: Set<String>

  public struct Limit: Encodable, Sendable {
    public let name: String
    /// The default.
    public let value: Int
    /// What a coordinator has in force; nil where none was asked.
    public let inForce: Int?
    /// The least number that may be set.
    public let least: Int
    /// The largest number that may be set; nil where any may.
    public let most: Int?
    public let meaning: String
  }

  /// - Parameter settings: each a name, an equals sign and a number.
  /// - Throws: an error whose description says which of them is wrong, and how to write it.
  public init(_ settings: [String] = []) throws {
    var shares = Shares()
    try shares.set(settings)
    self.init(shares, named: Set(settings.map { String($0.prefix { $0 != "=" }) }))
  }

  private init(_ shares: Shares, named: Set<String> = []) {
    (self.shares, self.named) = (shares, named)
  }

  /// Those of a coordinator that serves one user, from whom no disk has to be kept.
  static let ofOneUser = CoordinatorLimits(.ofOneUser, named: ["stored-bytes"])

  /// Those of a coordinator.
  init(_ configuration: CoordinatorConfiguration) { self.init(configuration.shares) }

  /// - Parameter inForce: what a coordinator has in force, by the names.
  public func all(inForce: [String: Int] = [:]) -> [Limit] {
    Shares.settings.map {
      Limit(
        name: $0.name, value: $0.value(in: shares), inForce: inForce[$0.name],
        least: $0.least, most: $0.most < Shares.Setting.unbounded ? $0.most : nil,
        meaning: $0.meaning)
    }
  }

  var values: [String: Int] {
    Dictionary(
      uniqueKeysWithValues: Shares.settings.map { ($0.name, $0.value(in: shares)) })
  }
}
