import COpenSSL

/// The settings that all sessions of one role share: TLS 1.3 only, certificates on both sides
/// (except for the clients of a service that allows that), an application protocol always, neither
/// resumption nor early data.
public final class TLSContext: Sendable {
  public enum Role: Sendable {
    case client
    case server
  }

  /// The rules that a test peer breaks on purpose, so that the other should refuse it.
  public struct BrokenRules: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Speaks TLS 1.2 only.
    public static let version = BrokenRules(rawValue: 1)
    /// Offers no application protocol.
    public static let noProtocol = BrokenRules(rawValue: 2)
    /// Presents no certificate.
    public static let noCertificate = BrokenRules(rawValue: 4)
    /// As a client agrees on a key by another group alone, as a server by that one too.
    public static let group = BrokenRules(rawValue: 8)
    /// As a client takes signatures of other kinds alone, as a server has one of them as well.
    public static let signature = BrokenRules(rawValue: 16)
    /// Takes any number of key updates.
    public static let keyUpdates = BrokenRules(rawValue: 32)
  }

  /// An application protocol that a server speaks, and the certificate that it wants to see there.
  public struct Service: Hashable, Sendable {
    public enum ClientCertificate: Hashable, Sendable {
      case required
      /// The client may have none. One that it has may have ended up to so many seconds ago, and
      /// must be valid in all else. The authority's certificate goes with the server's own, for a
      /// client that knows the authority by its pin alone.
      case optional(lateBySeconds: Int)
    }

    public let alpn: String
    public let certificate: ClientCertificate

    public init(alpn: String, certificate: ClientCertificate) {
      self.alpn = alpn
      self.certificate = certificate
    }
  }

  /// Where the chains of peers must lead.
  enum Anchor: Sendable {
    case authority
    /// To the certificate in the peer's own chain whose SubjectPublicKeyInfo has this SHA-256.
    case pin([UInt8])
  }

  /// The most bytes of a peer's certificate chain. A chain of three P-256 certificates is under 4
  /// KiB; OpenSSL's default would take 100 KiB from anyone.
  static let longestPeerChain = 16 * 1024

  /// The longest time in seconds from the beginning of a client's certificate to its end (SPEC.md
  /// TLS-024): one that was signed by other means than a coordinator's would outlive revocations that
  /// are forgotten.
  static let longestClientLife = 7 * 86_400 + 3_600

  /// The groups of the key exchange. Others are slow enough to stall a coordinator: an exchange in
  /// ffdhe8192 takes 144 ms.
  private static let groups = "X25519:P-256"

  /// The signatures of peers. All certificates have keys on P-256, and others take longer to check.
  private static let signatures = "ECDSA+SHA256"

  /// What peers that break the rules offer in the place of these.
  private static let otherGroup = "P-384"
  private static let otherSignatures = "ed25519:ed448:ECDSA+SHA384:ECDSA+SHA512:RSA-PSS+SHA256"

  public let role: Role
  /// The application protocols this side speaks, the most preferred first, each with its demand on
  /// a client; a client takes no notice of the demand.
  let services: [Service]
  public let expectation: PeerExpectation
  let anchor: Anchor
  let rules: BrokenRules
  // The `SSL_CTX` never changes after init, and OpenSSL counts its references atomically.
  nonisolated(unsafe) let pointer: OpaquePointer
  /// The authority's certificate, an `X509 *`; nil where only its pin is known. It never changes.
  nonisolated(unsafe) let authority: OpaquePointer?

  /// The application protocols this side speaks, the most preferred first.
  public var protocols: [String] { services.map(\.alpn) }

  /// Throws `TLSError` of kind `configuration` that says which part cannot be used and why.
  public convenience init(
    role: Role, credentials: TLSCredentials, protocols: [String] = ["board/1"],
    expecting expectation: PeerExpectation
  ) throws {
    try self.init(
      role: role, credentials: credentials, services: Self.services(protocols),
      expecting: expectation, breaking: [])
  }

  /// Makes a server that speaks several protocols, the most preferred first. `expectation` is of
  /// the clients that have a certificate. A server that breaks `rules` is one that a test must find
  /// out. Throws `TLSError` of kind `configuration` that says which part cannot be used and why.
  public convenience init(
    serving services: [Service], credentials: TLSCredentials,
    expecting expectation: PeerExpectation, breaking rules: BrokenRules = []
  ) throws {
    try self.init(
      role: .server, credentials: credentials, services: services, expecting: expectation,
      breaking: rules)
  }

  /// Makes a client without a certificate, which knows the authority by `pin` alone: the SHA-256 of
  /// its SubjectPublicKeyInfo, 32 bytes. The server sends the authority's certificate in its chain.
  /// Throws `TLSError` of kind `configuration`.
  public convenience init(
    joining pin: [UInt8], protocols: [String] = ["board-join/1"],
    expecting expectation: PeerExpectation
  ) throws {
    try self.init(
      role: .client, credentials: nil, services: Self.services(protocols), expecting: expectation,
      anchor: .pin(pin), breaking: [])
  }

  /// Makes a client that breaks `rules`, to see whether a coordinator refuses it. The client still
  /// checks the coordinator's certificate.
  public convenience init(
    breaking rules: BrokenRules, credentials: TLSCredentials, protocols: [String] = ["board/1"],
    expecting expectation: PeerExpectation
  ) throws {
    try self.init(
      role: .client, credentials: credentials, services: Self.services(protocols),
      expecting: expectation, breaking: rules)
  }

  private init(
    role: Role, credentials: TLSCredentials?, services: [Service],
    expecting expectation: PeerExpectation, anchor: Anchor = .authority,
    breaking rules: BrokenRules
  ) throws {
    let method = role == .client ? TLS_client_method() : TLS_server_method()
    ERR_clear_error()
    guard let pointer = SSL_CTX_new(method) else {
      throw OpenSSLErrors.configuration("TLS context")
    }
    var authority: OpaquePointer?
    do {
      try Self.restrict(pointer, to: rules.contains(.version) ? TLS1_2_VERSION : TLS1_3_VERSION)
      try Self.restrictKeys(pointer, role, breaking: rules)
      if let credentials {
        authority = try Self.trust(credentials, in: pointer)
        if !rules.contains(.noCertificate) { try Self.load(credentials, into: pointer) }
      }
      let list = try ALPN.encode(services.map(\.alpn))
      if role == .client, !rules.contains(.noProtocol),
        SSL_CTX_set_alpn_protos(pointer, list, CUnsignedInt(list.count)) != 0
      {
        throw OpenSSLErrors.configuration("application protocols")
      }
    } catch {
      X509_free(authority)
      SSL_CTX_free(pointer)
      throw error
    }
    self.role = role
    self.rules = rules
    self.services = services
    self.expectation = expectation
    self.anchor = anchor
    self.pointer = pointer
    self.authority = authority
    SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    PeerCheck.install(on: pointer, role: role)
  }

  private static func services(_ protocols: [String]) -> [Service] {
    protocols.map { Service(alpn: $0, certificate: .required) }
  }

  deinit {
    X509_free(authority)
    SSL_CTX_free(pointer)
  }

  private static func restrict(_ context: OpaquePointer, to version: CInt) throws {
    guard board_SSL_CTX_set_min_proto_version(context, version) == 1,
      board_SSL_CTX_set_max_proto_version(context, version) == 1,
      SSL_CTX_set_num_tickets(context, 0) == 1,
      SSL_CTX_set_max_early_data(context, 0) == 1
    else { throw OpenSSLErrors.configuration("TLS version") }
    SSL_CTX_set_options(context, board_SSL_OP_NO_TICKET() | board_SSL_OP_NO_RENEGOTIATION())
    _ = board_SSL_CTX_set_session_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
    _ = board_SSL_CTX_set_max_cert_list(context, Self.longestPeerChain)
    // An idle session gives its two record buffers back: thousands of windows may be connected. The
    // authority's certificate is not sent, since the peer has it, and would keep another of it.
    _ = board_SSL_CTX_set_mode(
      context, Int(SSL_MODE_RELEASE_BUFFERS) | Int(SSL_MODE_NO_AUTO_CHAIN))
  }

  private static func restrictKeys(
    _ context: OpaquePointer, _ role: Role, breaking rules: BrokenRules
  ) throws {
    func list(_ own: String, _ other: String, _ rule: BrokenRules) -> String {
      guard rules.contains(rule) else { return own }
      return role == .client ? other : "\(own):\(other)"
    }
    guard board_SSL_CTX_set1_groups_list(context, list(groups, otherGroup, .group)) == 1 else {
      throw OpenSSLErrors.configuration("key exchange groups")
    }
    guard
      board_SSL_CTX_set1_sigalgs_list(context, list(signatures, otherSignatures, .signature)) == 1
    else { throw OpenSSLErrors.configuration("signature algorithms") }
  }

  private static func load(_ credentials: TLSCredentials, into context: OpaquePointer) throws {
    let chain = try PEM.certificates(credentials.certificateChain, what: "certificate")
    defer { chain.forEach { X509_free($0) } }
    guard let leaf = chain.first, SSL_CTX_use_certificate(context, leaf) == 1 else {
      throw OpenSSLErrors.configuration("certificate")
    }
    for certificate in chain.dropFirst() {
      guard board_SSL_CTX_add1_chain_cert(context, certificate) == 1 else {
        throw OpenSSLErrors.configuration("certificate chain")
      }
    }
    let key = try PEM.privateKey(credentials.privateKey)
    defer { EVP_PKEY_free(key) }
    guard SSL_CTX_use_PrivateKey(context, key) == 1, SSL_CTX_check_private_key(context) == 1 else {
      throw OpenSSLErrors.configuration("private key")
    }
  }

  /// - Returns: the first of the authority's certificates, which the caller frees.
  private static func trust(
    _ credentials: TLSCredentials, in context: OpaquePointer
  ) throws -> OpaquePointer? {
    let authorities = try PEM.certificates(credentials.authority, what: "authority")
    defer { authorities.forEach { X509_free($0) } }
    for authority in authorities {
      guard X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority) == 1 else {
        throw OpenSSLErrors.configuration("authority")
      }
    }
    guard let authority = authorities.first, X509_up_ref(authority) == 1 else {
      throw OpenSSLErrors.configuration("authority")
    }
    return authority
  }
}
