/// The name in a certificate, which is the one URI of its subject alternative name.
public enum PeerName: Hashable, Sendable, CustomStringConvertible {
  /// `board://<cluster>/coordinator`
  case coordinator(cluster: NamePart)
  /// `board://<cluster>/u/<user>/d/<device>`
  case device(cluster: NamePart, user: UserName, device: NamePart)

  private static let scheme = "board://"

  /// Parses a URI. Throws `IdentityError` of kind `malformedName` that says what is wrong and
  /// where.
  public init(uri: String) throws {
    func malformed(_ why: String) -> IdentityError {
      IdentityError(
        kind: .malformedName,
        detail: "\(String(uri.prefix(300)).debugDescription) is no name on a board: \(why)")
    }
    guard uri.hasPrefix(Self.scheme) else { throw malformed("it does not begin with board://") }
    let parts = uri.dropFirst(Self.scheme.count)
      .split(separator: "/", omittingEmptySubsequences: false)
    func part<Part>(
      _ index: Int, _ what: String, _ make: (Substring) throws -> Part
    ) throws -> Part {
      do {
        return try make(parts[index])
      } catch let error as IdentityError {
        throw malformed("for the \(what), \(error)")
      }
    }
    func cluster() throws -> NamePart { try part(0, "cluster") { try NamePart($0) } }
    switch (parts.count, parts.dropFirst().first, parts.dropFirst(3).first) {
    case (2, "coordinator", _):
      self = .coordinator(cluster: try cluster())
    case (5, "u", "d"):
      self = .device(
        cluster: try cluster(), user: try part(2, "user") { try UserName($0) },
        device: try part(4, "device") { try NamePart($0) })
    default:
      throw malformed("after the team comes neither /coordinator nor /u/USER/d/DEVICE")
    }
  }

  /// Takes the name from a certificate's URIs. There must be exactly one, since the order of
  /// several must not decide which one counts.
  public init(certificateURIs uris: [String]) throws {
    guard let uri = uris.first, uris.count == 1 else {
      throw IdentityError(
        kind: .malformedName,
        detail: "the certificate carries \(uris.count) URIs where exactly one name is expected")
    }
    try self.init(uri: uri)
  }

  public var cluster: NamePart {
    switch self {
    case .coordinator(let cluster), .device(let cluster, _, _): return cluster
    }
  }

  /// The name as a URI.
  public var description: String {
    switch self {
    case .coordinator(let cluster):
      return "\(Self.scheme)\(cluster)/coordinator"
    case .device(let cluster, let user, let device):
      return "\(Self.scheme)\(cluster)/u/\(user)/d/\(device)"
    }
  }
}
