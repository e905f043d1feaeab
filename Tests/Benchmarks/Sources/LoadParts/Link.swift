import COpenSSL
import Glibc

/// Takes what comes on a link.
package protocol LinkReader: AnyObject {
  /// The TLS handshake is over.
  func opened()
  /// - Returns: how many of the bytes are used up; the others come again, with more behind them.
  func take(_ bytes: UnsafeRawBufferPointer) throws -> Int
}

/// A TLS connection: a socket that does not block, with OpenSSL straight on it.
package final class Link: LoopMember {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  package let file: Int32
  package private(set) var isOpen = false
  /// How long the connection and its handshake took, in nanoseconds.
  package private(set) var handshake: UInt64 = 0
  package weak var reader: (any LinkReader)?
  /// Called once where the connection fails; without it the loop throws what happened.
  package var whenFailed: ((any Error) -> Void)?
  /// Whether what comes is read; the peer is stopped by its socket otherwise.
  package var isReading = true {
    didSet { if isReading != oldValue, !isClosed { watch() } }
  }

  /// The most bytes of one TLS record, and so of a segment.
  package var recordBytes = 1 << 20

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

  /// - Parameter source: the address to connect from, on this machine; nil for any.
  package init(
    _ loop: Loop, _ credentials: Credentials, port: UInt16, from source: Loopback? = nil
  ) throws {
    self.loop = loop
    began = Loop.now
    file = try Loopback.connect(port: port, from: source)
    guard let ssl = SSL_new(credentials.context) else {
      Glibc.close(file)
      throw Failure(description: "OpenSSL gives no connection")
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
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    loop.remove(self)
    Glibc.close(file)
  }

  package func fail(_ error: any Error) throws {
    guard let whenFailed else { throw error }
    guard !isClosed else { return }
    close()
    self.whenFailed = nil
    whenFailed(error)
  }

  /// The bytes that are not sent yet.
  package var waitingBytes: Int { output.count - sent }

  /// Adds bytes to what is sent at the end of the loop's step.
  package func write(_ bytes: some Collection<UInt8>) {
    output.append(contentsOf: bytes)
    guard !isListed else { return }
    isListed = true
    loop.flushLater(self)
  }

  package func serve() throws {
    if !isOpen, try !shakeHands() { return }
    if isReading { try read() }
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
    while !isClosed, isReading {
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

  package func flush() throws {
    isListed = false
    guard isOpen, !isClosed else { return }
    while sent < output.count {
      let count = output.withUnsafeBytes {
        SSL_write(ssl, $0.baseAddress! + sent, Int32(min($0.count - sent, recordBytes)))
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
    watch()
  }

  private func watch() { loop.watch(self, reading: isReading, writing: isWaitingToWrite) }

  private func failure(_ what: String) -> Failure {
    var text = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(ERR_get_error(), &text, text.count)
    let detail = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    return Failure(description: "\(what) (\(detail))")
  }
}
