import Identity
import TLS

/// Names that are known to be well formed.
func part(_ text: String) throws -> NamePart {
  try NamePart(text)
}

func part(_ text: String) throws -> UserName {
  try UserName(text)
}

/// Contexts of one cluster whose users come and go with the tests.
struct TestAuthority {
  static let expired = Validity(
    from: SystemClock.seconds - 2 * 86400, to: SystemClock.seconds - 86400)

  let authority: Authority
  /// When its certificates are made, in seconds since 1970.
  let made = SystemClock.seconds

  init(cluster: String = "test-cluster") throws {
    self.authority = try Authority.create(cluster: part(cluster))
  }

  var coordinatorURI: String { "board://\(self.authority.cluster)/coordinator" }

  func client(
    user: String = "ada", device: String = "laptop", validity: Validity? = nil,
    protocols: [String] = ["board/1"], expecting expectation: PeerExpectation? = nil,
    trusting other: TestAuthority? = nil
  ) throws -> TLSContext {
    let identity = try self.authority.mint(
      user: part(user), device: part(device), validity: validity ?? .device(now: self.made))
    return try TLSContext(
      role: .client,
      credentials: Self.replacingAuthority(identity.credentials, by: other),
      protocols: protocols, expecting: expectation ?? .uri(self.coordinatorURI))
  }

  func server(
    validity: Validity? = nil, protocols: [String] = ["board/1"],
    expecting expectation: PeerExpectation? = nil, trusting other: TestAuthority? = nil
  ) throws -> TLSContext {
    let credentials = try self.authority.mintCoordinator(
      validity: validity ?? .coordinator(now: self.made))
    return try TLSContext(
      role: .server, credentials: Self.replacingAuthority(credentials, by: other),
      protocols: protocols, expecting: expectation ?? .device(of: self.authority.cluster))
  }

  /// A coordinator as it serves, with both application protocols.
  ///
  /// - Parameter cluster: whose devices it lets in.
  func coordinator(
    of cluster: String = "test-cluster", validity: Validity? = nil
  ) throws -> TLSContext {
    let credentials = try self.authority.mintCoordinator(
      validity: validity ?? .coordinator(now: self.made))
    return try Identity(
      cluster: part(cluster), user: part("ada"), device: part("laptop"), credentials: credentials,
      coordinator: credentials, authority: nil
    ).coordinatorContext()
  }

  /// A client without a certificate, which knows the authority's pin alone.
  func joiner(
    pin: [UInt8]? = nil, expecting expectation: PeerExpectation? = nil
  ) throws -> TLSContext {
    try TLSContext(
      joining: pin ?? self.authority.pin, expecting: expectation ?? .uri(self.coordinatorURI))
  }

  /// The coordinator as a client sees it.
  var coordinatorPeer: TLSPeer { self.peer(self.coordinatorURI, .coordinator(now: self.made)) }

  /// A device as the coordinator sees it.
  func devicePeer(user: String = "ada", device: String = "laptop") -> TLSPeer {
    self.peer(
      "board://\(self.authority.cluster)/u/\(user)/d/\(device)", .device(now: self.made))
  }

  private func peer(_ uri: String, _ validity: Validity) -> TLSPeer {
    TLSPeer(
      uris: [uri], alpn: "board/1",
      certificate: PeerCertificate(notBefore: validity.from, notAfter: validity.to))
  }

  private static func replacingAuthority(
    _ credentials: TLSCredentials, by other: TestAuthority?
  ) -> TLSCredentials {
    guard let other else { return credentials }
    return TLSCredentials(
      certificateChain: credentials.certificateChain, privateKey: credentials.privateKey,
      authority: other.authority.certificate)
  }
}
