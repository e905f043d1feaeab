import NIOCore

/// Whom newcomers are told apart by: an IPv4 address, or the network of an IPv6 address, since
/// whoever has one address of a network of 64 bits has all of them.
enum PeerAddress: Hashable, Sendable {
  case v4(UInt32)
  /// The first 64 bits.
  case v6(UInt64)
  /// The address is not known: all these count as one.
  case unknown

  init(_ address: SocketAddress?) {
    switch address {
    case .v4(let address)?:
      let bytes = withUnsafeBytes(of: address.address) { Array($0[Self.inet]) }
      self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
    case .v6(let address)?:
      self = PeerAddress(inet6: withUnsafeBytes(of: address.address) { Array($0[Self.inet6]) })
    case .unixDomainSocket?, nil:
      self = .unknown
    }
  }

  /// Where the address stands in `sockaddr_in` and `sockaddr_in6`, the highest byte first (ip(7),
  /// ipv6(7)).
  private static let inet = 4..<8
  private static let inet6 = 8..<24

  /// An IPv4 address that is written as one of IPv6 (RFC 4291, 2.5.5.2) is that IPv4 address.
  init(inet6 bytes: [UInt8]) {
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    if bytes.starts(with: mapped) {
      self = .v4(bytes.dropFirst(mapped.count).reduce(0) { $0 << 8 | UInt32($1) })
    } else {
      self = .v6(bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
  }
}
