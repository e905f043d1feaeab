public import Identity
public import Transport

/// What a coordinator is started with.
public struct CoordinatorOptions: Sendable {
  /// At every one of these.
  public var listen: [Endpoint]
  /// The folder of the store.
  public var store: String
  public var identity: Identity
  /// Stop when the last connection has been gone for so many milliseconds; nil to stay.
  public var idleExitMilliseconds: UInt64?
  public var keepaliveMilliseconds: UInt32?
  /// Wait for a coordinator that holds the store, because it is about to end, instead of refusing.
  public var waitsForStore = false

  public init(listen: [Endpoint], store: String, identity: Identity) {
    self.listen = listen
    self.store = store
    self.identity = identity
  }
}

/// What this program calls itself towards its peers.
public enum Program {
  public static let version = "0.1.0"
  public static let agent = "boardd/\(version)"
}
