import COpenSSL

/// A private key of OpenSSL's, EC on P-256: the one curve every TLS 1.3 library has.
struct PrivateKey: ~Copyable {
  let pointer: OpaquePointer

  init() throws {
    ERR_clear_error()
    guard let pointer = board_EVP_EC_gen("P-256") else {
      throw IdentityError.openSSL("a new private key")
    }
    self.pointer = pointer
  }

  /// `what` names the source in errors.
  init(pem: [UInt8], what: String) throws {
    self.pointer = try PEMBytes.read(pem) { bio in
      // A passphrase callback that gives none: OpenSSL must not ask on the terminal.
      guard let key = PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil) else {
        throw IdentityError.openSSL(what, kind: .malformedFile)
      }
      return key
    }
  }

  deinit {
    EVP_PKEY_free(self.pointer)
  }

  /// PKCS #8, not encrypted: the file's mode protects it.
  func pem() throws -> [UInt8] {
    try PEMBytes.write { PEM_write_bio_PKCS8PrivateKey($0, self.pointer, nil, nil, 0, nil, nil) }
  }
}

enum PEMBytes {
  static func read<Value>(_ pem: [UInt8], _ body: (OpaquePointer) throws -> Value) throws -> Value {
    ERR_clear_error()
    return try pem.withUnsafeBytes { bytes in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, CInt(clamping: bytes.count)) else {
        throw IdentityError.openSSL("an empty file", kind: .malformedFile)
      }
      defer { BIO_free(bio) }
      return try body(bio)
    }
  }

  static func write(_ body: (OpaquePointer) -> CInt) throws -> [UInt8] {
    ERR_clear_error()
    guard let bio = BIO_new(BIO_s_mem()) else { throw IdentityError.openSSL("memory") }
    defer { BIO_free(bio) }
    guard body(bio) == 1 else { throw IdentityError.openSSL("PEM") }
    let count = BIO_ctrl_pending(bio)
    return try [UInt8](unsafeUninitializedCapacity: count) { room, written in
      written = Int(BIO_read(bio, room.baseAddress, CInt(clamping: count)))
      guard written == count else { throw IdentityError.openSSL("PEM") }
    }
  }
}
