import Testing

@testable import CoordinatorHost

struct ControlFormatTests {
  @Test(
    "A message is one line, whatever is in it",
    arguments: [
      (ControlRequest.copy(to: "/a/b"), #"{"copy":{"to":"/a/b"}}"#),
      (.status, #"{"status":{}}"#),
      (.copy(to: "/a\nb\"\u{0}"), #"{"copy":{"to":"/a\nb\"\u0000"}}"#),
    ])
  func requests(request: ControlRequest, text: String) throws {
    var lines = ControlLines()
    let found = try lines.feed(ControlLine.bytes(of: request))
    #expect(found == [Array(text.utf8)])
    #expect(!lines.isAmidLine)
    #expect(ControlLine.decode(ControlRequest.self, found[0]) == request)
  }

  @Test(
    "An answer is what its line says",
    arguments: [
      (ControlAnswer.copying, #"{"copying":{}}"#), (.copied, #"{"copied":{}}"#),
      (.failed(reason: "full"), #"{"failed":{"reason":"full"}}"#),
    ])
  func answers(answer: ControlAnswer, text: String) throws {
    #expect(try ControlLine.bytes(of: answer) == Array((text + "\n").utf8))
    #expect(ControlLine.decode(ControlAnswer.self, Array(text.utf8)) == answer)
  }

  @Test(
    "What is no message is none",
    arguments: ["", "copy", "{}", #"{"copy":{}}"#, #"{"copy":{"to":1}}"#, #"{"drop":{}}"#, "[[[["])
  func rubbish(text: String) {
    #expect(ControlLine.decode(ControlRequest.self, Array(text.utf8)) == nil)
  }

  @Test("Lines come out whole, however they are cut")
  func splits() throws {
    let bytes = Array("one\n\nthree\nfo".utf8)
    for cut in 0...bytes.count {
      var lines = ControlLines()
      let found = try lines.feed(bytes[..<cut]) + lines.feed(bytes[cut...])
      #expect(found.map { String(decoding: $0, as: UTF8.self) } == ["one", "", "three"])
      #expect(lines.isAmidLine)
    }
  }

  @Test("A line has a longest, and no more of it is held")
  func bound() throws {
    var lines = ControlLines()
    let longest = [UInt8](repeating: 1, count: ControlLine.longest)
    #expect(try lines.feed(longest) == [])
    #expect(try lines.feed([ControlLine.newline]) == [longest])
    #expect(try lines.feed(longest) == [])
    #expect(throws: ControlLines.TooLong()) { try lines.feed([1]) }
  }
}
