import COpenSSL

/// What proves to a service who this is, and to this program who the service is.
package final class Credentials {
  let context: OpaquePointer

  /// - Parameters:
  ///   - folder: an identity folder, with `user.pem`, `user.key` and `authority.pem`.
  ///   - application: the application protocol to ask for, or nil for none.
  package convenience init(folder: String, application: String?) throws {
    try self.init(authority: folder + "/authority.pem", application: application)
    guard SSL_CTX_use_certificate_chain_file(context, folder + "/user.pem") == 1,
      SSL_CTX_use_PrivateKey_file(context, folder + "/user.key", SSL_FILETYPE_PEM) == 1
    else { throw Link.Failure(description: "\(folder) holds no identity of a user") }
  }

  /// Credentials of somebody who has no certificate.
  /// - Parameter authority: the file with the certificate of the authority that signed the service's.
  package init(authority: String, application: String?) throws {
    guard let context = SSL_CTX_new(TLS_client_method()) else {
      throw Link.Failure(description: "OpenSSL gives no context")
    }
    self.context = context
    _ = board_SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION)
    _ = board_SSL_CTX_set_mode(
      context,
      // A window sends no certificate of the authority either.
      Int(SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER)
        | Int(SSL_MODE_NO_AUTO_CHAIN))
    SSL_CTX_set_default_read_buffer_len(context, 1 << 16)
    guard SSL_CTX_load_verify_locations(context, authority, nil) == 1 else {
      throw Link.Failure(description: "\(authority) holds no certificate of an authority")
    }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    if let application {
      let list = [UInt8(application.utf8.count)] + Array(application.utf8)
      SSL_CTX_set_alpn_protos(context, list, UInt32(list.count))
    }
  }

  deinit { SSL_CTX_free(context) }
}
