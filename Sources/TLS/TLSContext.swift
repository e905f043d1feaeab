import COpenSSL

/// Whom this side is, and whom it trusts: PEM bytes.
public struct TLSCredentials: Sendable {
  /// This side's certificate, then any intermediate ones.
  public let certificateChain: [UInt8]
  public let privateKey: [UInt8]
  /// The one authority whose certificates are accepted.
  public let authority: [UInt8]

  public init(certificateChain: [UInt8], privateKey: [UInt8], authority: [UInt8]) {
    self.certificateChain = certificateChain
    self.privateKey = privateKey
    self.authority = authority
  }
}

/// What all sessions of one role share. TLS 1.3 only, certificates on both sides, an application
/// protocol always, neither resumption nor early data.
public final class TLSContext: Sendable {
  public enum Role: Sendable {
    case client
    case server
  }

  /// A chain of three P-256 certificates is under 4 KiB; OpenSSL would take 100 KiB from anyone.
  static let longestPeerChain = 16 * 1024

  public let role: Role
  /// In order of preference.
  public let protocols: [String]
  public let expectation: PeerExpectation
  // Never changed after init; OpenSSL counts its references atomically.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Throws `TLSError` of kind `configuration` that says which part cannot be used and why.
  public init(
    role: Role, credentials: TLSCredentials, protocols: [String] = ["board/1"],
    expecting expectation: PeerExpectation
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
    try Self.restrict(pointer)
    try Self.load(credentials, into: pointer)
    let list = try ALPN.encode(protocols)
    if role == .client, SSL_CTX_set_alpn_protos(pointer, list, CUnsignedInt(list.count)) != 0 {
      throw OpenSSLErrors.configuration("application protocols")
    }
    let mode = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
    SSL_CTX_set_verify(pointer, mode, nil)
    PeerCheck.install(on: pointer, role: role)
  }

  deinit {
    SSL_CTX_free(self.pointer)
  }

  private static func restrict(_ context: OpaquePointer) throws {
    guard board_SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1,
      board_SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) == 1,
      SSL_CTX_set_num_tickets(context, 0) == 1,
      SSL_CTX_set_max_early_data(context, 0) == 1
    else { throw OpenSSLErrors.configuration("TLS 1.3") }
    SSL_CTX_set_options(context, board_SSL_OP_NO_TICKET() | board_SSL_OP_NO_RENEGOTIATION())
    _ = board_SSL_CTX_set_session_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
    _ = board_SSL_CTX_set_max_cert_list(context, Self.longestPeerChain)
    // Thousands of idle windows should not each hold two record buffers.
    _ = board_SSL_CTX_set_mode(context, Int(SSL_MODE_RELEASE_BUFFERS))
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
    let authorities = try PEM.certificates(credentials.authority, what: "authority")
    defer { authorities.forEach { X509_free($0) } }
    for authority in authorities {
      guard X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority) == 1 else {
        throw OpenSSLErrors.configuration("authority")
      }
    }
  }
}
