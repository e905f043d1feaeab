/// The reason why a TLS context could not be made, or why a session ended without an orderly close.
public struct TLSError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Kind: Equatable, Sendable {
    /// A certificate is outside its validity period by the clock of whoever looked at it.
    case certificateExpired
    /// A certificate does not lead to the trusted authority.
    case unknownAuthority
    /// The certificate is valid, but names somebody else than expected.
    case wrongName
    /// The other side presented no certificate.
    case certificateMissing
    /// A certificate was refused for another reason: purpose, signature, encoding.
    case certificateRefused
    /// The two sides have no application protocol in common, or one side offered or chose none.
    case alpn
    /// The other side speaks no TLS 1.3.
    case version
    /// The bytes of an established session ended without close_notify: the last message may be cut.
    case truncated
    /// The connection ended before the handshake was complete.
    case endedInHandshake
    /// More was written before the handshake was complete than `TLSHandler` holds back.
    case tooMuchHeldBack
    /// The certificate, key or authority given to a context cannot be used.
    case configuration
    /// The peer broke the rules of TLS, or sent an alert that fits no other kind.
    case violation
  }

  /// The side that found the fault: this one, or the peer, which then reported it with an alert.
  public enum Origin: Equatable, Sendable {
    case local
    case peer
  }

  public let kind: Kind
  public let origin: Origin
  /// One sentence for a person, without a final full stop.
  public let detail: String

  public init(kind: Kind, origin: Origin = .local, detail: String) {
    self.kind = kind
    self.origin = origin
    self.detail = detail
  }

  public var description: String {
    switch origin {
    case .local: return detail
    case .peer: return "refused by the other side: \(detail)"
    }
  }

  /// True for the faults that trying again with the same certificates cannot mend.
  public var concernsIdentity: Bool {
    switch kind {
    case .certificateExpired, .unknownAuthority, .wrongName, .certificateMissing,
      .certificateRefused, .configuration:
      return true
    case .alpn, .version, .truncated, .endedInHandshake, .tooMuchHeldBack, .violation:
      return false
    }
  }
}
