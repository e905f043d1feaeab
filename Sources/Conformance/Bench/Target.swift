public import TLS
public import Transport

/// The coordinator under test, and what the suite may use against it.
public struct Target: Sendable {
  public let endpoint: Endpoint
  public let identity: TLSCredentials
  /// Of another user of the same cluster; cases that need it are skipped where it is nil.
  public let secondIdentity: TLSCredentials?
  /// For each thing that a case waits for, in seconds.
  public let patience: Double
  /// Whether cases run that wait for the coordinator's own timers.
  public let slow: Bool

  public init(
    endpoint: Endpoint, identity: TLSCredentials, secondIdentity: TLSCredentials? = nil,
    patience: Double = 5, slow: Bool = false
  ) {
    self.endpoint = endpoint
    self.identity = identity
    self.secondIdentity = secondIdentity
    self.patience = patience
    self.slow = slow
  }

  /// Reads `HOST:PORT`. Throws what says why it is none.
  public static func endpoint(_ text: String) throws -> Endpoint { try Endpoint(parsing: text) }
}
