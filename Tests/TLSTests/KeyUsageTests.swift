import OwnThread
import Statements
import Testing

@testable import Identity
@testable import TLS

/// The openssl program signs certificates with our authority's key that the authority would not make.
@Suite("What a certificate may be used for", .ownThread, .timeLimit(.minutes(1)))
struct KeyUsageTests {
  private let authority: TestAuthority
  private let folder: TemporaryFolder

  init() throws {
    authority = try TestAuthority()
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: [String]) async throws {
    let (status, text) = try await OpenSSLTool(arguments).finish()
    try #require(status == 0, "\(text)")
  }

  private func credentials(_ uri: String, _ extensions: [String]) async throws -> TLSCredentials {
    let signer = authority.authority
    let (key, request) = ("\(folder.path)/leaf.key", "\(folder.path)/leaf.csr")
    try await run([
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
      "/CN=leaf", "-keyout", key, "-out", request,
    ])
    var wanted = extensions + ["subjectAltName=URI:\(uri)"]
    if !extensions.contains(where: { $0.hasPrefix("basicConstraints=") }) {
      wanted.append("basicConstraints=critical,CA:FALSE")
    }
    let (certificate, trusted) = (
      "\(folder.path)/leaf.pem", try folder.file("authority.pem", signer.certificate)
    )
    try await run([
      "x509", "-req", "-in", request, "-CA", trusted, "-CAkey",
      folder.file("authority.key", signer.key), "-days", "1", "-out", certificate, "-extfile",
      folder.file("extensions", Array(wanted.joined(separator: "\n").utf8)),
    ])
    return try TLSCredentials(
      certificateChainFile: certificate, privateKeyFile: key, authorityFile: trusted)
  }

  private static let signature = "keyUsage=critical,digitalSignature"

  /// The extensions, with `OWN` for the use of this kind of peer and `OTHER` for that of the other;
  /// what is told of them, or nil where they are as they must be.
  private static let rows: [([String], told: String?)] = [
    ([signature, "extendedKeyUsage=OWN"], nil),
    (["keyUsage=digitalSignature,keyAgreement", "extendedKeyUsage=OWN"], nil),
    ([signature], "its extended key usage is not OWN alone"),
    ([signature, "extendedKeyUsage=OWN,OTHER"], "its extended key usage is not OWN alone"),
    ([signature, "extendedKeyUsage=OTHER,OWN"], "its extended key usage is not OWN alone"),
    ([signature, "extendedKeyUsage=OWN,1.2.3.4"], "its extended key usage is not OWN alone"),
    ([signature, "extendedKeyUsage=OWN,OWN"], "its extended key usage is not OWN alone"),
    // These OpenSSL finds by itself.
    ([signature, "extendedKeyUsage=OTHER"], "purpose"),
    ([signature, "extendedKeyUsage=anyExtendedKeyUsage"], "purpose"),
    (["keyUsage=critical,keyEncipherment", "extendedKeyUsage=OWN"], ""),
    (["extendedKeyUsage=OWN"], "its key usage is not digitalSignature"),
    (
      [
        "keyUsage=critical,digitalSignature,keyCertSign", "extendedKeyUsage=OWN",
        "basicConstraints=critical,CA:TRUE",
      ], "it is one that may sign others"
    ),
  ]

  @Test(
    "A peer's certificate must be for its own use alone, for signatures, and not sign others",
    .holds("TLS-015", "TLS-022"), arguments: rows)
  func table(extensions: [String], told: String?) async throws {
    for isClient in [true, false] {
      let (own, other) = isClient ? ("clientAuth", "serverAuth") : ("serverAuth", "clientAuth")
      func named(_ text: String) -> String {
        text.replacing("OTHER", with: other).replacing("OWN", with: own)
      }
      let uri =
        isClient ? "board://test-cluster/u/ada/d/laptop" : authority.coordinatorURI
      let made = try await credentials(uri, extensions.map(named))
      let pair =
        isClient
        ? try SessionPair(
          client: TLSContext(
            role: .client, credentials: made, expecting: .uri(authority.coordinatorURI)),
          server: authority.server())
        : try SessionPair(
          client: authority.client(),
          server: TLSContext(
            role: .server, credentials: made, expecting: .device(of: part("test-cluster"))))
      pair.exchange()
      let (seen, refused) =
        isClient
        ? (pair.serverFailure, pair.clientFailure) : (pair.clientFailure, pair.serverFailure)
      guard let told else {
        #expect(seen == nil)
        #expect(pair.serverState.peer != nil)
        continue
      }
      let failure = try #require(seen, "\(extensions) of \(own)")
      #expect(failure.kind == .certificateRefused)
      #expect(failure.detail.contains(named(told)), "\(failure)")
      #expect(refused?.kind == .certificateRefused)
      #expect(refused?.origin == .peer)
    }
  }
}
