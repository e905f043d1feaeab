import COpenSSL

/// A device's request (PKCS #10) to have its key signed: on the curve P-256, and signed with the key
/// itself. Its subject and attributes are not read.
struct SigningRequest: ~Copyable {
  /// The most bytes of a request. Ours have about 200.
  static let longest = 1_024

  /// What the SubjectPublicKeyInfo of a key on P-256 begins with: the algorithm, the curve by its
  /// name, and an uncompressed point of 64 bytes. There is one encoding of a key, and so one hash.
  private static let beginning: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A,
    0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ]
  private static let keyBytes = beginning.count + 64

  private let pointer: OpaquePointer
  /// The public key, an `EVP_PKEY *` that lives as long as this value.
  let key: OpaquePointer

  /// Reads and checks a request in DER. Throws `IdentityError` of kind `malformedRequest`.
  init(der: [UInt8]) throws {
    guard der.count <= Self.longest else {
      throw Self.malformed("it has \(der.count) bytes, and \(Self.longest) are allowed")
    }
    ERR_clear_error()
    defer { ERR_clear_error() }
    let read = der.withUnsafeBufferPointer { bytes -> (request: OpaquePointer, count: Int)? in
      var end = bytes.baseAddress
      guard let request = d2i_X509_REQ(nil, &end, bytes.count), let end,
        let begin = bytes.baseAddress
      else { return nil }
      return (request, end - begin)
    }
    guard let read else { throw Self.malformed("it is no request in DER") }
    do {
      guard read.count == der.count else { throw Self.malformed("bytes follow the request") }
      key = try Self.signingKey(of: read.request)
    } catch {
      X509_REQ_free(read.request)
      throw error
    }
    pointer = read.request
  }

  private static func signingKey(of request: OpaquePointer) throws -> OpaquePointer {
    guard let key = X509_REQ_get0_pubkey(request) else {
      throw malformed("its key cannot be read")
    }
    let info = try DERBytes.write("the key of a request") {
      i2d_X509_PUBKEY(X509_REQ_get_X509_PUBKEY(request), $0)
    }
    guard info.starts(with: beginning), info.count == keyBytes else {
      throw malformed("its key is not an uncompressed point on the curve P-256")
    }
    guard X509_REQ_verify(request, key) == 1 else {
      throw malformed("it is not signed with its own key")
    }
    return key
  }

  deinit {
    X509_REQ_free(pointer)
  }

  /// Makes the request for a key of this device, in DER. Its subject is empty, since the authority
  /// knows whom it signs for.
  static func make(for key: borrowing PrivateKey) throws -> [UInt8] {
    ERR_clear_error()
    let what = "a signing request"
    guard let request = X509_REQ_new() else { throw IdentityError.openSSL(what) }
    defer { X509_REQ_free(request) }
    guard X509_REQ_set_version(request, Int(X509_REQ_VERSION_1)) == 1,
      X509_REQ_set_pubkey(request, key.pointer) == 1,
      X509_REQ_sign(request, key.pointer, EVP_sha256()) > 0
    else { throw IdentityError.openSSL(what) }
    return try DERBytes.write(what) { i2d_X509_REQ(request, $0) }
  }

  private static func malformed(_ why: String) -> IdentityError {
    IdentityError(
      kind: .malformedRequest,
      detail: "the signing request cannot be signed: \(why); update the program that sent it")
  }
}
