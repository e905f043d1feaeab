import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

@Suite("Who serves what is carried")
struct LoadingTests {
  private var harness = CoordinatorHarness()
  private let source: ConnectionID
  private let target: ConnectionID
  /// The card as it is: with a text of several chunks.
  private let body = String(repeating: "words and more words\n", count: 6_000)

  init() throws {
    try harness.makeBoard()
    var author = try harness.attach(7)
    let scalars = Array(body.unicodeScalars)
    for start in stride(from: 0, to: scalars.count, by: 50_000) {
      let piece = String(
        String.UnicodeScalarView(scalars[start..<min(start + 50_000, scalars.count)]))
      let after =
        start == 0
        ? nil
        : TextIdentity(
          operation: OperationID(session: session(7), epoch: 1, counter: author.counter),
          offset: UInt32(49_999))
      _ = try harness.submit(
        &author,
        .cardSplice(
          card(1), Splice(deletions: [], insertions: [Splice.Insertion(after: after, text: piece)]))
      )
    }
    source = try harness.dragger(1)
    target = try harness.dragger(2)
    try harness.lift(source, 1)
  }

  private func load(
    _ type: CardRepresentation = .plainText, item: UInt32 = 0, offset: UInt64 = 0
  ) -> Load {
    Load(drag: drag(1), item: item, type: type.rawValue, offset: offset)
  }

  @Test("The window that lifted it is asked, and its answer passed on", .holds("DRG-008"))
  mutating func passedOn() throws {
    let number = harness.begin(target, load(offset: 3))
    let part = Part(total: 10, digest: SHA256.hash([1]), bytes: [4, 5, 6, 7, 8, 9, 10])
    let asked = harness.answerLoad(source) { _ in part }
    #expect(asked == load(offset: 3))
    #expect(try harness.answer(target, number) == .part(part))
  }

  @Test(
    "Where that window refuses, says nonsense, or is gone, the coordinator serves the durable card",
    .holds("DRG-009"),
    arguments: ["refuses", "nonsense", "gone", "fenced", "silent"])
  mutating func served(how: String) throws {
    let number = harness.begin(target, load())
    #expect(throws: (any Error).self, "nothing is answered yet") {
      try harness.answer(target, number)
    }
    switch how {
    case "refuses": _ = harness.answerLoad(source) { _ in nil }
    case "nonsense":
      _ = harness.answerLoad(source) { _ in
        Part(total: 3, digest: SHA256.hash([]), bytes: [1, 2, 3, 4])
      }
    case "gone": harness.handle(.closed(source))
    case "fenced":
      let newcomer = try harness.greeted(hello: .dragging)
      let takeover = AttachWindow(
        manner: .takeOver, previous: nil, activity: .board, place: "tty9",
        attach: harness.attachBody(1, instance: 2))
      _ = harness.begin(newcomer, takeover)
    default: harness.advance(2_000)
    }
    guard case .part(let part) = try harness.answer(target, number) else {
      Issue.record("no part")
      return
    }
    let whole = Array("First\n\n\(body)".utf8)
    #expect(part.total == UInt64(whole.count))
    #expect(part.digest == SHA256.hash(whole))
    #expect(part.bytes == Array(whole.prefix(part.bytes.count)))
    #expect(part.bytes.count > 32_000 && part.payload.count <= Limits.chunkBytes)
    if how == "silent" {
      // What comes too late is nobody's.
      _ = harness.answerLoad(source) { _ in Part(total: 1, digest: SHA256.hash([]), bytes: [1]) }
      #expect(harness.take(target).allSatisfy { if case .part = $0 { false } else { true } })
    }
  }

  @Test(
    "All representations come in parts that add up to the card", .holds("DRG-007"),
    arguments: CardRepresentation.allCases)
  mutating func allOfIt(type: CardRepresentation) throws {
    harness.handle(.closed(source))
    var bytes: [UInt8] = []
    var parts = 0
    while true {
      let reply = try harness.request(target, load(type, offset: UInt64(bytes.count)))
      guard case .part(let part) = reply else {
        Issue.record("no part")
        return
      }
      parts += 1
      bytes += part.bytes
      if bytes.count == Int(part.total) {
        #expect(part.digest == SHA256.hash(bytes))
        break
      }
      #expect(!part.bytes.isEmpty)
    }
    switch type {
    case .card:
      let copy = try CardCopy(bytes: bytes)
      #expect(copy.title == "First" && copy.body == body && copy.items.isEmpty)
    case .markdown: #expect(bytes == Array("# First\n\n\(body)".utf8))
    case .plainText: #expect(bytes == Array("First\n\n\(body)".utf8))
    case .link: #expect(bytes == Array("board://test/b/\(board(1))/c/\(card(1))\r\n".utf8))
    }
    #expect(type == .link ? parts == 1 : parts > 1)
    let beyond = try harness.request(target, load(type, offset: .max))
    guard case .part(let empty) = beyond else {
      Issue.record("no part")
      return
    }
    #expect(empty.bytes.isEmpty && empty.total == UInt64(bytes.count))
  }

  @Test(
    "What neither has is refused: another item, another type, a card that is unknown",
    .holds("DRG-010"))
  mutating func unavailable() throws {
    #expect(try harness.refusal(target, load(item: 1)).code == .representationUnavailable)
    #expect(try harness.refusal(target, load(item: .max)).code == .representationUnavailable)
    let other = Load(drag: drag(1), item: 0, type: "image/png", offset: 0)
    #expect(try harness.refusal(target, other).code == .representationUnavailable)
    try harness.lift(source, 2, .cards(99))
    let number = harness.begin(
      target, Load(drag: drag(2), item: 0, type: "text/plain", offset: 0))
    _ = harness.answerLoad(source) { _ in nil }
    guard case .error(let error) = try harness.answer(target, number) else {
      Issue.record("not refused")
      return
    }
    #expect(error.code == .representationUnavailable)
  }

  @Test("A type of the window's own is had only while that window is there")
  mutating func ownType() throws {
    try harness.lift(source, 3, .cards(1, types: ["image/png"]))
    let load = Load(drag: drag(3), item: 0, type: "image/png", offset: 0)
    let number = harness.begin(target, load)
    let part = Part(total: 2, digest: SHA256.hash([7, 7]), bytes: [7, 7])
    _ = harness.answerLoad(source) { _ in part }
    #expect(try harness.answer(target, number) == .part(part))
    harness.handle(.closed(source))
    #expect(try harness.refusal(target, load).code == .representationUnavailable)
  }

  @Test("The window that lifted it is not asked by itself", .holds("DRG-008"))
  mutating func itself() throws {
    let reply = try harness.request(source, load())
    guard case .part = reply else {
      Issue.record("no part")
      return
    }
  }

  @Test("A window that left one question without an answer is asked no other", .holds("DRG-009"))
  mutating func silent() throws {
    let first = harness.begin(target, load())
    harness.advance(2_000)
    _ = try harness.answer(target, first)
    guard case .part = try harness.request(target, load(.link)) else {
      Issue.record("no part")
      return
    }
    // Of the next drag it is asked again.
    harness.peers[source]?.frames = []
    try harness.lift(source, 2)
    _ = harness.begin(target, Load(drag: drag(2), item: 0, type: "text/plain", offset: 0))
    #expect(harness.peers[source]?.frames.contains { $0.type == Load.type } == true)
  }

  @Test("The parts are of the card as it is when they are asked for")
  mutating func changing() throws {
    harness.handle(.closed(source))
    guard case .part(let before) = try harness.request(target, load(.markdown)) else {
      Issue.record("no part")
      return
    }
    var author = try harness.attach(8)
    _ = try harness.submit(&author, .cardRetitle(card(1), title: "Renamed"))
    let offset = UInt64(before.bytes.count)
    guard case .part(let after) = try harness.request(target, load(.markdown, offset: offset))
    else {
      Issue.record("no part")
      return
    }
    #expect(after.digest == SHA256.hash(Array("# Renamed\n\n\(body)".utf8)))
    #expect(after.digest != before.digest && after.total == before.total + 2)
  }

  @Test(
    "Somebody who asks a thousand times and does not read is given no more than an outbox holds")
  mutating func unread() throws {
    harness.handle(.closed(source))
    harness.peers[target]?.reads = false
    var bytes: [UInt8] = []
    for number in 100..<1_100 as Range<UInt64> { bytes += load().frame(request: number).bytes }
    harness.handle(.received(target, bytes))
    let waiting = harness.peers[target]?.unsent ?? 0
    #expect(waiting > 1 << 20 && waiting < (1 << 20) + (1 << 17))
    #expect(harness.peers[target]?.paused == true)
    // When it reads, the others are answered, each once.
    harness.peers[target]?.reads = true
    harness.peers[target]?.unsent = 0
    harness.handle(.progressed(target, unsent: 0))
    let answers = harness.peers[target]?.frames.filter { $0.type == Part.type } ?? []
    #expect(answers.map(\.request) == Array(100..<1_100))
  }
}
