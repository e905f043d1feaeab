import COpenSSL

public enum MessageDigest {
  /// The SHA-256 of bytes, 32 bytes.
  /// - Throws: `TLSError` where OpenSSL has no SHA-256.
  public static func sha256(_ bytes: [UInt8]) throws(TLSError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1 else {
      throw OpenSSLErrors.configuration("a digest cannot be worked out")
    }
    return Array(digest.prefix(Int(count)))
  }
}
