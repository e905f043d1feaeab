import Identity
import Statements
import Testing

@testable import TLS

@Suite("Names in certificates")
struct PeerNameTests {
  @Test(
    "A name is written as it was read",
    arguments: [
      "board://c/coordinator", "board://home.lan/u/ada/d/x-1_2.3",
      "board://0123456789abcdef/u/\(String(repeating: "u", count: 64))/d/d",
      "board://c/u/u/d/coordinator",
    ])
  func roundTrip(uri: String) throws {
    #expect(try PeerName(uri: uri).description == uri)
  }

  @Test("The parts are where they belong")
  func parts() throws {
    #expect(
      try PeerName(uri: "board://home/u/ada/d/laptop")
        == .device(
          cluster: NamePart("home"), user: UserName("ada"), device: NamePart("laptop")))
    #expect(
      try PeerName(uri: "board://home/coordinator") == .coordinator(cluster: NamePart("home")))
  }

  @Test(
    "What is no name is refused, saying what and where",
    arguments: [
      ("", "does not begin with board://"),
      ("http://c/coordinator", "does not begin with board://"),
      ("BOARD://c/coordinator", "does not begin with board://"),
      ("board://", "neither /coordinator nor /u/USER/d/DEVICE"),
      ("board://c/coordinator/", "neither /coordinator nor /u/USER/d/DEVICE"),
      ("board://c/Coordinator", "neither /coordinator nor /u/USER/d/DEVICE"),
      ("board://c/u/ada", "neither /coordinator nor /u/USER/d/DEVICE"),
      ("board://c/u/ada/d/x/y", "neither /coordinator nor /u/USER/d/DEVICE"),
      ("board:///coordinator", "for the cluster, the name \"\" is empty"),
      ("board://c/u//d/x", "for the user, the name \"\" is empty"),
      ("board://c/u/a b/d/x", "for the user, the name \"a b\" holds \" \": only a to z"),
      ("board://c/u/ada/d/é", "for the device, the name \"é\" holds \"é\": only a to z"),
      ("board://c/u/../d/x", "has only dots"),
      ("board://c/u/a%2Fb/d/x", "holds \"%\": only a to z"),
      ("board://c/u/\(String(repeating: "u", count: 65))/d/x", "is longer than 64 bytes"),
      ("board://c/u/Ada/d/x", "for the user, the name \"Ada\" has letters in upper case"),
      ("board://c/u/everyone/d/x", "means whoever has no role of their own, and is no user's"),
    ])
  func refused(uri: String, why: String) throws {
    let error = try #require(throws: IdentityError.self) { try PeerName(uri: uri) }
    #expect(error.kind == .malformedName)
    #expect(error.description.contains(why), "\(error)")
  }

  @Test("A certificate with no URI, or with several, names nobody", .holds("TLS-004"))
  func certificateURIs() throws {
    let uri = "board://c/coordinator"
    #expect(try PeerName(certificateURIs: [uri]).description == uri)
    #expect(throws: IdentityError.self) { try PeerName(certificateURIs: []) }
    #expect(throws: IdentityError.self) { try PeerName(certificateURIs: [uri, uri]) }
    #expect(throws: IdentityError.self) { try PeerName(certificateURIs: [""]) }
    let expected = PeerExpectation.uri(uri)
    #expect(expected.mismatch([uri]) == nil)
    for uris in [[], [uri, uri], [uri, "board://c/u/ann/d/pc"], ["board://c/u/ann/d/pc", uri]] {
      #expect(expected.mismatch(uris)?.kind == .wrongName)
    }
  }

  @Test(
    "The nearest name keeps what it can",
    arguments: [
      ("ada", "ada"), ("DOMAIN\\ada", "DOMAIN-ada"), ("josé", "jos-"), ("a b", "a-b"),
      (String(repeating: "x", count: 99), String(repeating: "x", count: 64)),
    ])
  func nearest(text: String, name: String) {
    #expect(NamePart(nearestTo: text)?.description == name)
  }

  @Test("Only a user's name is bound to lower case", .holds("TLS-013"))
  func userNames() throws {
    let cluster = try NamePart("Home")
    let device = PeerExpectation.device(of: cluster)
    #expect(device.mismatch(["board://Home/u/everyone-else/d/Laptop"]) == nil)
    for user in ["everyone", "Ada", "adA", "...", String(repeating: "u", count: 65)] {
      let refusal = device.mismatch(["board://Home/u/\(user)/d/Laptop"])
      #expect(refusal?.kind == .wrongName)
      #expect(refusal?.description.contains("in lower case and not everyone") == true)
      #expect(throws: IdentityError.self) { try UserName(user) }
    }
  }

  @Test("A user's name that is typed, or the system's, is folded to lower case", .holds("TLS-014"))
  func foldedNames() throws {
    #expect(try UserName(typed: "AdA.Z_9").description == "ada.z_9")
    #expect(UserName(nearestTo: "DOMAIN\\Ada")?.description == "domain-ada")
    #expect(UserName(nearestTo: "Everyone") == nil)
    #expect(throws: IdentityError.self) { try UserName(typed: "EVERYONE") }
    // No letter that only looks like one is folded into one: this is the sign of a kelvin.
    #expect(throws: IdentityError.self) { try UserName(typed: "\u{212A}ay") }
    let names = try SystemNames { name in name == "BOARD_USER" ? "Ada" : "Laptop" }
    #expect((names.user.description, names.device.description) == ("ada", "Laptop"))
    #expect(throws: IdentityError.self) {
      try SystemNames { name in name == "BOARD_USER" ? "everyone" : nil }
    }
  }

  @Test("Nothing is near to nothing")
  func nearestToNothing() {
    #expect(NamePart(nearestTo: "") == nil)
    #expect(NamePart(nearestTo: "..") == nil)
  }

  @Test("Random names are of 16 hexadecimal digits and differ")
  func random() throws {
    let names = try (0..<100).map { _ in try NamePart.random().description }
    #expect(Set(names).count == 100)
    #expect(names.allSatisfy { $0.count == 16 && $0.allSatisfy(\.isHexDigit) })
  }
}
