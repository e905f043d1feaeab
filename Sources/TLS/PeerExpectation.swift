/// Whom a certificate must name, in the URIs of its subject alternative name, beyond leading to the
/// trusted authority.
public struct PeerExpectation: Sendable, CustomStringConvertible {
  /// Completes "the certificate should name ...".
  public let description: String
  private let accepts: @Sendable (_ uris: [String]) -> Bool

  public init(_ description: String, accepts: @escaping @Sendable (_ uris: [String]) -> Bool) {
    self.description = description
    self.accepts = accepts
  }

  /// Exactly this URI among those the certificate carries.
  public static func uri(_ expected: String) -> PeerExpectation {
    PeerExpectation(expected) { $0.contains(expected) }
  }

  /// Anyone to whom the authority gave a certificate.
  public static let anyone = PeerExpectation("anyone of the authority") { _ in true }

  func mismatch(_ uris: [String]) -> TLSError? {
    if self.accepts(uris) { return nil }
    let found = uris.isEmpty ? "nobody by URI" : uris.joined(separator: " and ")
    return TLSError(
      kind: .wrongName,
      detail: "the peer's certificate names \(found), expected \(self.description)")
  }
}

/// Who is at the other end of an established session.
public struct TLSPeer: Equatable, Sendable {
  /// The URIs in the subject alternative name of the peer's certificate, in its order.
  public let uris: [String]
  /// The application protocol both sides agreed on.
  public let alpn: String

  public init(uris: [String], alpn: String) {
    self.uris = uris
    self.alpn = alpn
  }
}
