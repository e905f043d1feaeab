import Identity
import Statements
import TLS
import Testing

@Suite("The line of an invitation")
struct InvitationLineTests {
  private static let pin = [UInt8](0..<32)
  private static let token = [UInt8](repeating: 0xFF, count: 16)
  private static let secret = [UInt8](repeating: 0xA7, count: 32)
  private static let tail =
    "/home/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8/_____________________w"
    + "/p6enp6enp6enp6enp6enp6enp6enp6enp6enp6enp6c"

  private static func line(
    _ addresses: [(String, Int)] = [("board.example", 4_000)]
  ) throws -> InvitationLine {
    try InvitationLine(
      addresses: addresses.map { try InvitationLine.Address(host: $0, port: $1) },
      cluster: part("home"), pin: pin, token: token, secret: secret)
  }

  @Test(
    "A line is written as it was read", .holds("JOI-001"),
    arguments: [
      "board.example:4000", "192.0.2.1:1", "::1:4000", "fe80::1%eth0:65535",
      "a:1,b:2,c:3,d:4,e:5,f:6,g:7,h:8",
    ])
  func roundTrip(addresses: String) throws {
    let text = "board-join://" + addresses + Self.tail
    let line = try InvitationLine(parsing: text)
    #expect(line.description == text)
    #expect(line.addresses.map(\.description).joined(separator: ",") == addresses)
    #expect(line.pin == Self.pin)
    #expect(line.token == Self.token)
    #expect(line.secret == Self.secret)
    #expect(line.cluster.description == "home")
    #expect(try InvitationLine(parsing: "  \(text)\r\n") == line)
  }

  @Test("The port stands behind the last colon")
  func ports() throws {
    let line = try InvitationLine(parsing: "board-join://2001:db8::7:4000" + Self.tail)
    #expect(line.addresses == [try InvitationLine.Address(host: "2001:db8::7", port: 4_000)])
    #expect(try Self.line([("::1", 9)]).description == "board-join://::1:9" + Self.tail)
  }

  private static func spoilt(_ addresses: String, _ tail: String = tail) -> String {
    "board-join://\(addresses)\(tail)"
  }

  private static let refusals: [(text: String, why: String)] = [
    ("", "it does not begin with board-join://"),
    ("board://a:1", "it does not begin with board-join://"),
    ("board-join://a:1", "stand 1 parts"),
    (spoilt("a:1", "\(tail)/x"), "stand 6 parts"),
    (spoilt(""), "the address \"\" has no port"),
    (spoilt("a"), "the address \"a\" has no port"),
    (spoilt("a:"), "the port in the address \"a:\" is not a number"),
    (spoilt("a:0"), "is not a number from 1 to 65535"),
    (spoilt("a:01"), "is not a number from 1 to 65535"),
    (spoilt("a:+1"), "is not a number from 1 to 65535"),
    (spoilt("a:65536"), "is not a number from 1 to 65535"),
    (spoilt(":1"), "\"\" is neither the name nor the address of a host"),
    (spoilt("[::1]:1"), "is neither the name nor the address of a host"),
    (spoilt("a b:1"), "is neither the name nor the address of a host"),
    (spoilt("\u{1B}[2J:1"), "is neither the name nor the address of a host"),
    (spoilt("a:1,"), "the address \"\" has no port"),
    (spoilt("a:1,b:1,c:1,d:1,e:1,f:1,g:1,h:1,i:1"), "it has 9 addresses"),
    (
      spoilt("a:1", tail.replacing("/home/", with: "/h*me/")),
      "for the team, the name \"h*me\" holds \"*\""
    ),
    (spoilt("a:1", String(tail.dropLast())), "its secret is not 32 bytes in base64url"),
    (spoilt("a:1", "\(tail)="), "its secret is not 32 bytes in base64url"),
    // A last digit with bits that count for nothing.
    (spoilt("a:1", "\(tail.dropLast())d"), "its secret is not 32 bytes in base64url"),
    (
      spoilt("a:1", tail.replacing("/AAEC", with: "/AA+C")),
      "its pin is not 32 bytes in base64url"
    ),
    (
      spoilt("a:1", tail.replacing("____w/", with: "___/")),
      "its token is not 16 bytes in base64url"
    ),
    (spoilt(String(repeating: "a", count: 2_300)), "it is longer than 2048 bytes"),
  ]

  @Test("What is no invitation is refused, saying why", arguments: refusals)
  func refused(text: String, why: String) throws {
    let error = try #require(throws: IdentityError.self) { try InvitationLine(parsing: text) }
    #expect(error.kind == .malformedInvitation)
    #expect(error.description.contains(why), "\(error)")
    #expect(error.description.contains("ask for a new one"))
    // Errors are shown and logged.
    #expect(!error.description.contains("p6enp6"))
    #expect(error.description.utf8.allSatisfy { $0 >= 0x20 })
  }

  @Test("Cut short anywhere it is refused, and never traps")
  func cut() throws {
    let text = try Self.line().description
    for count in 0..<text.count {
      #expect(throws: IdentityError.self) {
        try InvitationLine(parsing: String(text.prefix(count)))
      }
    }
  }

  @Test("A line of too many bytes is not made either")
  func tooLong() throws {
    let host = String(repeating: "a", count: 250)
    _ = try Self.line([(host, 1)])
    let error = #expect(throws: IdentityError.self) {
      try Self.line(Array(repeating: (host, 65_535), count: 8))
    }
    #expect(error?.description.contains("longer than 2048 bytes") == true)
    #expect(throws: IdentityError.self) { try Self.line([]) }
    #expect(throws: IdentityError.self) { try InvitationLine.Address(host: "a", port: 0) }
  }

  @Test("Tokens and secrets are of their length, and never the same")
  func fresh() throws {
    let tokens = try (0..<20).map { _ in try InvitationLine.freshToken() }
    let secrets = try (0..<20).map { _ in try InvitationLine.freshSecret() }
    #expect(Set(tokens).count == 20 && tokens.allSatisfy { $0.count == 16 })
    #expect(Set(secrets).count == 20 && secrets.allSatisfy { $0.count == 32 })
  }

  @Test("Who has the line joins the coordinator that it names, and no other")
  func joins() throws {
    let authority = try TestAuthority()
    func context(_ cluster: String) throws -> TLSContext {
      try InvitationLine(
        addresses: [InvitationLine.Address(host: "a", port: 1)], cluster: part(cluster),
        pin: authority.authority.pin, token: InvitationLine.freshToken(),
        secret: InvitationLine.freshSecret()
      ).joinContext()
    }
    let pair = try SessionPair(client: context("test-cluster"), server: authority.coordinator())
    pair.exchange()
    #expect(pair.serverState.peer?.alpn == "board-join/1")
    #expect(pair.clientState.peer?.uris == ["board://test-cluster/coordinator"])
    let other = try SessionPair(client: context("elsewhere"), server: authority.coordinator())
    other.exchange()
    #expect(other.clientFailure?.kind == .wrongName)
  }
}
