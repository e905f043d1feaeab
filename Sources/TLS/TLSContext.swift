import COpenSSL

/// The settings that all sessions of one role share: TLS 1.3 only, certificates on both sides, an
/// application protocol always, neither resumption nor early data.
public final class TLSContext: Sendable {
  public enum Role: Sendable {
    case client
    case server
  }

  /// The rules that a test client breaks on purpose, so that a coordinator should refuse it.
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
  }

  /// The most bytes of a peer's certificate chain. A chain of three P-256 certificates is under 4
  /// KiB; OpenSSL's default would take 100 KiB from anyone.
  static let longestPeerChain = 16 * 1024

  public let role: Role
  /// The application protocols this side speaks, the most preferred first.
  public let protocols: [String]
  public let expectation: PeerExpectation
  // The `SSL_CTX` never changes after init, and OpenSSL counts its references atomically.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Throws `TLSError` of kind `configuration` that says which part cannot be used and why.
  public convenience init(
    role: Role, credentials: TLSCredentials, protocols: [String] = ["board/1"],
    expecting expectation: PeerExpectation
  ) throws {
    try self.init(
      role: role, credentials: credentials, protocols: protocols, expecting: expectation,
      breaking: [])
  }

  /// Makes a client that breaks `rules`, to see whether a coordinator refuses it. The client still
  /// checks the coordinator's certificate.
  public convenience init(
    breaking rules: BrokenRules, credentials: TLSCredentials, protocols: [String] = ["board/1"],
    expecting expectation: PeerExpectation
  ) throws {
    try self.init(
      role: .client, credentials: credentials, protocols: protocols, expecting: expectation,
      breaking: rules)
  }

  private init(
    role: Role, credentials: TLSCredentials, protocols: [String],
    expecting expectation: PeerExpectation, breaking rules: BrokenRules
  ) throws {
    let method = role == .client ? TLS_client_method() : TLS_server_method()
    ERR_clear_error()
    guard let pointer = SSL_CTX_new(method) else {
      throw OpenSSLErrors.configuration("TLS context")
    }
    self.role = role
    self.protocols = protocols
    self.expectation = expectation
    self.pointer = pointer
    try Self.restrict(pointer, to: rules.contains(.version) ? TLS1_2_VERSION : TLS1_3_VERSION)
    try Self.trust(credentials, in: pointer)
    if !rules.contains(.noCertificate) { try Self.load(credentials, into: pointer) }
    let list = try ALPN.encode(protocols)
    if role == .client, !rules.contains(.noProtocol),
      SSL_CTX_set_alpn_protos(pointer, list, CUnsignedInt(list.count)) != 0
    {
      throw OpenSSLErrors.configuration("application protocols")
    }
    let mode = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
    SSL_CTX_set_verify(pointer, mode, nil)
    PeerCheck.install(on: pointer, role: role)
  }

  deinit {
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

  private static func trust(_ credentials: TLSCredentials, in context: OpaquePointer) throws {
    let authorities = try PEM.certificates(credentials.authority, what: "authority")
    defer { authorities.forEach { X509_free($0) } }
    for authority in authorities {
      guard X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority) == 1 else {
        throw OpenSSLErrors.configuration("authority")
      }
    }
  }
}
