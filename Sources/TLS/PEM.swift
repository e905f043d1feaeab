import COpenSSL

/// Reads OpenSSL objects from PEM bytes. The caller frees what it gets.
enum PEM {
  /// Reads one or more certificates. Throws when there is none or one is damaged; `what` names the
  /// source in the error.
  static func certificates(_ pem: [UInt8], what: String) throws -> [OpaquePointer] {
    try reading(pem, what: what) { bio in
      var certificates: [OpaquePointer] = []
      while let certificate = PEM_read_bio_X509(bio, nil, nil, nil) {
        certificates.append(certificate)
      }
      // Reading past the last certificate leaves exactly this error; a damaged one leaves another.
      let atEnd = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
      guard !certificates.isEmpty, atEnd else {
        certificates.forEach { X509_free($0) }
        throw OpenSSLErrors.configuration(what)
      }
      ERR_clear_error()
      return certificates
    }
  }

  static func privateKey(_ pem: [UInt8]) throws -> OpaquePointer {
    try reading(pem, what: "private key") { bio in
      // The callback gives no passphrase: without one OpenSSL would ask on the terminal.
      guard let key = PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil) else {
        throw OpenSSLErrors.configuration("private key")
      }
      return key
    }
  }

  private static func reading<Value>(
    _ pem: [UInt8], what: String, _ body: (OpaquePointer) throws -> Value
  ) throws -> Value {
    ERR_clear_error()
    return try pem.withUnsafeBytes { bytes in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, CInt(bytes.count)) else {
        throw OpenSSLErrors.configuration(what)
      }
      defer { BIO_free(bio) }
      return try body(bio)
    }
  }
}
