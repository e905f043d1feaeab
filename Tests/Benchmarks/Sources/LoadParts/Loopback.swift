import Glibc

/// An address of this machine, in 127.0.0.0/8: each counts as another host.
package struct Loopback: Hashable, Sendable {
  /// The last three numbers of the address, the first of them highest.
  let number: UInt32

  /// - Parameter number: the last three numbers of the address, below 2^24.
  package init(_ number: UInt32) { self.number = number }

  package static let first = Loopback(1)

  /// Begins a connection to a port of the first address, in a socket that does not block.
  package static func connect(port: UInt16, from source: Loopback?) throws -> Int32 {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
    guard file >= 0 else { throw Link.Failure(description: "no socket: error \(errno)") }
    do {
      try configure(file, source)
      let result = first.withAddress(port: port) { Glibc.connect(file, $0, $1) }
      guard result == 0 || errno == EINPROGRESS else {
        throw Link.Failure(description: "cannot connect to port \(port): error \(errno)")
      }
    } catch {
      close(file)
      throw error
    }
    return file
  }

  private static func configure(_ file: Int32, _ source: Loopback?) throws {
    var one: Int32 = 1
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    guard let source else { return }
    // A port is chosen only for the connection: one may be used from many addresses at once.
    setsockopt(file, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, &one, 4)
    guard source.withAddress(port: 0, { bind(file, $0, $1) }) == 0 else {
      throw Link.Failure(description: "cannot use an address of this machine: error \(errno)")
    }
  }

  private func withAddress(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (UInt32(127) << 24 | number).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
