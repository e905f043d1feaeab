@testable import BoardModel
import NaiveText
import Randomness
import Statements
import Testing

/// A card of a board, with people who edit its text knowing more or less of it.
struct Manuscript {
  var bench = Workbench()
  static let comment = CommentID(high: 0xC0, low: 1)

  init(_ body: String) {
    bench.addCard(card(1), body: body)
  }

  var text: Text { bench.board.card(card(1))?.body ?? Text() }

  var proposal: Proposal? { bench.board.proposals(on: card(1)).first }

  var proposed: String? {
    if case .fragment(let fragment) = proposal?.value { fragment.text.string } else { nil }
  }

  @discardableResult
  mutating func compact(by editor: Editor = .ann, comment: CommentID? = nil) -> Outcome {
    bench.commit(.textCompact(card(1), comment, horizon: bench.sequence), by: editor)
  }

  @discardableResult
  mutating func type(
    _ text: String, after left: TextIdentity?, deleting ranges: [TextRange] = [],
    by editor: Editor = .ben, base: UInt64, context: TextContext? = nil,
    leftOf right: TextIdentity? = nil
  ) -> Outcome {
    let insertions = text.isEmpty ? [] : [Splice.Insertion(after: left, text: text)]
    return bench.commit(
      .cardSplice(card(1), Splice(deletions: ranges, insertions: insertions)), by: editor,
      base: base, queued: true, extensions: Extensions(leftOf: right, context: context))
  }

  var last: TextIdentity { TextIdentity(operation: bench.lastID, offset: 0) }
}

@Suite("Compaction")
struct CompactionTests {
  /// `keep [gone ]this`, the middle deleted and compacted; a scalar of it, and what Ben had seen.
  private struct Late {
    var page = Manuscript("keep gone this")
    let gone: TextIdentity
    let base: UInt64
    let compaction: OperationID

    init() throws {
      gone = try #require(page.text.identity(at: 6))
      base = page.bench.sequence
      page.bench.edit(card(1), 5..<10, with: "")
      #expect(page.compact() == .applied)
      compaction = page.bench.lastID
    }
  }

  @Test(
    "It drops what is deleted, and leaves what is visible as it stands", .holds("APL-115"),
    arguments: 0..<10)
  func property(seed: Int) throws {
    var page = Manuscript("some text that many write in")
    var random = SeededGenerator(seed: UInt64(seed))
    let editors = [Editor.ann, .ben, .annToo]
    for _ in 0..<120 {
      let at = random.below(page.text.visibleCount + 1)
      page.bench.edit(
        card(1), at..<min(page.text.visibleCount, at + random.below(4)),
        with: random.chance(70) ? "w\(random.below(10))" : "",
        by: editors[random.below(3)])
    }
    let before = page.text
    try #require(before.totalCount > before.visibleCount)
    let stamp = page.bench.board.card(card(1))?.bodyStamp
    #expect(page.compact() == .applied)
    #expect(page.text.elements == before.elements.filter { !$0.deleted })
    #expect(page.text.string == before.string)
    #expect(page.bench.board.card(card(1))?.bodyStamp == stamp)
    #expect(page.compact() == .applied, "there is nothing left to drop")
    #expect(
      page.bench.board.compaction(of: .cardBody(card(1)))?.stamp.sequence == page.bench.sequence - 1
    )
  }

  @Test(
    "It is refused for unknown texts, above what its author saw, without the role",
    .holds("APL-114"))
  func refusals() {
    var page = Manuscript("text")
    let horizon = page.bench.sequence
    #expect(
      page.bench.commit(.textCompact(card(9), nil, horizon: 0)) == .rejected(.unknownCard(card(9))))
    #expect(
      page.bench.commit(.textCompact(card(1), Manuscript.comment, horizon: 0))
        == .rejected(.unknownComment(Manuscript.comment)))
    #expect(
      page.bench.commit(.textCompact(card(1), nil, horizon: horizon + 1), base: horizon)
        == .rejected(.valueOutOfRange))
    page.bench.commit(.set(.memberRole("ann"), .role(.owner)))
    page.bench.commit(.set(.memberRole("ben"), .role(.commenter)))
    #expect(page.compact(by: .ben) == .rejected(.forbidden(needed: .editor)))
  }

  @Test("A text somebody wrote in above the horizon is left alone", .holds("APL-115"))
  func writtenSince() {
    var page = Manuscript("some text")
    page.bench.edit(card(1), 0..<4, with: "")
    let horizon = page.bench.sequence
    page.bench.edit(card(1), 0..<0, with: "x", by: .ben)
    let before = page.text
    #expect(page.bench.commit(.textCompact(card(1), nil, horizon: horizon)) == .applied)
    #expect(page.text == before)
    #expect(page.bench.board.compaction(of: .cardBody(card(1))) == nil)
    page.bench.commit(.undo(target: page.bench.lastID, force: false))
    #expect(page.bench.log.last?.outcome == .rejected(.notUndoable))
  }

  @Test(
    "A late edit beside what is there merges, and deletes again what is gone", .holds("APL-116"))
  func lateMerge() throws {
    var late = try Late()
    let first = try #require(late.page.text.identity(at: 0))
    let outcome = late.page.type(
      "!", after: first, deleting: [TextRange(start: late.gone, count: 3)], base: late.base)
    #expect(outcome == .merged(notes: []))
    #expect(late.page.text.string == "k!eep this")
    #expect(late.page.proposal == nil)
  }

  @Test("Who has seen the compaction may not name what is gone")
  func seen() throws {
    var late = try Late()
    let base = late.page.bench.sequence
    #expect(late.page.type("x", after: late.gone, base: base) == .rejected(.unknownText))
    #expect(
      late.page.type("", after: nil, deleting: [TextRange(start: late.gone, count: 1)], base: base)
        == .rejected(.unknownText))
  }

  @Test("A late edit between the deletion and the compaction may name what was deleted, too")
  func between() throws {
    var late = try Late()
    #expect(
      late.page.type("x", after: late.gone, base: late.base + 1)
        == .superseded(by: late.compaction, field: .cardBody(card(1))))
    #expect(late.page.proposed == "x")
  }

  @Test(
    "What has no place any more becomes one proposal, which goes on as its author types on",
    .holds("APL-117", "APL-118", "APL-120", "APL-121"))
  func proposal() throws {
    var late = try Late()
    let field = FieldAddress.cardBody(card(1))
    let superseded = Outcome.superseded(by: late.compaction, field: field)
    let context = TextContext(before: "keep go", after: "ne this")
    #expect(
      late.page.type("a", after: late.gone, base: late.base, context: context) == superseded)
    let first = late.page.last
    #expect(late.page.type("c", after: first, base: late.base) == superseded)
    let third = late.page.last
    #expect(late.page.type("b", after: first, base: late.base) == superseded)
    #expect(late.page.type("X", after: third, base: late.base) == superseded)
    let slip = TextRange(start: late.page.last, count: 1)
    #expect(late.page.type("", after: nil, deleting: [slip], base: late.base) == superseded)
    #expect(late.page.type("<", after: late.gone, base: late.base, leftOf: first) == superseded)
    #expect(late.page.type(">", after: late.gone, base: late.base) == superseded)
    #expect(late.page.proposed == "<abc>")
    #expect(late.page.text.string == "keep this")
    #expect(late.page.bench.board.proposalsInOrder.count == 1)
    guard case .fragment(let fragment) = late.page.proposal?.value else { return }
    #expect(fragment.context == context)
    let receipts = late.page.bench.board.receipts(of: "ben")
    #expect(receipts.map(\.kind) == [.superseded(field, by: late.compaction)])
    #expect(receipts.first?.mine == late.page.proposal?.stamp.operation)
    #expect(receipts.first?.mine == first.operation)
  }

  @Test("Other edits of the text by the same author leave their proposal open", .holds("APL-119"))
  func otherEdits() throws {
    var late = try Late()
    late.page.type("lost", after: late.gone, base: late.base)
    late.page.bench.edit(card(1), 0..<0, with: "More: ", by: .ben)
    #expect(late.page.proposed == "lost")
    #expect(late.page.text.string == "More: keep this")
    let slip = TextRange(start: try #require(late.page.text.identity(at: 0)), count: 1)
    #expect(
      late.page.type("", after: nil, deleting: [slip], base: late.base) != .rejected(.unknownText))
  }

  @Test(
    "Accepted it stands between the words that were around it, as an edit that can be undone",
    .holds("APL-122"))
  func accept() throws {
    var late = try Late()
    late.page.type(
      "new ", after: late.gone, base: late.base,
      context: TextContext(before: "eep ", after: "this"))
    let proposal = try #require(late.page.proposal)
    let settle = Intent.settle(
      .cardBody(card(1)), user: "ben", operation: proposal.stamp.operation, accept: true)
    #expect(late.page.bench.commit(settle) == .applied)
    let accepted = late.page.bench.lastID
    #expect(late.page.text.string == "keep new this")
    #expect(late.page.text.identity(at: 5)?.operation == accepted)
    #expect(late.page.proposal == nil)
    #expect(late.page.bench.commit(settle) == .rejected(.proposalGone))
    late.page.bench.commit(.undo(target: accepted, force: false))
    #expect(late.page.text.string == "keep this")
  }

  @Test("Dismissed it is gone, and the text as it was")
  func dismiss() throws {
    var late = try Late()
    late.page.type("lost", after: late.gone, base: late.base)
    let operation = try #require(late.page.proposal).stamp.operation
    late.page.bench.commit(
      .settle(.cardBody(card(1)), user: "ben", operation: operation, accept: false))
    #expect(late.page.proposal == nil)
    #expect(late.page.text.string == "keep this")
  }

  @Test(
    "Its place is between both words, else behind those before it, else at the end on a line of its own",
    .holds("APL-123"),
    arguments: [
      ("one two one two", "one ", "two", "one Xtwo one two"),
      ("one two one three", "one ", "three", "one two one Xthree"),
      ("one two", "one ", "four", "one Xtwo"), ("one two", "", "two", "one Xtwo"),
      ("one two", "", "one", "Xone two"), ("one two", "two", "", "one twoX"),
      ("one two", "six", "two", "one two\nX"), ("one two", "", "", "one two\nX"),
      ("", "one", "two", "X"), ("", "", "", "X"),
    ])
  func places(_ text: String, _ before: String, _ after: String, _ expected: String) {
    let id = OperationID(session: Editor.ann.session, epoch: 1, counter: 1)
    var body = Text(text, by: id)
    let fragment = TextFragment(
      text: Text("X", by: OperationID(session: Editor.ben.session, epoch: 1, counter: 1)),
      context: TextContext(before: before, after: after))
    var visits = 0
    let splice = body.splice(accepting: fragment, &visits)
    body.apply(splice, by: OperationID(session: Editor.ann.session, epoch: 1, counter: 2))
    #expect(body.string == expected)
  }

  @Test(
    "The words around a place are those that are visible when the splice has deleted",
    .holds("TXT-019"))
  func context() {
    let id = OperationID(session: Editor.ann.session, epoch: 1, counter: 1)
    var text = Text("0123456789012345678901234567890123456789-old-0123456789", by: id)
    let splice = text.splice(replacing: 40..<45, with: "new")
    #expect(
      text.context(of: splice)
        == TextContext(before: "89012345678901234567890123456789", after: "0123456789"))
    text.apply(Splice(deletions: text.identities(in: 0..<38), insertions: []), by: id)
    let left = text.identity(at: 1)
    let insertion = Splice(deletions: [], insertions: [.init(after: left, text: "x")])
    #expect(text.context(of: insertion) == TextContext(before: "89", after: "-old-0123456789"))
    #expect(text.context(of: Splice(deletions: [], insertions: [])) == nil)
  }

  @Test("A window that was away types fifty keys where nothing is left: one proposal has them all")
  func fiftyKeys() throws {
    var page = Manuscript("The plan: first this, then that.")
    let seen = page.text
    let base = page.bench.sequence
    page.bench.edit(card(1), 10..<20, with: "")
    page.compact()
    var mine = seen
    var at = 16
    let typed = "and also what nobody else has thought of so far, "
    for (step, letter) in (typed + "~").unicodeScalars.enumerated() {
      let splice = mine.splice(replacing: at..<at, with: String(letter))
      let outcome = page.bench.commit(
        .cardSplice(card(1), splice), by: .ben, base: base, queued: true,
        extensions: Extensions(leftOf: nil, context: mine.context(of: splice)))
      #expect(!outcome.isRejected, "\(step)")
      mine.apply(splice, by: page.bench.lastID)
      at += 1
    }
    let erase = mine.splice(replacing: (at - 1)..<at, with: "")
    page.bench.commit(.cardSplice(card(1), erase), by: .ben, base: base, queued: true)
    #expect(page.proposed == typed)
    #expect(page.bench.board.receipts(of: "ben").count == 1)
    let proposal = try #require(page.proposal)
    page.bench.commit(
      .settle(.cardBody(card(1)), user: "ben", operation: proposal.stamp.operation, accept: true))
    #expect(page.text.string.contains(typed))
    #expect(page.proposal == nil)
  }

  @Test("What does not fit is refused, and the proposal stays", .holds("APL-117"))
  func tooLong() throws {
    var page = Manuscript("")
    let long = String(repeating: "x", count: BoardLimits.commentScalars - 10)
    page.bench.commit(.commentAdd(card(1), Manuscript.comment, text: long + "ab"), by: .ben)
    let first = page.bench.lastID
    let base = page.bench.sequence
    let gone = TextIdentity(operation: first, offset: UInt32(long.count))
    func splice(_ text: String, deleting: Bool = false) -> Intent {
      .commentSplice(
        card(1), Manuscript.comment,
        Splice(
          deletions: deleting ? [TextRange(start: gone, count: 2)] : [],
          insertions: text.isEmpty ? [] : [.init(after: gone, text: text)]))
    }
    page.bench.commit(splice("", deleting: true), by: .ben)
    page.compact(comment: Manuscript.comment)
    let field = FieldAddress.commentBody(card(1), Manuscript.comment)
    page.bench.commit(splice("too much to be put there"), by: .ben, base: base, queued: true)
    let operation = page.bench.lastID
    #expect(page.bench.board.proposalsInOrder.map(\.field) == [field])
    let settle = Intent.settle(field, user: "ben", operation: operation, accept: true)
    #expect(page.bench.commit(settle, by: .ben) == .rejected(.bodyTooLong))
    #expect(page.bench.board.proposalsInOrder.count == 1)
    let much = String(repeating: "y", count: BoardLimits.commentScalars)
    #expect(
      page.bench.commit(splice(much), by: .ben, base: base, queued: true)
        == .rejected(.bodyTooLong))
  }

  @Test(
    "What was proposed for a comment is settled by who made the comment, or by an owner",
    .holds("APL-124"))
  func comments() throws {
    var page = Manuscript("")
    page.bench.commit(.commentAdd(card(1), Manuscript.comment, text: "abc"), by: .ben)
    let first = page.bench.lastID
    let base = page.bench.sequence
    let middle = TextIdentity(operation: first, offset: 1)
    page.bench.commit(
      .commentSplice(
        card(1), Manuscript.comment,
        Splice(deletions: [TextRange(start: middle, count: 1)], insertions: [])), by: .ben)
    page.compact(comment: Manuscript.comment)
    #expect(page.bench.board.comment(Manuscript.comment, on: card(1))?.body.totalCount == 2)
    page.bench.commit(
      .commentSplice(
        card(1), Manuscript.comment,
        Splice(deletions: [], insertions: [.init(after: middle, text: "B")])), by: .ben,
      base: base, queued: true,
      extensions: Extensions(leftOf: nil, context: TextContext(before: "a", after: "c")))
    let operation = page.bench.lastID
    let cid = Editor(9, user: "cid")
    page.bench.commit(.set(.memberRole("ann"), .role(.owner)))
    page.bench.commit(.set(.memberRole("ben"), .role(.commenter)))
    page.bench.commit(.set(.memberRole("cid"), .role(.editor)))
    func settle(_ accept: Bool) -> Intent {
      .settle(
        .commentBody(card(1), Manuscript.comment), user: "ben", operation: operation,
        accept: accept)
    }
    #expect(page.bench.commit(settle(false), by: cid) == .rejected(.notYourComment))
    #expect(page.bench.commit(settle(true), by: .ann) == .rejected(.notYourComment))
    #expect(page.bench.commit(settle(true), by: .ben) == .applied)
    #expect(page.bench.board.comment(Manuscript.comment, on: card(1))?.body.string == "aBc")
  }

  @Test(
    "An undo passes over what is gone, and names the text where something cannot come back",
    .holds("APL-125"))
  func undo() throws {
    var page = Manuscript("one two three")
    page.bench.edit(card(1), 4..<8, with: "2 ")
    let replaced = page.bench.lastID
    page.bench.edit(card(1), 6..<6, with: "x")
    page.bench.edit(card(1), 6..<7, with: "")
    let erased = page.bench.lastID
    page.compact()
    let note = Note.undoSkipped(.cardBody(card(1)))
    #expect(
      page.bench.commit(.undo(target: erased, force: true))
        == .rejected(.undoGuarded([.cardBody(card(1))])))
    #expect(
      page.bench.commit(.undo(target: replaced, force: false))
        == .applied(displaced: [], notes: [note]))
    #expect(page.text.string == "one three")
    page.bench.commit(.undo(target: page.bench.lastID, force: false))
    #expect(page.text.string == "one 2 three", "what the undo deleted is there to come back")
  }
}
