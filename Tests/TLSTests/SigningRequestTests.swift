import Foundation
import OwnThread
import Statements
import Testing

@testable import Identity
@testable import TLS

@Suite("Signing requests and what is signed", .ownThread, .timeLimit(.minutes(1)))
struct SigningRequestTests {
  private let authority: Authority
  private let folder: TemporaryFolder
  private static let now = SystemClock.seconds
  private static let day = 86_400

  init() throws {
    authority = try Authority.create(cluster: part("test-cluster"))
    folder = try TemporaryFolder()
  }

  private func sign(
    _ request: [UInt8], notBefore: Int = now - 3_600
  ) throws -> SignedCertificate {
    try authority.sign(request, user: part("ada"), device: part("pc"), notBefore: notBefore)
  }

  /// What the openssl program says.
  @discardableResult
  private func openssl(_ arguments: [String]) async throws -> String {
    let (status, text) = try await OpenSSLTool(arguments).finish()
    try #require(status == 0, "\(arguments): \(text)")
    return text
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)")))
  }

  /// A request that the openssl program has made for a key of its own, in DER.
  private func request(_ key: [String], _ more: [String] = []) async throws -> [UInt8] {
    try await openssl(["genpkey", "-out", "\(folder.path)/key.pem"] + key)
    try await openssl(
      [
        "req", "-new", "-key", "\(folder.path)/key.pem", "-outform", "DER", "-out",
        "\(folder.path)/request.der",
      ] + (more.isEmpty ? ["-subj", "/CN=mallory"] : more))
    return try bytes("request.der")
  }

  private static let p256 = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]

  @Test("The openssl program finds our request in order")
  func ours() async throws {
    let request = try SigningRequest.make(for: PrivateKey())
    #expect(request.count < 300)
    let file = try folder.file("ours.der", request)
    let text = try await openssl([
      "req", "-inform", "DER", "-in", file, "-verify", "-noout", "-text",
    ])
    #expect(text.contains("verify OK"))
    #expect(text.contains("NIST CURVE: P-256"))
  }

  @Test("Of a request the key alone counts", .holds("JOI-008"))
  func keyAlone() async throws {
    let request = try await request(
      Self.p256,
      [
        "-subj", "/O=elsewhere/CN=eve", "-addext", "subjectAltName=URI:board://x/u/eve/d/x",
        "-addext", "basicConstraints=CA:TRUE",
      ])
    let signed = try sign(request)
    let file = try folder.file("signed.der", signed.certificate)
    let text = try await openssl(["x509", "-inform", "DER", "-in", file, "-noout", "-text"])
    #expect(text.contains("URI:board://test-cluster/u/ada/d/pc"))
    #expect(text.contains("Subject: O = test-cluster, CN = ada"))
    #expect(text.contains("CA:FALSE"))
    #expect(text.contains("TLS Web Client Authentication"))
    #expect(!text.contains("TLS Web Server Authentication"))
    #expect(!text.contains("eve") && !text.contains("elsewhere"))
    // The key is the request's, and the hash is of what everybody else calls its public key.
    try await openssl([
      "pkey", "-in", "\(folder.path)/key.pem", "-pubout", "-outform", "DER", "-out",
      "\(folder.path)/public.der",
    ])
    #expect(try signed.keyHash == MessageDigest.sha256(bytes("public.der")))
    // And the certificate is the authority's, for the use of a client.
    let trusted = "\(folder.path)/trusted.pem"
    try await openssl([
      "x509", "-inform", "DER", "-in", folder.file("trusted.der", signed.authority), "-out",
      trusted,
    ])
    try await openssl([
      "verify", "-x509_strict", "-purpose", "sslclient", "-CAfile", trusted, file,
    ])
  }

  @Test("A certificate begins where it is told to, and ends 7 days after an hour later")
  func validity() throws {
    let request = try SigningRequest.make(for: PrivateKey())
    for notBefore in [Self.now - 3_600, Self.now, Self.now + 17] {
      let signed = try sign(request, notBefore: notBefore)
      #expect(signed.notBefore == notBefore)
      #expect(signed.notAfter == notBefore + 3_600 + 7 * Self.day)
      let read = try Certificate(der: signed.certificate, what: "signed").validity("signed")
      #expect(read == Validity(from: signed.notBefore, to: signed.notAfter))
    }
  }

  @Test("No certificate outlives the authority's", .holds("TLS-018"))
  func issuerEnds() throws {
    let end = Self.now + 2 * Self.day
    let old = try Authority.create(
      cluster: part("c"), validity: Validity(from: Self.now - 3_600, to: end))
    let request = try SigningRequest.make(for: PrivateKey())
    let signed = try old.sign(
      request, user: part("ada"), device: part("pc"), notBefore: Self.now - 3_600)
    #expect(signed.notAfter == end)
    let coordinator = try old.mintCoordinator()
    #expect(
      try Certificate(pem: coordinator.certificateChain, what: "").validity("").to == end)
    let device = try old.mint(user: part("ada"), device: part("pc"))
    #expect(
      try Certificate(pem: device.credentials.certificateChain, what: "").validity("").to == end)
  }

  private func expectRefusal(_ request: [UInt8], _ why: String) throws {
    let error = try #require(throws: IdentityError.self) { try sign(request) }
    #expect(error.kind == .malformedRequest)
    #expect(error.description.contains(why), "\(error)")
  }

  @Test(
    "Only keys on P-256, by name and uncompressed, are signed",
    arguments: [
      ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"],
      ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"],
      p256 + ["-pkeyopt", "ec_param_enc:explicit"],
      ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
      ["-algorithm", "ED25519"],
    ])
  func otherKeys(key: [String]) async throws {
    try expectRefusal(await request(key), "not an uncompressed point on the curve P-256")
  }

  @Test("What is no request is refused with its reason")
  func malformed() async throws {
    let good = try SigningRequest.make(for: PrivateKey())
    try expectRefusal([], "it is no request in DER")
    try expectRefusal(good + [0], "bytes follow the request")
    try expectRefusal(Array(good.dropLast()), "it is no request in DER")
    try expectRefusal([UInt8](repeating: 0x30, count: 1_024), "it is no request in DER")
    try expectRefusal([UInt8](repeating: 0x30, count: 1_025), "it has 1025 bytes, and 1024 are")
    let long =
      "/"
      + Array(repeating: "OU=" + String(repeating: "x", count: 60), count: 20)
      .joined(separator: "/")
    try expectRefusal(await request(Self.p256, ["-subj", long]), "and 1024 are allowed")
  }

  @Test("Whatever bit of a request is changed, no other key is signed", arguments: 0..<8)
  func changed(bit: Int) throws {
    let good = try SigningRequest.make(for: PrivateKey())
    let hash = try sign(good).keyHash
    var refused = 0
    for index in good.indices {
      var changed = good
      changed[index] ^= 1 << UInt8(bit)
      do throws(any Error) {
        // The signature has more than one encoding.
        #expect(try sign(changed).keyHash == hash)
      } catch {
        #expect((error as? IdentityError)?.kind == .malformedRequest)
        refused += 1
      }
    }
    #expect(refused > good.count - 8)
  }

  @Test("The request of one key signed with another is refused")
  func foreignSignature() throws {
    let (first, second) = try (
      SigningRequest.make(for: PrivateKey()), SigningRequest.make(for: PrivateKey())
    )
    // Both consist of the part that is signed, with the key in its middle, and the signature.
    let keyStart = try #require(first.firstRange(of: [0x03, 0x42, 0x00, 0x04])).upperBound
    var mixed = first
    mixed.replaceSubrange(keyStart..<keyStart + 64, with: second[keyStart..<keyStart + 64])
    try expectRefusal(mixed, "it is not signed with its own key")
  }
}
