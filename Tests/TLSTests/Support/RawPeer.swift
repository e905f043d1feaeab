import COpenSSL
import Identity
import NIOCore
import TLS

/// A peer that breaks our rules: it may speak TLS 1.2, offer no protocol, show no certificate.
final class RawPeer {
  struct Habits {
    var version = TLS1_3_VERSION
    var alpn: [UInt8] = Array("\u{7}board/1".utf8)
    var credentials: TLSCredentials?
    /// The groups it offers, with a key share for the first; nil for OpenSSL's own.
    var groups: String?
  }

  private let context: OpaquePointer
  private let session: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer

  init?(role: TLSContext.Role, _ habits: Habits) {
    let method = role == .client ? TLS_client_method() : TLS_server_method()
    guard let context = SSL_CTX_new(method), let session = SSL_new(context),
      let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem())
    else { return nil }
    self.context = context
    self.session = session
    self.incoming = incoming
    self.outgoing = outgoing
    SSL_set_bio(session, incoming, outgoing)
    SSL_set_verify(session, SSL_VERIFY_NONE, nil)
    if role == .client { SSL_set_connect_state(session) } else { SSL_set_accept_state(session) }
    guard SSL_ctrl(session, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(habits.version), nil) == 1,
      SSL_ctrl(session, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(habits.version), nil) == 1
    else { return nil }
    if !habits.alpn.isEmpty {
      SSL_set_alpn_protos(session, habits.alpn, CUnsignedInt(habits.alpn.count))
    }
    if let groups = habits.groups {
      let isSet = groups.withCString {
        SSL_ctrl(session, SSL_CTRL_SET_GROUPS_LIST, 0, UnsafeMutableRawPointer(mutating: $0))
      }
      guard isSet == 1 else { return nil }
    }
    if let credentials = habits.credentials { self.use(credentials) }
    SSL_set_ex_data(session, 0, Unmanaged.passUnretained(self).toOpaque())
    SSL_CTX_set_keylog_callback(context) { session, line in
      if let line { RawPeer.note(String(cString: line), of: session) }
    }
    SSL_set_ciphersuites(session, "TLS_AES_128_GCM_SHA256")
  }

  deinit {
    SSL_free(self.session)
    SSL_CTX_free(self.context)
  }

  private func use(_ credentials: TLSCredentials) {
    credentials.certificateChain.withUnsafeBytes { bytes in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, CInt(bytes.count)) else { return }
      let certificate = PEM_read_bio_X509(bio, nil, nil, nil)
      SSL_use_certificate(self.session, certificate)
      X509_free(certificate)
      BIO_free(bio)
    }
    credentials.privateKey.withUnsafeBytes { bytes in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, CInt(bytes.count)) else { return }
      let key = PEM_read_bio_PrivateKey(bio, nil, nil, nil)
      SSL_use_PrivateKey(self.session, key)
      EVP_PKEY_free(key)
      BIO_free(bio)
    }
  }

  /// Offers one other protocol from the next hello on.
  func offer(_ name: String) {
    let list = [UInt8(name.utf8.count)] + Array(name.utf8)
    SSL_set_alpn_protos(self.session, list, CUnsignedInt(list.count))
  }

  /// Takes the handshake on, or reads; the reasons OpenSSL gave.
  @discardableResult
  func advance() -> [String] {
    ERR_clear_error()
    var byte: UInt8 = 0
    _ =
      SSL_is_init_finished(self.session) == 1
      ? SSL_read(self.session, &byte, 1) : SSL_do_handshake(self.session)
    var reasons: [String] = []
    while case let code = ERR_get_error(), code != 0 {
      reasons.append(ERR_reason_error_string(code).map { String(cString: $0) } ?? "\(code)")
    }
    return reasons
  }

  /// Whether the other side gave it a ticket.
  var isResumable: Bool { SSL_SESSION_is_resumable(SSL_get_session(self.session)) == 1 }

  func receive(_ ciphertext: ByteBuffer) {
    ciphertext.withUnsafeReadableBytes {
      _ = BIO_write(self.incoming, $0.baseAddress, CInt($0.count))
    }
  }

  func write(_ bytes: [UInt8]) {
    ERR_clear_error()
    _ = SSL_write(self.session, bytes, CInt(bytes.count))
  }

  /// The secret of what a client sends behind the handshake.
  private(set) var clientSecret: [UInt8] = []

  private static func note(_ line: String, of session: OpaquePointer?) {
    guard let session, let own = SSL_get_ex_data(session, 0) else { return }
    let words = line.split(separator: " ")
    guard words.first == "CLIENT_TRAFFIC_SECRET_0", let secret = words.last else { return }
    let digits = Array(secret.utf8)
    Unmanaged<RawPeer>.fromOpaque(own).takeUnretainedValue().clientSecret =
      stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
      }
  }

  func requestKeyUpdate() {
    ERR_clear_error()
    _ = SSL_key_update(self.session, SSL_KEY_UPDATE_REQUESTED)
    _ = SSL_do_handshake(self.session)
  }

  /// Carries bytes both ways until neither side has any; the reasons OpenSSL gave this side.
  func exchange(with ours: inout TLSSession) -> [String] {
    var reasons: [String] = []
    var received = ByteBuffer()
    ours.handshake()
    while true {
      reasons += self.advance()
      let fromOurs = ours.drain()
      let fromPeer = self.drain()
      if fromOurs == nil, fromPeer.readableBytes == 0 { return reasons }
      if let fromOurs { self.receive(fromOurs) }
      if fromPeer.readableBytes > 0 {
        SessionPair.deliver(fromPeer, to: &ours, into: &received, .max)
      }
    }
  }

  func drain() -> ByteBuffer {
    let count = BIO_ctrl_pending(self.outgoing)
    var buffer = ByteBuffer()
    buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) {
      max(0, Int(BIO_read(self.outgoing, $0.baseAddress, CInt(count))))
    }
    return buffer
  }
}
