/// A ClientHello of TLS 1.3 that is put together by hand (RFC 8446, 4.1.2), right unless it is told
/// otherwise. Who sends one need not be able to go on.
public struct HandmadeHello: Sendable {
  /// A point of X25519 that has no small order.
  public static let point: [UInt8] = [9] + [UInt8](repeating: 0, count: 31)
  public static let x25519: UInt16 = 0x001D

  public init() {}

  public var versions: [UInt16] = [0x0304]
  public var recordVersion: UInt16 = 0x0301
  public var compression: [UInt8] = [0]
  public var suites: [UInt16] = [0x1301]
  public var groups: [UInt16]? = [x25519]
  public var shares: [(group: UInt16, key: [UInt8])]? = [(x25519, point)]
  public var signatures: [UInt16] = [0x0403]
  public var protocols: [String] = ["board-join/1"]
  /// Further extensions, behind the others.
  public var more: [(type: UInt16, body: [UInt8])] = []
  /// What the length of all extensions says too much.
  public var surplus = 0

  /// The handshake message.
  public var message: [UInt8] {
    var body = Self.number(0x0303) + [UInt8](repeating: 7, count: 32)
    body += [32] + [UInt8](repeating: 8, count: 32)
    body += Self.list(suites.flatMap { Self.number($0) })
    body += [UInt8(compression.count)] + compression
    let extensions = extensions
    body += Self.number(UInt16(extensions.count + surplus)) + extensions
    return [1, UInt8(body.count >> 16), UInt8(body.count >> 8 & 0xFF), UInt8(body.count & 0xFF)]
      + body
  }

  private var extensions: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ type: UInt16, _ body: [UInt8]) { bytes += Self.number(type) + Self.list(body) }
    let versions = versions.flatMap { Self.number($0) }
    add(43, [UInt8(versions.count)] + versions)
    if let groups { add(10, Self.list(groups.flatMap { Self.number($0) })) }
    add(13, Self.list(signatures.flatMap { Self.number($0) }))
    if let shares {
      add(51, Self.list(shares.flatMap { Self.number($0.group) + Self.list($0.key) }))
    }
    if !protocols.isEmpty {
      add(16, Self.list(protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }))
    }
    for (type, body) in more { add(type, body) }
    return bytes
  }

  /// The message in records of so many bytes each.
  public func records(of size: Int = 16_384) -> [UInt8] {
    let message = message
    return stride(from: 0, to: message.count, by: size).flatMap { start in
      Self.record(22, Array(message[start..<min(start + size, message.count)]), recordVersion)
    }
  }

  public static func record(_ type: UInt8, _ body: [UInt8], _ version: UInt16 = 0x0303) -> [UInt8] {
    [type] + number(version) + list(body)
  }

  /// The bytes behind their number in two bytes.
  public static func list(_ bytes: [UInt8]) -> [UInt8] { number(UInt16(bytes.count)) + bytes }

  public static func number(_ value: UInt16) -> [UInt8] {
    [UInt8(value >> 8), UInt8(value & 0xFF)]
  }

  // MARK: Extensions

  public static func padding(_ count: Int) -> (type: UInt16, body: [UInt8]) {
    (21, [UInt8](repeating: 0, count: count))
  }

  /// Early data, and the session that it would belong to, which nobody knows.
  public static var earlyData: [(type: UInt16, body: [UInt8])] {
    let ticket = list([UInt8](repeating: 3, count: 32)) + [0, 0, 0, 1]
    let binder: [UInt8] = [32] + [UInt8](repeating: 4, count: 32)
    return [(42, []), (45, [1, 1]), (41, list(ticket) + list(binder))]
  }

  public static let changeCipherSpec = record(20, [1])
}
