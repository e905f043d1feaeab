import COpenSSL
import Testing
import Wire

@testable import Identity
@testable import TLS

// Coordinators at which strangers take what is others'.
extension Wrong {
  static let strangers: [Wrong] = [
    Wrong("waits for a handshake for ever", "strangers/silent", "is kept open on which 0 bytes") {
      Tampering(relay: .keepsOpen)
    },
    Wrong("reads on before the handshake", "strangers/bytes", "is kept open on which 49167 bytes") {
      Tampering(relay: .keepsOpen)
    },
    Wrong("is full of those who say nothing", "strangers/crowd", "a client is not let in") {
      Tampering(relay: .lets(through: 400))
    },
    Wrong("resets whom it refuses", "strangers/in-order", "the connection is reset") {
      Tampering(relay: .resets)
    },
    Wrong("agrees on any group", "strangers/groups", "does not close the connection") {
      Tampering(breaking: .group)
    },
    Wrong("signs by Ed25519 too", "strangers/signatures", "is refused for another reason") {
      Tampering(breaking: .signature, certify: { try $0.certifyEd25519(by: $1) })
    },
    Wrong("takes any number of key updates", "strangers/key-updates", "a client goes on") {
      Tampering(breaking: .keyUpdates)
    },
  ]
}

extension TLSContext {
  /// Adds a certificate like the one that there is, for a key of another kind.
  fileprivate func certifyEd25519(by authority: Authority) throws {
    let issuer = try PrivateKey(pem: authority.key, what: "the authority's private key")
    let maker = try #require(EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil))
    defer { EVP_PKEY_CTX_free(maker) }
    var key: OpaquePointer?
    try #require(EVP_PKEY_keygen_init(maker) == 1)
    try #require(EVP_PKEY_keygen(maker, &key) == 1)
    defer { EVP_PKEY_free(key) }
    let certificate = try #require(X509_dup(SSL_CTX_get0_certificate(pointer)))
    defer { X509_free(certificate) }
    try #require(X509_set_pubkey(certificate, key) == 1)
    try #require(X509_sign(certificate, issuer.pointer, EVP_sha256()) > 0)
    try #require(SSL_CTX_use_certificate(pointer, certificate) == 1)
    try #require(SSL_CTX_use_PrivateKey(pointer, key) == 1)
  }
}
