import COpenSSL

/// Makes records of TLS 1.3 from the secret of one direction (RFC 8446, 5.2 and 7.3), with
/// TLS_AES_128_GCM_SHA256: also those that no library would send.
struct RecordSealer {
  private let key: [UInt8]
  private let vector: [UInt8]

  struct Failed: Error {}

  /// - Parameter secret: of 32 bytes.
  init?(_ secret: [UInt8]) {
    guard secret.count == 32, let key = Self.expand(secret, "key", 16),
      let vector = Self.expand(secret, "iv", 12)
    else { return nil }
    self.key = key
    self.vector = vector
  }

  /// HKDF-Expand-Label of at most 32 bytes.
  private static func expand(_ secret: [UInt8], _ label: String, _ count: Int) -> [UInt8]? {
    let name = Array("tls13 \(label)".utf8)
    let info = [0, UInt8(count), UInt8(name.count)] + name + [0] + [1]
    var output = [UInt8](repeating: 0, count: 32)
    var length = 0
    let made = EVP_Q_mac(
      nil, "HMAC", nil, "SHA256", nil, secret, secret.count, info, info.count, &output,
      output.count, &length)
    guard made != nil, length == output.count else { return nil }
    return Array(output.prefix(count))
  }

  /// The bytes of a record with so many of plaintext.
  func bytes(of count: Int) -> Int { 5 + count + 1 + 16 }

  /// - Parameter number: of the record, from 0 on.
  func record(_ number: UInt64, _ plaintext: [UInt8], type: UInt8 = 23) throws -> [UInt8] {
    let inner = plaintext + [type]
    let length = inner.count + 16
    let header: [UInt8] = [23, 3, 3, UInt8(length >> 8), UInt8(length & 0xFF)]
    var nonce = vector
    for index in 0..<8 { nonce[4 + index] ^= UInt8(truncatingIfNeeded: number >> (56 - 8 * index)) }
    guard let context = EVP_CIPHER_CTX_new() else { throw Failed() }
    defer { EVP_CIPHER_CTX_free(context) }
    var output = [UInt8](repeating: 0, count: inner.count)
    var tag = [UInt8](repeating: 0, count: 16)
    var count: CInt = 0
    guard EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
      EVP_EncryptUpdate(context, nil, &count, header, CInt(header.count)) == 1,
      EVP_EncryptUpdate(context, &output, &count, inner, CInt(inner.count)) == 1,
      EVP_EncryptFinal_ex(context, nil, &count) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
    else { throw Failed() }
    return header + output + tag
  }
}
