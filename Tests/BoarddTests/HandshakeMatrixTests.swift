import Foundation
import Identity
import OwnThread
import Statements
import Testing

/// The openssl program dials a real coordinator in every way that there is, once for each
/// application protocol.
@Suite("Who gets in, by the openssl program", .ownThread, .timeLimit(.minutes(4)))
struct HandshakeMatrixTests {
  private static let protocols = ["board/1", "board-join/1"]

  struct Row {
    let what: String
    let words: [String]
    let board: OpenSSLClient.Answer
    let join: OpenSSLClient.Answer

    init(
      _ what: String, _ words: [String], _ board: OpenSSLClient.Answer,
      join: OpenSSLClient.Answer? = nil
    ) {
      self.what = what
      self.words = words
      self.board = board
      self.join = join ?? board
    }
  }

  private func expect(_ rows: [Row], _ client: OpenSSLClient, with identity: [String] = []) throws {
    for row in rows {
      for alpn in Self.protocols {
        let answer = try client.dial(row.words + identity, alpn: alpn)
        #expect(answer == (alpn == "board/1" ? row.board : row.join), "\(row.what), \(alpn)")
      }
    }
  }

  private func withClient(_ body: (OpenSSLClient) throws -> Void) throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    try body(OpenSSLClient(boardd))
    #expect(boardd.stop() == 0)
  }

  private func own(_ client: OpenSSLClient) throws -> [String] {
    let now = Int(Date().timeIntervalSince1970)
    return try client.certificate(from: now - 60, to: now + 3_600)
  }

  @Test("Versions: TLS 1.3 alone", .holds("TLS-001"))
  func versions() throws {
    // What the program by itself would not speak any more.
    let old = ["-cipher", "DEFAULT@SECLEVEL=0"]
    try withClient { client in
      try expect(
        [
          Row("the newest that both speak", [], .accepted),
          Row("TLS 1.3", ["-tls1_3"], .accepted),
          Row("TLS 1.2", ["-tls1_2"], .alert("protocol version")),
          Row("TLS 1.1", ["-tls1_1"] + old, .alert("protocol version")),
          Row("TLS 1.0", ["-tls1"] + old, .alert("protocol version")),
        ], client, with: own(client))
    }
  }

  @Test("Groups: X25519 and P-256, also where another was offered first", .holds("TLS-016"))
  func groups() throws {
    func row(_ groups: String, _ answer: OpenSSLClient.Answer) -> Row {
      Row(groups, ["-groups", groups], answer)
    }
    let refused = OpenSSLClient.Answer.alert("handshake failure")
    try withClient { client in
      try expect(
        ["X25519", "P-256", "X448:P-256", "P-384:X25519", "ffdhe8192:X25519"].map {
          row($0, .accepted)
        }
          + [
            "P-384", "P-521", "X448", "ffdhe2048", "ffdhe3072", "ffdhe4096", "ffdhe6144",
            "ffdhe8192", "P-384:P-521:X448:ffdhe8192",
          ].map { row($0, refused) }, client, with: own(client))
    }
  }

  @Test("Cipher suites, signatures, and names of hosts")
  func suites() throws {
    func suite(_ name: String, _ answer: OpenSSLClient.Answer) -> Row {
      Row(name, ["-ciphersuites", name], answer)
    }
    let refused = OpenSSLClient.Answer.alert("handshake failure")
    try withClient { client in
      try expect(
        [
          suite("TLS_AES_128_GCM_SHA256", .accepted),
          suite("TLS_AES_256_GCM_SHA384", .accepted),
          suite("TLS_CHACHA20_POLY1305_SHA256", .accepted),
          suite("TLS_AES_128_CCM_SHA256", refused),
          suite("TLS_AES_128_CCM_8_SHA256", refused),
          Row("ECDSA on P-256", ["-sigalgs", "ECDSA+SHA256"], .accepted),
          Row("RSA alone", ["-sigalgs", "rsa_pss_rsae_sha256"], refused),
          Row("Ed25519 alone", ["-sigalgs", "ed25519"], refused),
          Row("another host's name", ["-servername", "elsewhere.example"], .accepted),
          Row("no host's name", ["-noservername"], .accepted),
        ], client, with: own(client))
    }
  }

  @Test("An application protocol that is not ours, or none", .holds("TLS-002"))
  func applicationProtocols() throws {
    try withClient { client in
      let identity = try own(client)
      for alpn in ["h2", "board/2", "board", nil] {
        #expect(try client.dial(identity, alpn: alpn) == .alert("no application protocol"))
      }
    }
  }

  @Test("Certificates of every wrong kind", .holds("TLS-003"), .holds("TLS-022"), .holds("TLS-024"))
  func certificates() throws {
    let now = Int(Date().timeIntervalSince1970)
    let day = 86_400
    try withClient { client in
      typealias Wanted = OpenSSLClient.Wanted
      func expect(
        _ what: String, _ words: [String], _ board: OpenSSLClient.Answer,
        join: OpenSSLClient.Answer? = nil
      ) throws {
        try self.expect([Row(what, words, board, join: join)], client)
      }
      let device = client.device
      try expect("a good one", client.certificate(from: now - 60, to: now + day), .accepted)
      try expect(
        "a good one of the openssl program", client.certificate(Wanted(uri: device)), .accepted)
      try expect("none", [], .alert("certificate required"), join: .accepted)
      try expect("another authority's", client.foreign(), .alert("unknown ca"))
      try expect(
        "self-signed", client.certificate(Wanted(uri: device, isSelfSigned: true)),
        .alert("unknown ca"))
      try expect(
        "expired a day ago", client.certificate(from: now - 2 * day, to: now - day),
        .alert("certificate expired"), join: .accepted)
      try expect(
        "expired 31 days ago", client.certificate(from: now - 40 * day, to: now - 31 * day),
        .alert("certificate expired"))
      try expect(
        "not valid yet", client.certificate(from: now + day, to: now + 2 * day),
        .alert("certificate expired"))
      try expect(
        "one of seven days", client.certificate(from: now - 60, to: now - 60 + 7 * day), .accepted)
      try expect(
        "one of eight days", client.certificate(from: now - 60, to: now - 60 + 8 * day),
        .alert("bad certificate"))

      let unfit = OpenSSLClient.Answer.alert("unsupported certificate")
      try expect(
        "a coordinator's",
        client.certificate(
          Wanted(uri: client.coordinator, extendedUsage: "serverAuth")), unfit)
      try expect(
        "a device's for servers",
        client.certificate(
          Wanted(uri: device, extendedUsage: "serverAuth")), unfit)
      try expect(
        "for both",
        client.certificate(
          Wanted(uri: device, extendedUsage: "clientAuth,serverAuth")), unfit)
      try expect(
        "no extended usage", client.certificate(Wanted(uri: device, extendedUsage: nil)), unfit)
      try expect(
        "not for signatures",
        client.certificate(
          Wanted(uri: device, usage: "keyAgreement")), unfit)
      try expect(
        "one that may sign others",
        client.certificate(
          Wanted(
            uri: device, usage: "digitalSignature,keyCertSign",
            other: ["basicConstraints=critical,CA:TRUE"])), unfit)
      try expect("the authority's own", client.authorityItself(), unfit)

      let bad = OpenSSLClient.Answer.alert("bad certificate")
      try expect("no name", client.certificate(Wanted()), bad)
      try expect(
        "a name of another kind", client.certificate(Wanted(names: ["DNS:ada.example"])), bad)
      try expect(
        "two names",
        client.certificate(
          Wanted(uri: device, names: ["URI:board://\(client.cluster)/u/ben/d/pc"])), bad)
      try expect(
        "the coordinator's name", client.certificate(Wanted(uri: client.coordinator)), bad)
      try expect(
        "another cluster's name",
        client.certificate(
          Wanted(uri: "board://elsewhere/u/ada/d/pc")), bad)
      try expect(
        "a user in capital letters",
        client.certificate(
          Wanted(uri: "board://\(client.cluster)/u/Ada/d/pc")), bad)

      // The program presents no certificate whose key the coordinator takes no signature of.
      let unshown = OpenSSLClient.Answer.alert("certificate required")
      try expect(
        "a key of RSA", client.certificate(Wanted(uri: device, key: ["-newkey", "rsa:2048"])),
        unshown, join: .accepted)
      try expect(
        "a key on P-384",
        client.certificate(
          Wanted(uri: device, key: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"])),
        unshown, join: .accepted)
      try expect(
        "a key of Ed25519",
        client.certificate(
          Wanted(uri: device, key: ["-newkey", "ed25519"])), unshown, join: .accepted)
    }
  }
}
