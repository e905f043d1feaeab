public import TLS
public import Transport

/// The coordinator under test, with the identities and the time that the suite may use.
public struct Target: Sendable {
  public let endpoint: Endpoint
  public let identity: TLSCredentials
  /// The identity of another user of the same cluster. Cases that need it are skipped if it is nil.
  public let secondIdentity: TLSCredentials?
  /// How long a case waits for each thing it expects, in seconds.
  public let patience: Double
  /// Whether cases run that wait more than 6 s for the coordinator's own timers.
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

  /// Reads `HOST:PORT`. The error that it throws says what is wrong with the text.
  public static func endpoint(_ text: String) throws -> Endpoint { try Endpoint(parsing: text) }
}
