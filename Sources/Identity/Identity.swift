public import TLS

/// The identity of a user's device in a cluster, and of the coordinator and the authority where the
/// device has them.
public struct Identity: Sendable {
  public let cluster: NamePart
  public let user: UserName
  public let device: NamePart
  public let credentials: TLSCredentials
  /// The coordinator's certificate and key; nil in a folder that serves windows only.
  public let coordinator: TLSCredentials?
  /// The authority with its private key; nil in a folder that cannot sign certificates.
  public let authority: Authority?

  public init(
    cluster: NamePart, user: UserName, device: NamePart, credentials: TLSCredentials,
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
    .device(cluster: cluster, user: user, device: device)
  }

  /// The application protocol of who works on boards.
  public static let boardProtocol = "board/1"
  /// The application protocol of who joins, or renews a certificate that has ended.
  public static let joinProtocol = "board-join/1"

  /// The TLS settings for windows and commands: they accept only this cluster's coordinator.
  public func windowContext(protocols: [String] = [boardProtocol]) throws -> TLSContext {
    try TLSContext(
      role: .client, credentials: credentials, protocols: protocols,
      expecting: .uri(PeerName.coordinator(cluster: cluster).description))
  }

  /// The TLS settings for renewing this device's certificate after its end.
  public func lateRenewalContext() throws -> TLSContext {
    try windowContext(protocols: [Self.joinProtocol])
  }

  /// The TLS settings for the coordinator: on `boardProtocol` it accepts only devices of this
  /// cluster, each with exactly one name; on `joinProtocol` also whoever has no certificate, and
  /// devices whose certificate ended at most 30 days ago. Throws `IdentityError` of kind
  /// `windowOnly` where there is no coordinator's certificate.
  public func coordinatorContext() throws -> TLSContext {
    guard let coordinator else {
      throw IdentityError(
        kind: .windowOnly,
        detail:
          "this identity of user \(user) serves windows only: name their coordinator in BOARD_URL (board://HOST:PORT), or start one "
          + "where the authority of team \(cluster) is kept")
    }
    return try coordinatorContext(coordinator)
  }

  /// The same with other credentials of this cluster's coordinator, as a renewal makes them.
  /// - Parameter rules: those that a coordinator breaks which a test must find out.
  public func coordinatorContext(
    _ coordinator: TLSCredentials, breaking rules: TLSContext.BrokenRules = []
  ) throws -> TLSContext {
    try TLSContext(
      serving: [
        TLSContext.Service(alpn: Self.boardProtocol, certificate: .required),
        TLSContext.Service(
          alpn: Self.joinProtocol, certificate: .optional(lateBySeconds: Validity.lateRenewal)),
      ],
      credentials: coordinator, expecting: .device(of: cluster), breaking: rules)
  }
}

extension PeerExpectation {
  /// Accepts any device of `cluster`, whoever its user is.
  public static func device(of cluster: NamePart) -> PeerExpectation {
    PeerExpectation(
      "a device as in board://\(cluster)/u/USER/d/DEVICE, whose user is in lower case and not everyone"
    ) { uris in
      guard case .device(cluster, _, _) = try? PeerName(certificateURIs: uris) else { return false }
      return true
    }
  }
}
