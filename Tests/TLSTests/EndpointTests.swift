import Testing
import Transport

@Suite("Addresses")
struct EndpointTests {
  @Test(
    "An address is written as it was read",
    arguments: ["127.0.0.1:0", "[::1]:4000", "board.example:65535", "localhost:1"])
  func roundTrip(text: String) throws {
    #expect(try Endpoint(parsing: text).description == text)
  }

  @Test("An IPv6 address stands without its brackets in the host")
  func brackets() throws {
    #expect(try Endpoint(parsing: "[fe80::1]:80") == Endpoint(host: "fe80::1", port: 80))
  }

  @Test(
    "What is no address is refused, saying why",
    arguments: [
      ("localhost", "the port is missing"), ("localhost:", "the port is not a number"),
      ("localhost:65536", "the port is not a number"), ("localhost:-1", "the port is not a number"),
      ("localhost:+1", "the port is not a number"),
      ("::1:4000", "an IPv6 address stands in brackets"), (":80", "the host is missing"),
      ("[]:80", "the host is missing"), ("a b:80", "the host is missing or malformed"),
    ])
  func refused(text: String, why: String) throws {
    let error = try #require(throws: Endpoint.Malformed.self) { try Endpoint(parsing: text) }
    #expect(error.description.contains(why), "\(error)")
    #expect(error.description.hasPrefix(text.debugDescription))
  }
}
