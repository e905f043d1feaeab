import COpenSSL
import Glibc

/// Takes what comes on a link.
protocol LinkReader: AnyObject {
  /// The TLS handshake is over.
  func opened()
  /// - Returns: how many of the bytes are used up; the others come again, with more behind them.
  func take(_ bytes: UnsafeRawBufferPointer) throws -> Int
}

/// A TLS connection: a socket that does not block, with OpenSSL straight on it.
final class Link {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let file: Int32
  private(set) var isOpen = false
  /// How long the connection and its handshake took, in nanoseconds.
  private(set) var handshake: UInt64 = 0
  weak var reader: (any LinkReader)?

  private let loop: Loop
  private let ssl: OpaquePointer
  private let began: UInt64
  private var output: [UInt8] = []
  private var sent = 0
  private var isListed = false
  private var isWaitingToWrite = true
  /// What was read and is not used up.
  private var rest: [UInt8] = []
  private var isClosed = false

  init(_ loop: Loop, _ credentials: Credentials, port: UInt16) throws {
    self.loop = loop
    began = Loop.now
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
    self.file = file
    guard file >= 0 else { throw Failure(description: "no socket: error \(errno)") }
    var one: Int32 = 1
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, length) }
    }
    guard result == 0 || errno == EINPROGRESS, let ssl = SSL_new(credentials.context) else {
      throw Failure(description: "cannot connect to port \(port): error \(errno)")
    }
    self.ssl = ssl
    SSL_set_fd(ssl, file)
    SSL_set_connect_state(ssl)
    loop.add(self)
  }

  deinit {
    if !isClosed { Glibc.close(file) }
    SSL_free(ssl)
  }

  /// Ends the connection without a word.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    loop.remove(self)
    Glibc.close(file)
  }

  /// Adds bytes to what is sent at the end of the loop's step.
  func write(_ bytes: some Collection<UInt8>) {
    output.append(contentsOf: bytes)
    guard !isListed else { return }
    isListed = true
    loop.flushLater(self)
  }

  func serve() throws {
    if !isOpen, try !shakeHands() { return }
    try read()
    if isWaitingToWrite { try flush() }
  }

  private func shakeHands() throws -> Bool {
    let result = SSL_do_handshake(ssl)
    if result == 1 {
      isOpen = true
      handshake = Loop.now - began
      reader?.opened()
      return true
    }
    switch SSL_get_error(ssl, result) {
    case SSL_ERROR_WANT_READ: wait(toWrite: false)
    case SSL_ERROR_WANT_WRITE: wait(toWrite: true)
    default: throw failure("the handshake failed")
    }
    return false
  }

  private func read() throws {
    while !isClosed {
      let count = SSL_read(ssl, loop.buffer.baseAddress, Int32(loop.buffer.count))
      guard count > 0 else {
        guard SSL_get_error(ssl, count) == SSL_ERROR_WANT_READ else {
          throw failure("the service closed the connection")
        }
        return
      }
      let bytes = UnsafeRawBufferPointer(rebasing: loop.buffer[0..<Int(count)])
      if rest.isEmpty {
        let used = try reader?.take(bytes) ?? bytes.count
        if used < bytes.count { rest.append(contentsOf: bytes[used...]) }
      } else {
        rest.append(contentsOf: bytes)
        let used = try rest.withUnsafeBytes { try reader?.take($0) ?? $0.count }
        rest.removeFirst(used)
      }
    }
  }

  func flush() throws {
    isListed = false
    guard isOpen, !isClosed else { return }
    while sent < output.count {
      let count = output.withUnsafeBytes {
        SSL_write(ssl, $0.baseAddress! + sent, Int32(min($0.count - sent, 1 << 20)))
      }
      guard count > 0 else {
        guard SSL_get_error(ssl, count) == SSL_ERROR_WANT_WRITE else {
          throw failure("nothing can be written")
        }
        return wait(toWrite: true)
      }
      sent += Int(count)
    }
    output.removeAll(keepingCapacity: true)
    sent = 0
    wait(toWrite: false)
  }

  private func wait(toWrite: Bool) {
    guard isWaitingToWrite != toWrite else { return }
    isWaitingToWrite = toWrite
    loop.watch(self, writing: toWrite)
  }

  private func failure(_ what: String) -> Failure {
    var text = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(ERR_get_error(), &text, text.count)
    let detail = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    return Failure(description: "\(what) (\(detail))")
  }
}

/// What proves to a service who this is, and to this program who the service is.
final class Credentials {
  let context: OpaquePointer

  /// - Parameters:
  ///   - folder: an identity folder, with `user.pem`, `user.key` and `authority.pem`.
  ///   - application: the application protocol to ask for, or nil for none.
  init(folder: String, application: String?) throws {
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
    guard SSL_CTX_use_certificate_chain_file(context, folder + "/user.pem") == 1,
      SSL_CTX_use_PrivateKey_file(context, folder + "/user.key", SSL_FILETYPE_PEM) == 1,
      SSL_CTX_load_verify_locations(context, folder + "/authority.pem", nil) == 1
    else { throw Link.Failure(description: "\(folder) holds no identity of a user") }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    if let application {
      let list = [UInt8(application.utf8.count)] + Array(application.utf8)
      SSL_CTX_set_alpn_protos(context, list, UInt32(list.count))
    }
  }

  deinit { SSL_CTX_free(context) }
}
