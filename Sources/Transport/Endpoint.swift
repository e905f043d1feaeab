public import NIOCore

/// The address of a coordinator: an IPv4 or IPv6 literal or a host name, and a TCP port.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
  public struct Malformed: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String
  }

  public let host: String
  /// The TCP port; 0 asks the system for a free port when listening.
  public let port: Int

  public init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST:PORT` or `[IPV6]:PORT`. Throws `Malformed`, which quotes the text.
  public init(parsing text: String) throws {
    func malformed(_ why: String) -> Malformed {
      Malformed(description: "\(text.debugDescription) is not HOST:PORT: \(why)")
    }
    guard let colon = text.lastIndex(of: ":") else { throw malformed("the port is missing") }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let port = UInt16(digits)
    else {
      throw malformed("the port is not a number from 0 to 65535")
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw malformed("an IPv6 address stands in brackets, as in [::1]:4000")
    }
    guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "[" }) else {
      throw malformed("the host is missing or malformed")
    }
    self.init(host: String(host), port: Int(port))
  }

  public init?(_ address: SocketAddress?) {
    guard let host = address?.ipAddress, let port = address?.port else { return nil }
    self.init(host: host, port: port)
  }

  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
