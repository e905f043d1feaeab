import COpenSSL

/// The SubjectPublicKeyInfo of `certificate` (an `X509 *`) in DER; nil where OpenSSL cannot encode
/// it.
package func subjectPublicKeyInfo(_ certificate: OpaquePointer) -> [UInt8]? {
  ERR_clear_error()
  defer { ERR_clear_error() }
  let key = X509_get_X509_PUBKEY(certificate)
  let count = i2d_X509_PUBKEY(key, nil)
  guard count > 0 else { return nil }
  return [UInt8](unsafeUninitializedCapacity: Int(count)) { room, filled in
    // OpenSSL moves the pointer behind what it has written.
    var end = room.baseAddress
    filled = i2d_X509_PUBKEY(key, &end) == count ? Int(count) : 0
  }
}

extension TLSContext {
  /// The pin of an authority: the SHA-256 of its SubjectPublicKeyInfo, 32 bytes.
  /// - Parameter certificate: the authority's certificate, in PEM.
  /// - Throws: `TLSError` of kind `configuration`.
  public static func pin(of certificate: [UInt8]) throws -> [UInt8] {
    let certificates = try PEM.certificates(certificate, what: "authority")
    defer { certificates.forEach { X509_free($0) } }
    guard let first = certificates.first, let key = subjectPublicKeyInfo(first) else {
      throw OpenSSLErrors.configuration("authority")
    }
    return try MessageDigest.sha256(key)
  }
}
