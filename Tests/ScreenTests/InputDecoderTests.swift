import Randomness
import Screen
import Testing

@Suite("Input decoding")
struct InputDecoderTests {
  @Test("Each sequence means what terminals mean by it", arguments: InputCase.all)
  func corpus(example: InputCase) {
    var decoder = InputDecoder()
    #expect(decoder.feed(example.bytes) == example.inputs)
    #expect(decoder.wait == example.wait)
  }

  @Test("A sequence means the same wherever it is cut", arguments: InputCase.all)
  func splits(example: InputCase) throws {
    var whole = InputDecoder()
    _ = whole.feed(example.bytes)
    for cut in 0...example.bytes.count {
      var decoder = InputDecoder()
      let inputs = decoder.feed(example.bytes[..<cut]) + decoder.feed(example.bytes[cut...])
      try #require(inputs == example.inputs, "cut at \(cut)")
      try #require(decoder == whole, "cut at \(cut)")
    }
    var decoder = InputDecoder()
    var inputs: [Input] = []
    for byte in example.bytes { inputs += decoder.feed([byte]) }
    #expect(inputs == example.inputs)
    #expect(decoder == whole)
  }

  private static let flushes: [(String, [Input], InputDecoder.Wait?)] = [
    ("", [], nil),
    ("^", [.key(.escape, [])], nil),
    ("^[", [.key(.character("["), .alt)], nil),
    ("^O", [.key(.character("O"), .alt)], nil),
    ("^]", [.key(.character("]"), .alt)], nil),
    ("^P", [.key(.character("P"), .alt)], nil),
    ("^[1;5", [], nil),
    ("^]11;rgb", [], nil),
    ("^]11;rgb^", [.key(.escape, [])], nil),
    ("^[200~", [], nil),
    ("^[200~abc", [.paste(Paste("abc", .interrupted))], nil),
    ("^[200~abc^", [.paste(Paste("abc", .interrupted))], nil),
    ("^[200~abc\r", [.paste(Paste("abc", .interrupted))], .paste),
  ]

  @Test("When nothing more comes, what is there is decided", arguments: flushes)
  func flush(text: String, inputs: [Input], wait: InputDecoder.Wait?) {
    var decoder = InputDecoder()
    _ = decoder.feed(text.replacing("^", with: "\u{1B}").utf8)
    #expect(decoder.flush() == inputs)
    #expect(decoder.wait == wait)
  }

  @Test("After an Escape that stood alone, keys are keys again")
  func afterEscape() {
    var decoder = InputDecoder()
    _ = decoder.feed([0x1B])
    #expect(decoder.flush() == [.key(.escape, [])])
    #expect(decoder == InputDecoder())
    #expect(decoder.feed([0x71]) == InputCase.typed("q"))
  }

  @Test("A slow paste never turns into keys, wherever it stalls")
  func slowPaste() throws {
    let text = "a日\r\nd\u{1B}[20x"
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    let escapes = bytes.indices.filter { bytes[$0] == 0x1B }
    for stall in 6..<bytes.count where !escapes.contains(stall - 1) {
      var decoder = InputDecoder()
      let inputs =
        decoder.feed(bytes[..<stall]) + decoder.flush() + decoder.feed(bytes[stall...])
      var pasted = ""
      for input in inputs {
        guard case .paste(let paste) = input else {
          Issue.record("\(input) at \(stall)")
          return
        }
        pasted += paste.text
      }
      try #require(pasted == "a日\nd[20x", "stalled at \(stall)")
      try #require(decoder == InputDecoder())
    }
  }

  @Test("A paste whose end got lost is left with Escape")
  func lostEnd() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[200~abc".utf8).isEmpty)
    #expect(decoder.flush() == [.paste(Paste("abc", .interrupted))])
    #expect(decoder.feed("jk".utf8).isEmpty)
    #expect(decoder.flush() == [.paste(Paste("jk", .interrupted))])
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.wait == .escape)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.feed("j".utf8) == InputCase.typed("j"))
  }

  @Test("A paste is cut at its limit, and what follows it is not lost")
  func longPaste() {
    var decoder = InputDecoder()
    let limit = InputDecoder.maximumPasteBytes
    let text = String(repeating: "x", count: limit)
    let inputs = decoder.feed("\u{1B}[200~\(text)\u{1B}[201~\u{1B}[200~\(text)y\u{1B}[201~q".utf8)
    #expect(inputs.count == 3)
    #expect(inputs.first == .paste(Paste(text)))
    #expect(inputs.dropFirst().first == .paste(Paste(text, .truncated)))
    #expect(inputs.last == .key(.character("q"), []))
  }

  @Test(
    "Mutated input never traps, grows without bound or blocks what is typed later",
    arguments: 0..<40)
  func fuzz(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    try #require(!InputCase.all.isEmpty)
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes += InputCase.all.randomElement(using: &random)?.bytes.prefix(300) ?? []
      }
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 2: bytes.removeSubrange(index..<min(index + 3, bytes.count))
        default: bytes.append(contentsOf: bytes[index...].prefix(20))
        }
        if bytes.isEmpty { bytes = [0x1B] }
      }
      var whole = InputDecoder()
      let inputs = whole.feed(bytes)
      try #require(inputs.count <= bytes.count)
      let cut = Int.random(in: 0...bytes.count, using: &random)
      var split = InputDecoder()
      try #require(split.feed(bytes[..<cut]) + split.feed(bytes[cut...]) == inputs)
      try #require(split == whole)
      try #require(Self.hasOnlyText(inputs))
      // The end of a paste and of a string, and a pause: whatever it was in, it is out of it.
      _ = whole.feed("\u{1B}[201~\u{18}\u{1B}[201~".utf8)
      _ = whole.flush()
      try #require(whole.feed("q".utf8) == InputCase.typed("q"), "\(bytes)")
    }
  }

  private static func hasOnlyText(_ inputs: [Input]) -> Bool {
    inputs.allSatisfy { input in
      switch input {
      case .key(.character(let scalar), _):
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
      case .paste(let paste):
        paste.text.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) || $0 == "\n" || $0 == "\t"
        }
      case .mouse(let event): event.position.column >= 0 && event.position.row >= 0
      case .key, .focus, .reply: true
      }
    }
  }
}
