import Glibc

/// A port of 127.0.0.1 that nobody listens on, and that nobody is given by chance, while this lives.
///
/// A program that is told to listen on it can, and can again after it was killed: both sides allow
/// that with SO_REUSEADDR.
public final class ReservedPort: Sendable {
  public let number: Int
  private let socket: Int32

  public struct Failed: Error {
    public let code: Int32
  }

  public init() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Failed(code: errno) }
    var reuse: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0 ? 0 : errno
      }
    }
    guard code == 0 else {
      close(socket)
      throw Failed(code: code)
    }
    self.socket = socket
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(socket) }
}
