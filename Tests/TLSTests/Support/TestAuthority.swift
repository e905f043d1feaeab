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

  init(cluster: String = "test-cluster") throws {
    self.authority = try Authority.create(cluster: part(cluster))
  }

  var coordinatorURI: String { "board://\(self.authority.cluster)/coordinator" }

  func client(
    user: String = "ada", device: String = "laptop", validity: Validity = .tenYears(),
    protocols: [String] = ["board/1"], expecting expectation: PeerExpectation? = nil,
    trusting other: TestAuthority? = nil
  ) throws -> TLSContext {
    let identity = try self.authority.mint(
      user: part(user), device: part(device), validity: validity)
    return try TLSContext(
      role: .client,
      credentials: Self.replacingAuthority(identity.credentials, by: other),
      protocols: protocols, expecting: expectation ?? .uri(self.coordinatorURI))
  }

  func server(
    validity: Validity = .tenYears(), protocols: [String] = ["board/1"],
    expecting expectation: PeerExpectation? = nil, trusting other: TestAuthority? = nil
  ) throws -> TLSContext {
    let credentials = try self.authority.mintCoordinator(validity: validity)
    return try TLSContext(
      role: .server, credentials: Self.replacingAuthority(credentials, by: other),
      protocols: protocols, expecting: expectation ?? .device(of: self.authority.cluster))
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
