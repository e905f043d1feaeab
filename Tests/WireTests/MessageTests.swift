import BoardModel
import Statements
import Testing
import Wire

@Suite("Messages")
struct MessageTests {
  @Test(
    "A type nobody knows is no message, mandatory or elective", .holds("FRM-003"),
    arguments: [0x7FFF, 0xFABA])
  func unknownType(_ raw: UInt16) throws {
    let frame = Frame(
      type: FrameType(rawValue: raw), flags: [], request: 0, payload: [0xFF])
    let message = try Message(frame)
    #expect(message == nil)
    #expect(frame.type.isElective == (raw > 0x7FFF))
  }

  @Test("A code nobody knows still says its scope and what to do", .holds("ERR-001"))
  func unknownCodes() {
    #expect(ErrorCode(rawValue: 2199).scope == .session)
    #expect(ErrorCode(rawValue: 2199).retry == .later)
    #expect(ErrorCode(rawValue: 3999).scope == .request)
    #expect(ErrorCode(rawValue: 3999).retry == .never)
    #expect(ErrorCode(rawValue: 7).scope == .connection)
    #expect(ErrorCode(rawValue: 65_535).scope == .connection)
  }

  @Test("Extensions are kept as they came, and written in ascending order", .holds("ENC-013"))
  func extensions() throws {
    let entries = [
      Extensions.Entry(tag: 9, bytes: [1]), Extensions.Entry(tag: 2, bytes: []),
      Extensions.Entry(tag: 9, bytes: [2]),
    ]
    let ping = Ping(nonce: 1, extensions: Extensions(entries: entries))
    #expect(ping.extensions.entries.map(\.tag) == [2, 9])
    let decoded = try Message(ping.frame(request: 1))
    #expect(decoded == .ping(ping))
    #expect(ping.extensions[9] == [1])
    #expect(ping.extensions[3] == nil)
  }

  @Test("What does not fit its length field says so instead of being sent")
  func overflow() {
    var writer = ByteWriter()
    writer.string(String(repeating: "x", count: 65_535))
    #expect(!writer.overflowed)
    writer.string(String(repeating: "é", count: 32_768))
    #expect(writer.overflowed)
  }

  @Test("A count that cannot be true allocates nothing", .holds("ENC-007"))
  func hugeCount() {
    let frame = Frame(
      type: Boards.type, flags: [], request: 0, payload: [0xFF, 0xFF, 0xFF, 0xFF, 0, 0])
    #expect(throws: MalformedBytes(.countTooLarge, at: 0)) { try Message(frame) }
  }
}
