import Glibc
import LoadParts

/// A socket without TLS, from which bytes are sent that were made by hand.
final class RawSocket: LoopMember {
  enum Event {
    /// The coordinator said something.
    case answered
    /// The connection is over.
    case ended
  }

  let file: Int32
  private let loop: Loop
  private var output: [UInt8]
  private var sent = 0
  private var isOver = false
  private let handler: (Event) -> Void

  init(
    _ loop: Loop, port: UInt16, from source: Loopback, sending output: [UInt8],
    _ handler: @escaping (Event) -> Void
  ) throws {
    (self.loop, self.output, self.handler) = (loop, output, handler)
    file = try Loopback.connect(port: port, from: source)
    loop.add(self)
  }

  deinit { reset() }

  func serve() throws {
    try flush()
    let count = recv(file, loop.buffer.baseAddress, loop.buffer.count, 0)
    if count > 0 { return handler(.answered) }
    if count == 0 || errno != EAGAIN { handler(.ended) }
  }

  func flush() throws {
    guard !isOver else { return }
    while sent < output.count {
      let count = output.withUnsafeBytes {
        send(file, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    // What does not go at once of a few bytes is tried with the next ones.
    if sent == output.count { (output, sent) = ([], 0) }
    loop.watch(self, writing: !output.isEmpty)
  }

  func say(_ byte: UInt8) throws {
    output.append(byte)
    try flush()
  }

  func fail(_ error: any Error) throws { handler(.ended) }

  /// Ends the connection at once, so that nothing of it remains here.
  func reset() {
    guard !isOver else { return }
    isOver = true
    loop.remove(self)
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(file, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    close(file)
  }
}
