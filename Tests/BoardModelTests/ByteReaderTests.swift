@testable import BoardModel
import Randomness
import Testing

@Suite("Reading bytes")
struct ByteReaderTests {
  private typealias Reason = MalformedBytes.Reason

  @Test("Integers are big-endian and keep their bounds")
  func integers() throws {
    var writer = ByteWriter()
    writer.uint8(.max)
    writer.uint16(0x0102)
    writer.uint32(.max)
    writer.uint64(.max)
    writer.uint64(0x0102_0304_0506_0708)
    let ones = [UInt8](repeating: 0xFF, count: 12)
    #expect(writer.bytes == [0xFF, 1, 2] + ones + [1, 2, 3, 4, 5, 6, 7, 8])
    var reader = ByteReader(writer.bytes)
    #expect(try reader.uint8() == .max)
    #expect(try reader.uint16() == 0x0102)
    #expect(try reader.uint32() == .max)
    #expect(try reader.uint64() == .max)
    #expect(try reader.uint64() == 0x0102_0304_0506_0708)
    try reader.finish()
  }

  @Test("Cut at any byte, an operation is truncated and never anything else")
  func truncated() throws {
    let bytes = try operationBytes()
    for count in 0..<bytes.count {
      var reader = ByteReader(Array(bytes.prefix(count)))
      #expect {
        _ = try reader.value(Operation.self)
      } throws: { error in
        guard let malformed = error as? MalformedBytes else { return false }
        // A count that what is left cannot hold is found before the end is.
        return [.truncated, .countTooLarge].contains(malformed.reason)
          && malformed.offset <= count
      }
    }
    var reader = ByteReader(bytes + [0])
    _ = try reader.value(Operation.self)
    #expect(throws: MalformedBytes(.trailingBytes, at: bytes.count)) { try reader.finish() }
  }

  @Test("Every byte changed is either refused or read as what writes those bytes")
  func mutated() throws {
    let bytes = try operationBytes()
    var random = SeededGenerator(seed: 11)
    for index in bytes.indices {
      for _ in 0..<8 {
        var changed = bytes
        changed[index] = UInt8.random(in: 0...255, using: &random)
        var reader = ByteReader(changed)
        guard let operation = try? reader.value(Operation.self), reader.remaining == 0 else {
          continue
        }
        var writer = ByteWriter()
        writer.value(operation)
        #expect(writer.bytes == changed)
      }
    }
  }

  @Test(
    "A list that claims more than there is allocates nothing", arguments: [2, 1_000, UInt32.max])
  func lyingList(count: UInt32) {
    var writer = ByteWriter()
    writer.uint32(count)
    writer.uint64(0)
    writer.uint64(0)
    var reader = ByteReader(writer.bytes)
    #expect(throws: MalformedBytes(.countTooLarge, at: 0)) {
      _ = try reader.list(minimum: 16) { (reader) throws(MalformedBytes) in
        try reader.identifier(CardKind.self)
      }
    }
  }

  @Test(
    "What is not UTF-8 is refused",
    arguments: [
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xC0, 0xAF], [0xE0, 0x80, 0xAF],
      [0xF0, 0x80, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0x80], [0xE2, 0x82],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    var writer = ByteWriter()
    writer.uint16(UInt16(bytes.count + 1))
    writer.raw([0x61] + bytes)
    var reader = ByteReader(writer.bytes)
    #expect(throws: MalformedBytes(.notUTF8, at: 2)) { try reader.title() }
  }

  @Test("A scalar that may not stand there is refused at its own byte")
  func forbidden() throws {
    for (text, offset) in [("日\u{1B}[2J", 5), ("\u{7F}", 2), ("a\u{9B}", 3), ("tab\t", 5)] {
      var writer = ByteWriter()
      writer.string(text)
      var reader = ByteReader(writer.bytes)
      #expect(throws: MalformedBytes(.forbiddenScalar, at: offset)) { try reader.title() }
    }
    var writer = ByteWriter()
    writer.string("line\n\ttab")
    var reader = ByteReader(writer.bytes)
    #expect(try reader.body() == "line\n\ttab")
  }

  @Test("Text keeps its scalars: composed and decomposed stay what they were")
  func scalars() throws {
    var writer = ByteWriter()
    writer.string("e\u{301}\u{E9}\u{FEFF}")
    var reader = ByteReader(writer.bytes)
    #expect(Array(try reader.title().unicodeScalars) == ["e", "\u{301}", "\u{E9}", "\u{FEFF}"])
  }

  @Test("Only 00 and 01 are truth values, and a case must be known")
  func small() {
    var reader = ByteReader([2])
    #expect(throws: MalformedBytes(.notBool, at: 0)) { try reader.bool() }
    reader = ByteReader([99])
    #expect(throws: MalformedBytes(.unknownCase, at: 0)) { try reader.value(FieldAddress.self) }
    reader = ByteReader([0xFF, 0xFF])
    #expect(throws: MalformedBytes(.unknownCase, at: 0)) { try reader.intent(inBatch: false) }
    reader = ByteReader([0, 40, 0, 0, 0, 1, 0, 40, 0, 0, 0, 0])
    #expect(throws: MalformedBytes(.tooDeep, at: 6)) { try reader.intent(inBatch: false) }
  }

  @Test("Extensions stand in ascending order, each tag once")
  func extensions() throws {
    let entries = [(5, [1]), (2, []), (5, [9])].map {
      Extensions.Entry(tag: UInt16($0.0), bytes: $0.1)
    }
    let extensions = Extensions(entries: entries)
    #expect(extensions.entries.map(\.tag) == [2, 5])
    #expect(extensions[5] == [1])
    var writer = ByteWriter()
    writer.extensions(extensions)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.extensions() == extensions)
    reader = ByteReader([0, 2, 0, 5, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0])
    #expect(throws: MalformedBytes(.extensionOrder, at: 8)) { try reader.extensions() }
    reader = ByteReader([0, 3, 0, 5, 0, 0, 0, 0])
    #expect(throws: MalformedBytes(.countTooLarge, at: 0)) { try reader.extensions() }
  }

  @Test("What does not fit its length field is marked and not sent")
  func overflow() {
    var writer = ByteWriter()
    writer.string(String(repeating: "x", count: 65_535))
    #expect(!writer.overflowed)
    writer.string(String(repeating: "x", count: 65_536))
    #expect(writer.overflowed)
  }

  private func operationBytes() throws -> [UInt8] {
    var bench = Workbench()
    bench.addCard(card(1), body: "body")
    let body = try #require(bench.board.card(card(1))?.body)
    let operation = Operation(
      id: bench.nextID(of: .ben), base: 7, queued: true,
      intent: .batch([
        .cardSplice(card(1), body.splice(replacing: 1..<3, with: "日本")),
        .columnDelete(todo, seen: [card(1)], disposition: .move(to: done)),
        .cardCreate(
          card(2), in: todo, title: "T", body: "b", at: Anchors(after: card(1), before: nil)),
      ]),
      extensions: Extensions(entries: [.init(tag: 3, bytes: [1, 2, 3])]))
    var writer = ByteWriter()
    writer.value(operation)
    return writer.bytes
  }
}
