/// The name that a peer's certificate must carry, in the URIs of its subject alternative name,
/// besides leading to the trusted authority.
public struct PeerExpectation: Sendable, CustomStringConvertible {
  /// A noun phrase that completes "the certificate should name ...".
  public let description: String
  private let accepts: @Sendable (_ uris: [String]) -> Bool

  public init(_ description: String, accepts: @escaping @Sendable (_ uris: [String]) -> Bool) {
    self.description = description
    self.accepts = accepts
  }

  /// Accepts a certificate that carries this URI and no other.
  public static func uri(_ expected: String) -> PeerExpectation {
    PeerExpectation(expected) { $0 == [expected] }
  }

  /// Accepts every certificate of the trusted authority.
  public static let anyone = PeerExpectation("anyone of the authority") { _ in true }

  func mismatch(_ uris: [String]) -> TLSError? {
    if accepts(uris) { return nil }
    let found = uris.isEmpty ? "nobody by URI" : uris.joined(separator: " and ")
    return TLSError(
      kind: .wrongName,
      detail: "the peer's certificate names \(found), expected \(description)")
  }
}
