import Testing

@testable import Commands

@Suite("Bytes that are no text")
struct UTF8Tests {
  @Test(
    "The first byte that is no text is found, with its line and its column in characters",
    arguments: [
      ([0xFF], 0, 1, 1), ([0x61, 0x0A, 0xC3, 0xA9, 0xFE], 4, 2, 2),
      ([0xC3, 0xA9, 0x0A, 0x0A, 0xE2, 0x82], 4, 3, 1), ([0x61, 0xED, 0xA0, 0x80], 1, 1, 2),
      ([0xC0, 0x80], 0, 1, 1), ([0x61, 0x80, 0x0A], 1, 1, 2),
    ] as [([UInt8], Int, Int, Int)])
  func place(bytes: [UInt8], offset: Int, line: Int, column: Int) {
    let fault = UTF8Fault(in: bytes)
    #expect(fault?.offset == offset)
    #expect(fault?.byte == bytes[offset])
    #expect(fault?.line == line)
    #expect(fault?.column == column)
    #expect(String(validating: bytes, as: UTF8.self) == nil)
  }

  @Test("Text has no such byte", arguments: ["", "a\nb", "漢字 \u{1F600}\u{FFFD}"])
  func text(text: String) {
    #expect(UTF8Fault(in: Array(text.utf8)) == nil)
  }

  @Test("An argument that is no text is refused by its place and what can be read of it")
  func argument() {
    let failure = #expect(throws: CommandFailure.self) {
      try RawArguments.check([[0xFF], Array("add".utf8), [0xFF, 0xFE] + Array(" bad".utf8)])
    }
    #expect(failure?.kind == .usage)
    #expect(
      failure?.description
        == "argument 2, \u{201C}\\xFF\\xFE bad\u{201D}, is not text in UTF-8: its byte 1 is FF; "
        + "write it in UTF-8")
    #expect(throws: Never.self) { try RawArguments.check([[0xFF], Array("ä".utf8)]) }
    #expect(throws: Never.self) { try RawArguments.check([]) }
  }

  @Test("A body that is no text is refused by line and column")
  func body() throws {
    let failure = #expect(throws: CommandFailure.self) {
      try BodyFile.text(Array("first\nsec".utf8) + [0xE9] + Array("nd".utf8), from: "notes.txt")
    }
    #expect(failure?.kind == .usage)
    #expect(
      failure?.description
        == "notes.txt is not text in UTF-8: the byte in line 2, column 4 is E9; convert it to "
        + "UTF-8 first")
    #expect(try BodyFile.text(Array("a\r\nb".utf8), from: "-") == "a\nb")
  }
}
