public import TLS

/// An invitation as people pass it on, in one line:
/// `board-join://HOST:PORT[,HOST:PORT...]/CLUSTER/PIN/TOKEN/SECRET`.
///
/// Whoever has the line may join once. No error quotes its secret.
public struct InvitationLine: Hashable, Sendable, CustomStringConvertible {
  /// An address of the coordinator: a host name or a literal of IPv4 or IPv6, and a TCP port. The
  /// port stands behind the last colon, so that IPv6 needs no brackets, which a shell would take for
  /// a pattern.
  public struct Address: Hashable, Sendable, CustomStringConvertible {
    public let host: String
    public let port: Int

    /// Throws `IdentityError` of kind `malformedInvitation`.
    public init(host: String, port: Int) throws {
      guard (1...255).contains(host.utf8.count), host.utf8.allSatisfy(Self.mayStandInHost) else {
        throw malformed(
          "\(String(host.prefix(80)).debugDescription) is neither the name nor the address of a host"
        )
      }
      guard (1...65_535).contains(port) else {
        throw malformed("the port \(port) is not a number from 1 to 65535")
      }
      self.host = host
      self.port = port
    }

    fileprivate init(parsing text: Substring) throws {
      let shown = String(text.prefix(80)).debugDescription
      guard let colon = text.lastIndex(of: ":") else {
        throw malformed("the address \(shown) has no port")
      }
      let digits = text[text.index(after: colon)...]
      guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        digits.first != "0", let port = UInt16(digits)
      else {
        throw malformed("the port in the address \(shown) is not a number from 1 to 65535")
      }
      try self.init(host: String(text[..<colon]), port: Int(port))
    }

    public var description: String { "\(host):\(port)" }

    /// What host names, IPv4 and IPv6 are made of, and the mark of a zone (RFC 4007, 11).
    private static func mayStandInHost(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "%"):
        return true
      default:
        return false
      }
    }
  }

  public static let scheme = "board-join://"
  /// A coordinator has few addresses, and each is tried in turn.
  public static let mostAddresses = 8
  /// The most bytes of a line, which people send in messages and paste into a terminal.
  public static let longest = 2_048
  static let pinBytes = 32
  static let tokenBytes = 16
  static let secretBytes = 32

  public let addresses: [Address]
  public let cluster: NamePart
  /// The SHA-256 of the authority's SubjectPublicKeyInfo, 32 bytes.
  public let pin: [UInt8]
  /// The invitation's name at the coordinator, 16 bytes.
  public let token: [UInt8]
  /// 32 bytes, of which the coordinator knows the SHA-256.
  public let secret: [UInt8]

  /// Throws `IdentityError` of kind `malformedInvitation`.
  public init(
    addresses: [Address], cluster: NamePart, pin: [UInt8], token: [UInt8], secret: [UInt8]
  ) throws {
    guard (1...Self.mostAddresses).contains(addresses.count) else {
      throw malformed(
        "it has \(addresses.count) addresses, and 1 to \(Self.mostAddresses) may stand")
    }
    for (name, bytes, count) in [
      ("pin", pin, Self.pinBytes), ("token", token, Self.tokenBytes),
      ("secret", secret, Self.secretBytes),
    ] where bytes.count != count {
      throw malformed("its \(name) has \(bytes.count) bytes and not \(count)")
    }
    self.addresses = addresses
    self.cluster = cluster
    self.pin = pin
    self.token = token
    self.secret = secret
    guard description.utf8.count <= Self.longest else {
      throw malformed("it is longer than \(Self.longest) bytes")
    }
  }

  /// Reads a line; white space around it is left out. Throws `IdentityError` of kind
  /// `malformedInvitation`, which says what is wrong and what to do.
  public init(parsing text: String) throws {
    guard text.utf8.count <= Self.longest + 256 else {
      throw malformed("it is longer than \(Self.longest) bytes")
    }
    var line = Substring(text)
    while line.first?.isWhitespace == true { line.removeFirst() }
    while line.last?.isWhitespace == true { line.removeLast() }
    guard line.hasPrefix(Self.scheme) else {
      throw malformed("it does not begin with \(Self.scheme)")
    }
    let parts = line.dropFirst(Self.scheme.count)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5 else {
      throw malformed(
        "behind \(Self.scheme) stand \(parts.count) parts with a / between them and not 5")
    }
    func bytes(_ index: Int, _ name: String, _ count: Int) throws -> [UInt8] {
      guard let bytes = Base64URL.decode(parts[index]), bytes.count == count else {
        throw malformed("its \(name) is not \(count) bytes in base64url")
      }
      return bytes
    }
    let cluster: NamePart
    do {
      cluster = try NamePart(parts[1])
    } catch let error as IdentityError {
      throw malformed("for the team, \(error)")
    }
    try self.init(
      addresses: try parts[0].split(separator: ",", omittingEmptySubsequences: false)
        .map { try Address(parsing: $0) },
      cluster: cluster, pin: try bytes(2, "pin", Self.pinBytes),
      token: try bytes(3, "token", Self.tokenBytes),
      secret: try bytes(4, "secret", Self.secretBytes))
  }

  /// The line itself, with the secret.
  public var description: String {
    let parts = [
      addresses.map(\.description).joined(separator: ","), cluster.description,
      Base64URL.encode(pin), Base64URL.encode(token), Base64URL.encode(secret),
    ]
    return Self.scheme + parts.joined(separator: "/")
  }

  /// A token for a new invitation, from the system's randomness.
  public static func freshToken() throws -> [UInt8] { try Randomness.bytes(tokenBytes) }

  /// A secret for a new invitation, from the system's randomness.
  public static func freshSecret() throws -> [UInt8] { try Randomness.bytes(secretBytes) }

  /// The TLS settings of who joins with this invitation: no certificate of one's own, and no
  /// coordinator accepted but that of the cluster, certified by the authority that the pin names.
  public func joinContext() throws -> TLSContext {
    try TLSContext(
      joining: pin, protocols: [Identity.joinProtocol],
      expecting: .uri(PeerName.coordinator(cluster: cluster).description))
  }
}

private func malformed(_ why: String) -> IdentityError {
  IdentityError(
    kind: .malformedInvitation,
    detail: "this is no invitation: \(why); copy the whole line, from \(InvitationLine.scheme) to "
      + "its end, or ask for a new one")
}
