public import Identity
public import Transport

/// The options with which a coordinator is started.
public struct CoordinatorOptions: Sendable {
  /// The addresses to listen at, all of them.
  public var listen: [Endpoint]
  /// The folder of the store.
  public var store: String
  public var identity: Identity
  /// Where that is, so that certificates are renewed in it; nil where they are not.
  public var identityFolder: IdentityFolder?
  /// The addresses that people are told to dial; those it listens at where there are none.
  public var addresses: [Endpoint] = []
  /// The milliseconds after the last connection has gone when the coordinator stops; nil to stay.
  public var idleExitMilliseconds: UInt64?
  public var keepaliveMilliseconds: UInt32?
  /// Those that are the default where there are none.
  public var limits: CoordinatorLimits?
  /// Whether to wait for another coordinator that has the store open, because it is about to end,
  /// instead of refusing to start.
  public var waitsForStore = false

  public init(listen: [Endpoint], store: String, identity: Identity) {
    self.listen = listen
    self.store = store
    self.identity = identity
  }
}

/// The name and version by which this program describes itself to its peers.
public enum Program {
  public static let version = "0.1.0"
  public static let agent = "boardd/\(version)"
}
