import COpenSSL

/// A private key in OpenSSL's memory, on the curve P-256, the one that every TLS 1.3 library has.
struct PrivateKey: ~Copyable {
  let pointer: OpaquePointer

  init() throws {
    ERR_clear_error()
    guard let pointer = board_EVP_EC_gen("P-256") else {
      throw IdentityError.openSSL("a new private key")
    }
    self.pointer = pointer
  }

  /// Reads a key from PEM bytes. `what` names the source in errors.
  init(pem: [UInt8], what: String) throws {
    pointer = try PEMBytes.read(pem) { bio in
      // The callback gives no passphrase: without one OpenSSL would ask on the terminal.
      guard let key = PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil) else {
        throw IdentityError.openSSL(what, kind: .malformedFile)
      }
      return key
    }
  }

  deinit {
    EVP_PKEY_free(pointer)
  }

  /// The key as PKCS #8 in PEM, not encrypted: the mode of its file protects it.
  func pem() throws -> [UInt8] {
    try PEMBytes.write { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
  }
}

enum DERBytes {
  /// The bytes that one of OpenSSL's encoders writes. It answers with their count, and moves the
  /// pointer behind them where it is given one. `what` names the object in errors.
  static func write(
    _ what: String, _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt
  ) throws -> [UInt8] {
    ERR_clear_error()
    let count = encode(nil)
    guard count > 0 else { throw IdentityError.openSSL(what) }
    return try [UInt8](unsafeUninitializedCapacity: Int(count)) { room, filled in
      var end = room.baseAddress
      guard encode(&end) == count else { throw IdentityError.openSSL(what) }
      filled = Int(count)
    }
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
