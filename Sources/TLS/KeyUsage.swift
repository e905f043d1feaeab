import COpenSSL

/// The use that a peer's certificate must be made for.
///
/// OpenSSL's own check lets a certificate pass that says nothing about its use, or that allows more
/// than one: whoever has such a certificate could stand for both kinds of peer.
enum KeyUsage {
  case client
  case server

  /// The use of the peer's certificate on a connection where this side has `role`.
  init(ofPeerOf role: TLSContext.Role) {
    switch role {
    case .client: self = .server
    case .server: self = .client
    }
  }

  private var identifier: CInt {
    switch self {
    case .client: NID_client_auth
    case .server: NID_server_auth
    }
  }

  private var name: String {
    switch self {
    case .client: "clientAuth"
    case .server: "serverAuth"
    }
  }

  /// A clause that says what is wrong with the extensions of `certificate` (an `X509 *`); nil where
  /// they are as they must be.
  func fault(in certificate: OpaquePointer) -> String? {
    if Self.extendedUsages(of: certificate) != [identifier] {
      return "its extended key usage is not \(name) alone"
    }
    // Without the extension OpenSSL answers that every usage is allowed.
    let isRestricted = X509_get_extension_flags(certificate) & CUnsignedInt(EXFLAG_KUSAGE) != 0
    let usage = X509_get_key_usage(certificate)
    guard X509_check_ca(certificate) == 0 else { return "it is one that may sign others" }
    guard isRestricted, usage & CUnsignedInt(KU_DIGITAL_SIGNATURE) != 0 else {
      return "its key usage is not digitalSignature"
    }
    return nil
  }

  /// The numbers that OpenSSL has for the purposes named, in their order; nil where the extension is
  /// missing, doubled or cannot be read.
  private static func extendedUsages(of certificate: OpaquePointer) -> [CInt]? {
    ERR_clear_error()
    defer { ERR_clear_error() }
    guard let usages = X509_get_ext_d2i(certificate, NID_ext_key_usage, nil, nil) else {
      return nil
    }
    let list = OpaquePointer(usages)
    defer { EXTENDED_KEY_USAGE_free(list) }
    return (0..<board_sk_ASN1_OBJECT_num(list)).map { index in
      OBJ_obj2nid(board_sk_ASN1_OBJECT_value(list, index))
    }
  }
}
