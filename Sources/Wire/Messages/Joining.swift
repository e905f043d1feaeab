public import BoardModel

/// Asks for a device's first certificate by an invitation. It stands first on a connection of
/// `board-join/1` (SPEC.md JOI-004).
public struct Join: Hashable, Sendable {
  public let invitation: InvitationID
  /// The secret of the invitation, 32 bytes.
  public let secret: [UInt8]
  /// The name that the device shall have.
  public let device: String
  /// A PKCS #10 signing request in DER, of which only the key counts.
  public let request: [UInt8]
  /// Whether a device of that name is revoked, instead of being the reason to refuse.
  public let replaces: Bool
  public let extensions: Extensions

  public init(
    invitation: InvitationID, secret: [UInt8], device: String, request: [UInt8], replaces: Bool,
    extensions: Extensions = .none
  ) {
    self.invitation = invitation
    self.secret = secret
    self.device = device
    self.request = request
    self.replaces = replaces
    self.extensions = extensions
  }
}

/// Asks for a new certificate of the device that the connection's certificate names.
public struct Renew: Hashable, Sendable {
  /// A PKCS #10 signing request in DER, of which only the key counts.
  public let request: [UInt8]
  public let extensions: Extensions

  public init(request: [UInt8], extensions: Extensions = .none) {
    self.request = request
    self.extensions = extensions
  }
}

/// Answers JOIN and RENEW, once the device is durable.
public struct CertificateMessage: Hashable, Sendable {
  /// The device's certificate, X.509 in DER.
  public let certificate: [UInt8]
  /// The authority's certificate, X.509 in DER: it may be newer than the one the client has.
  public let authority: [UInt8]
  public let extensions: Extensions

  public init(certificate: [UInt8], authority: [UInt8], extensions: Extensions = .none) {
    self.certificate = certificate
    self.authority = authority
    self.extensions = extensions
  }
}

extension Join: MessageBody {
  public static let type = FrameType(rawValue: 0x0060)
  public static let layout = WireLayout(
    Join.init, WireField(\.invitation), WireField(raw: \.secret, count: Limits.secretBytes),
    WireField(title: \.device), WireField(data: \.request), WireField(\.replaces),
    WireField(\.extensions))
}

extension CertificateMessage: MessageBody {
  public static let type = FrameType(rawValue: 0x0061)
  public static let layout = WireLayout(
    CertificateMessage.init, WireField(data: \.certificate), WireField(data: \.authority),
    WireField(\.extensions))
}

extension Renew: MessageBody {
  public static let type = FrameType(rawValue: 0x0062)
  public static let layout = WireLayout(
    Renew.init, WireField(data: \.request), WireField(\.extensions))
}
