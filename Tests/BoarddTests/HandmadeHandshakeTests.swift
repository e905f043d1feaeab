import Foundation
import HandmadeHello
import OwnThread
import Statements
import Testing
import Transport

/// Handshakes that no library would make, byte for byte, to a real coordinator: what it answers, that
/// it closes each connection in order, and that it is none the worse for it.
@Suite("Handshakes made by hand", .ownThread, .timeLimit(.minutes(2)))
struct HandmadeHandshakeTests {
  /// The first thing that the coordinator says.
  enum Answer: Equatable {
    case hello
    /// The hello should come again, with a key share of another group.
    case retry
    case alert(UInt8)
    case nothing
    case other([UInt8])

    // RFC 8446, 6.
    static let unexpectedMessage = Answer.alert(10)
    static let overflow = Answer.alert(22)
    static let handshakeFailure = Answer.alert(40)
    static let illegalParameter = Answer.alert(47)
    static let decodeError = Answer.alert(50)
    static let version = Answer.alert(70)
    static let missingExtension = Answer.alert(109)
    static let noProtocol = Answer.alert(120)
  }

  struct Row {
    let what: String
    let bytes: [UInt8]
    let answer: Answer
    /// Whether each byte is sent by itself.
    var slowly = false
    /// Whether it waits for no answer.
    var isSilent: Bool { bytes.count < 2 }

    init(_ what: String, _ bytes: [UInt8], _ answer: Answer, slowly: Bool = false) {
      self.what = what
      self.bytes = bytes
      self.answer = answer
      self.slowly = slowly
    }

    init(_ what: String, _ answer: Answer, _ change: (inout HandmadeHello) -> Void) {
      var hello = HandmadeHello()
      change(&hello)
      self.init(what, hello.records(), answer)
    }
  }

  private static let good = HandmadeHello()

  private static let cut: [Row] = [
    Row("a good one", good.records(), .hello),
    Row("one byte in each record", good.records(of: 1), .hello),
    Row("three bytes in each record", good.records(of: 3), .hello),
    Row("one byte at a time", good.records(), .hello, slowly: true),
    Row("one byte in each record, one byte at a time", good.records(of: 1), .hello, slowly: true),
    Row("an empty record first", HandmadeHello.record(22, []) + good.records(), .hello),
    Row(
      "a hundred empty records first",
      [[UInt8]](repeating: HandmadeHello.record(22, []), count: 100).flatMap { $0 }
        + good.records(), .unexpectedMessage),
    Row("with 15 000 bytes of padding", .hello) { $0.more = [HandmadeHello.padding(15_000)] },
    Row("with 24 000 bytes of padding, in two records", .hello) {
      $0.more = [HandmadeHello.padding(24_000)]
    },
    Row("with 60 000 bytes of padding", .nothing) { $0.more = [HandmadeHello.padding(60_000)] },
    Row(
      "a record that promises more than there may be", [22, 3, 1, 0xFF, 0xFF] + good.message,
      .overflow),
  ]

  private static let types: [Row] = [
    Row("application data", HandmadeHello.record(23, good.message), .unexpectedMessage),
    Row("a fatal alert", HandmadeHello.record(21, [2, 40]), .unexpectedMessage),
    Row("a heartbeat", HandmadeHello.record(24, good.message), .unexpectedMessage),
    Row("a change of ciphers first", HandmadeHello.changeCipherSpec, .unexpectedMessage),
    Row(
      "a hundred changes of ciphers behind the hello",
      good.records()
        + [[UInt8]](repeating: HandmadeHello.changeCipherSpec, count: 100).flatMap { $0 },
      .hello),
    Row("the hello twice", good.records() + good.records(), .hello),
    Row(
      "a hello of SSL 2", [0x80, 0x2E, 1, 3, 1] + [UInt8](repeating: 0, count: 43), .decodeError),
    Row("a record of another major version", .nothing) { $0.recordVersion = 0x0401 },
    Row("no TLS", Array("GET / HTTP/1.1\r\nHost: board\r\n\r\n".utf8), .nothing),
    Row("nothing", [], .nothing),
    Row("one byte", [22], .nothing),
  ]

  private static let contents: [Row] = [
    Row("TLS 1.2 alone", .version) { $0.versions = [0x0303] },
    Row("a compression", .illegalParameter) { $0.compression = [1, 0] },
    Row("no suite of TLS 1.3", .handshakeFailure) { $0.suites = [0xC02B] },
    Row("no application protocol", .noProtocol) { $0.protocols = [] },
    Row("another application protocol", .noProtocol) { $0.protocols = ["h2"] },
    Row("no key share", .retry) { $0.shares = [] },
    Row("no list of key shares", .missingExtension) { $0.shares = nil },
    Row("key shares without groups", .missingExtension) { $0.groups = nil },
    Row("a group that nobody has", .handshakeFailure) {
      $0.groups = [0x0104]
      $0.shares = [(0x0104, [UInt8](repeating: 2, count: 1_024))]
    },
    Row("a key share of a group that is not offered", .illegalParameter) {
      $0.shares = [(0x0017, [4] + [UInt8](repeating: 1, count: 64))] + ($0.shares ?? [])
    },
    Row("a point that is on no curve", .illegalParameter) {
      $0.groups = [0x0017]
      $0.shares = [(0x0017, [4] + [UInt8](repeating: 1, count: 64))]
    },
    Row("a point of small order", .illegalParameter) {
      $0.shares = [(HandmadeHello.x25519, [UInt8](repeating: 0, count: 32))]
    },
    Row("the same key share twice", .hello) { $0.shares = ($0.shares ?? []) + ($0.shares ?? []) },
    Row("hundreds of key shares of unknown groups", .hello) {
      $0.groups = [HandmadeHello.x25519] + (0..<300).map { 0x2A00 + $0 }
      $0.shares = (0..<300).map { (0x2A00 + $0, [1]) } + ($0.shares ?? [])
    },
    Row("an extension twice", .illegalParameter) {
      $0.more = [(0x0A0A, [1]), (13, HandmadeHello.list([4, 3]))]
    },
    Row("extensions that are shorter than they say", .decodeError) { $0.surplus = 4 },
    Row("early data of a session that nobody knows", .hello) {
      $0.more = HandmadeHello.earlyData
    },
  ]

  private static let earlyData: [Row] = [
    Row(
      "early data by the record",
      {
        var hello = HandmadeHello()
        hello.more = HandmadeHello.earlyData
        let record = HandmadeHello.record(23, [UInt8](repeating: 5, count: 1_000))
        return hello.records() + [[UInt8]](repeating: record, count: 20).flatMap { $0 }
      }(), .hello)
  ]

  @Test(
    "Each has its answer, and is closed in order", .holds("TLS-006"), .holds("TLS-023"),
    arguments: [cut, types, contents, earlyData])
  func answers(rows: [Row]) throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    for row in rows {
      let peer = try Stranger(boardd.endpoint, sending: row.slowly ? [] : row.bytes)
      if row.slowly { peer.sendSlowly(row.bytes) }
      // It has nothing more to say, so it is closed now if it was not before.
      let said = peer.finish(listening: !row.isSilent)
      #expect(Self.answer(said.bytes) == row.answer, "\(row.what): \(said.bytes.prefix(16))")
      #expect(said.isReset == false, "\(row.what)")
    }
    let client = try OpenSSLClient(boardd)
    #expect(try client.dial([], alpn: "board-join/1") == .accepted)
    #expect(boardd.stop() == 0)
  }

  private static func answer(_ bytes: [UInt8]) -> Answer {
    guard bytes.count > 5 else { return bytes.isEmpty ? .nothing : .other(bytes) }
    switch (bytes[0], bytes[5]) {
    case (21, _): return bytes.count >= 7 ? .alert(bytes[6]) : .other(bytes)
    case (22, 2): return Array(bytes.dropFirst(11).prefix(8)) == retry ? .retry : .hello
    default: return .other(Array(bytes.prefix(16)))
    }
  }

  /// The beginning of the random of a hello that asks for another one (RFC 8446, 4.1.3).
  private static let retry: [UInt8] = [0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11]
}
