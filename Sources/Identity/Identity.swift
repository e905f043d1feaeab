public import TLS

/// Who a user's device is on a cluster, and where it also runs the coordinator, that one's part.
public struct Identity: Sendable {
  public let cluster: NamePart
  public let user: NamePart
  public let device: NamePart
  public let credentials: TLSCredentials
  /// Nil in a folder that serves windows only.
  public let coordinator: TLSCredentials?
  /// Nil in a folder that can certify nobody.
  public let authority: Authority?

  public init(
    cluster: NamePart, user: NamePart, device: NamePart, credentials: TLSCredentials,
    coordinator: TLSCredentials?, authority: Authority?
  ) {
    self.cluster = cluster
    self.user = user
    self.device = device
    self.credentials = credentials
    self.coordinator = coordinator
    self.authority = authority
  }

  public var name: PeerName {
    .device(cluster: self.cluster, user: self.user, device: self.device)
  }

  /// For windows and commands: speaks only to a coordinator of this cluster.
  public func windowContext(protocols: [String] = ["board/1"]) throws -> TLSContext {
    try TLSContext(
      role: .client, credentials: self.credentials, protocols: protocols,
      expecting: .uri(PeerName.coordinator(cluster: self.cluster).description))
  }

  /// For the coordinator: listens only to devices of this cluster, each with exactly one name.
  /// Throws `IdentityError` of kind `windowOnly` where there is no coordinator's certificate.
  public func coordinatorContext(protocols: [String] = ["board/1"]) throws -> TLSContext {
    guard let coordinator = self.coordinator else {
      throw IdentityError(
        kind: .windowOnly,
        detail:
          "this identity of user \(self.user) serves windows only: name their coordinator in BOARD_URL (board://HOST:PORT), or start one "
          + "where the authority of team \(self.cluster) is kept")
    }
    return try TLSContext(
      role: .server, credentials: coordinator, protocols: protocols,
      expecting: .device(of: self.cluster))
  }
}

extension PeerExpectation {
  /// A device of `cluster`, whoever its user is.
  public static func device(of cluster: NamePart) -> PeerExpectation {
    PeerExpectation("a device as in board://\(cluster)/u/USER/d/DEVICE") { uris in
      guard case .device(cluster, _, _) = try? PeerName(certificateURIs: uris) else { return false }
      return true
    }
  }
}
