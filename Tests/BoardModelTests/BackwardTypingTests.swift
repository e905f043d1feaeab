@testable import BoardModel
import Statements
import Testing

@Suite("Typing in front of what was typed before")
struct BackwardTypingTests {
  /// A card that reads `ab`, typed by Ann at once.
  private struct Page {
    var bench: Workbench
    let first: OperationID

    init() {
      bench = Workbench()
      bench.addCard(card(1), body: "ab")
      first = bench.lastID
    }

    func scalar(_ offset: UInt32, of operation: OperationID? = nil) -> TextIdentity {
      TextIdentity(operation: operation ?? first, offset: offset)
    }

    var text: String { bench.board.card(card(1))?.body.string ?? "" }

    /// - Returns: the operation.
    @discardableResult
    mutating func type(
      _ text: String, after left: TextIdentity?, leftOf right: TextIdentity?,
      by editor: Editor = .ann, base: UInt64? = nil
    ) -> OperationID {
      let insertion = Splice.Insertion(after: left, text: text)
      bench.commit(
        .cardSplice(card(1), Splice(deletions: [], insertions: [insertion])), by: editor,
        base: base, extensions: Extensions(leftOf: right))
      return bench.lastID
    }
  }

  @Test(
    "It stands directly left of the scalar, whatever came between meanwhile",
    .holds("TXT-016", "TXT-017"))
  func leftOf() {
    var page = Page()
    let base = page.bench.sequence
    page.type("BEN", after: page.scalar(0), leftOf: nil, by: .ben)
    page.type("x", after: page.scalar(0), leftOf: page.scalar(1), base: base)
    #expect(page.text == "aBENxb")
    page.type("y", after: page.scalar(0), leftOf: page.scalar(1), by: .ben, base: base)
    #expect(page.text == "aBENxyb", "the later stands nearer")
  }

  @Test("A deleted scalar keeps its place for what is typed in front of it")
  func leftOfDeleted() {
    var page = Page()
    page.bench.edit(card(1), 1..<2, with: "")
    page.type("end", after: page.scalar(1), leftOf: nil)
    page.type("x", after: page.scalar(0), leftOf: page.scalar(1))
    #expect(page.text == "axend")
  }

  @Test("Where the scalar never was, what is typed stands by its left neighbour")
  func missing() {
    var page = Page()
    let strange = page.scalar(7, of: OperationID(session: Editor.ben.session, epoch: 4, counter: 1))
    page.type("x", after: page.scalar(0), leftOf: strange)
    page.type("y", after: nil, leftOf: page.scalar(2))
    #expect(page.text == "yaxb")
    let outcome = page.bench.commit(
      .cardSplice(
        card(1),
        Splice(deletions: [], insertions: [.init(after: strange, text: "z")])),
      extensions: Extensions(leftOf: strange))
    #expect(outcome == .rejected(.unknownText))
  }

  @Test("The left neighbour is not looked at where the scalar is there")
  func strangeNeighbour() {
    var page = Page()
    page.type("x", after: page.scalar(9), leftOf: page.scalar(1))
    #expect(page.text == "axb")
  }

  @Test("It places the first insertion alone, also one that others name")
  func firstOnly() {
    var page = Page()
    let own = page.bench.nextID(of: .ann)
    let splice = Splice(
      deletions: [TextRange(start: page.scalar(0), count: 1)],
      insertions: [
        .init(after: page.scalar(0), text: "x"),
        .init(after: TextIdentity(operation: own, offset: 0), text: "y"),
        .init(after: page.scalar(0), text: "z"),
      ])
    page.bench.commit(
      .cardSplice(card(1), splice), extensions: Extensions(leftOf: page.scalar(1)))
    #expect(page.text == "zxyb")
    page.bench.commit(.undo(target: own, force: false))
    #expect(page.text == "ab")
  }

  @Test("A batch takes no notice of it")
  func batch() {
    var page = Page()
    let splice = Splice(deletions: [], insertions: [.init(after: nil, text: "x")])
    page.bench.commit(
      .batch([.cardSplice(card(1), splice)]), extensions: Extensions(leftOf: page.scalar(1)))
    #expect(page.text == "xab")
  }

  @Test("Bytes that name no scalar mean nothing", .holds("ENC-021"), arguments: [0, 31, 33])
  func malformed(count: Int) {
    var page = Page()
    let bytes = [UInt8](repeating: 1, count: count)
    let extensions = Extensions(entries: [.init(tag: 2, bytes: bytes)])
    #expect(extensions.leftOf == nil)
    let splice = Splice(deletions: [], insertions: [.init(after: page.scalar(0), text: "x")])
    page.bench.commit(.cardSplice(card(1), splice), extensions: extensions)
    #expect(page.text == "axb")
  }

  @Test("A comment is typed backward like a body")
  func comment() throws {
    var page = Page()
    let id = CommentID(high: 0xC0, low: 1)
    page.bench.commit(.commentAdd(card(1), id, text: "ab"))
    let first = page.bench.lastID
    let splice = Splice(deletions: [], insertions: [.init(after: nil, text: "x")])
    page.bench.commit(
      .commentSplice(card(1), id, splice),
      extensions: Extensions(leftOf: page.scalar(1, of: first)))
    #expect(page.bench.board.comment(id, on: card(1))?.body.string == "axb")
  }

  @Test("The history of a card tells text where it stands")
  func cardHistory() {
    var page = Page()
    let base = page.bench.sequence
    page.type("BEN", after: page.scalar(0), leftOf: nil, by: .ben)
    page.type("x", after: page.scalar(0), leftOf: page.scalar(1), base: base)
    var cardHistory = CardHistory(card: card(1), unsorted: page.bench.board.unsortedID)
    for committed in page.bench.log where cardHistory.isConcerned(by: committed) {
      cardHistory.take(committed)
    }
    guard case .body(let text) = cardHistory.value(of: .cardBody(card(1))) else {
      Issue.record("the story lost the text")
      return
    }
    #expect(text.string == page.text)
  }

  @Test("Somebody types backward in front of their own newest text, and nowhere else")
  func front() throws {
    var page = Page()
    let ann = Editor.ann.session
    func front(_ left: TextIdentity?, by session: SessionID = ann) -> TextIdentity? {
      page.bench.board.card(card(1))?.body.front(of: left, by: session)
    }
    #expect(front(nil) == page.scalar(0), "in front of all that was typed")
    #expect(front(page.scalar(0)) == nil, "in the middle of what was typed at once")
    #expect(front(nil, by: Editor.ben.session) == nil, "in front of another's")
    let middle = page.type("m", after: page.scalar(0), leftOf: nil)
    #expect(front(page.scalar(0)) == page.scalar(0, of: middle))
    #expect(front(page.scalar(0, of: middle)) == nil, "behind what was typed last")
    page.bench.edit(card(1), 1..<2, with: "")
    #expect(front(page.scalar(0)) == page.scalar(0, of: middle), "deleted, it keeps its place")
    let ben = page.type("B", after: page.scalar(0), leftOf: nil, by: .ben)
    #expect(front(page.scalar(0)) == nil)
    page.bench.commit(
      .cardSplice(
        card(1),
        Splice(deletions: [TextRange(start: page.scalar(0, of: ben), count: 1)], insertions: [])))
    #expect(front(page.scalar(0)) == page.scalar(0, of: middle), "nothing visible is between")
    #expect(front(page.scalar(1)) == nil, "at the end")
  }
}
