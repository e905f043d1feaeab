import BoardModel
import Foundation
import RecordedTables
import Testing

@testable import Wording

/// The words for every case there is, beside each other in tables that people have read.
@Suite("Words for every case")
struct WordingTests {
  private static let tables = RecordedTables(
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tables"))

  private let words = Wording(board: Sample.board, user: "ann")

  /// Asserts the table, and of each text in it that people can read it.
  private func check(_ table: String, _ rows: [(String, [String])]) throws {
    for (name, texts) in rows {
      for text in texts { #expect(Self.flaw(of: text) == nil, "\(table), \(name): \(text)") }
    }
    let lines = rows.flatMap { name, texts in [name] + texts.map { "  " + $0 } }
    if let difference = try Self.tables.difference(table, lines) { Issue.record("\(difference)") }
  }

  /// Why nobody should be shown the text; nil where it is fine.
  static func flaw(of text: String) -> String? {
    if text.isEmpty { return "it is empty" }
    if text.contains(where: \.isNewline) { return "it has several lines" }
    if text.contains("  ") || text.hasPrefix(" ") || text.hasSuffix(" ") { return "it has a gap" }
    if text.contains("Optional") || text.contains("nil") { return "it has an optional" }
    if text.contains(/[A-Za-z]\(|[a-z][A-Z]|\b[a-z]+\.[a-z]/) { return "it has a name of the code" }
    // What is not there has no other name.
    let named = text.replacing(/[0-9a-f]{32} is not on this board/, with: "is not there")
    if named.contains(/[0-9a-f]{12}/) { return "it has an identifier" }
    return nil
  }

  @Test(
    "What nobody should be shown is found",
    arguments: [
      "", "a\nb", "a  b", "Optional(3)", "the nil", "CardID(high: 1)", "cardMove", "view.proposals",
      "card ca000000000000000000000000000001",
    ])
  func flaws(text: String) { #expect(Self.flaw(of: text) != nil) }

  @Test("There is a table for each test, and none beside them")
  func tables() throws {
    #expect(
      try Self.tables.names() == [
        "edits", "fields", "history", "limits", "notes", "nothing-known", "outcomes", "past",
        "proposals", "receipts", "refusals", "undo", "values",
      ])
  }

  @Test("Every edit is a deed, a request and what an undo took back")
  func edits() throws {
    try check(
      "edits",
      IntentKind.allCases.filter { $0 != .set }.flatMap { kind in
        #expect(!kind.samples.isEmpty)
        return kind.samples.map { intent in
          #expect(IntentKind(intent) == kind)
          return (kind.rawValue, Self.voices(of: intent, words))
        }
      })
  }

  private static func voices(of intent: Intent, _ words: Wording) -> [String] {
    [
      "ann " + words.deed(intent), words.request(intent) + " was refused",
      "took back " + words.undone(intent),
    ]
  }

  @Test("Every field has a name, a short name, a present value, and deeds that fit it")
  func fields() throws {
    try check(
      "fields",
      FieldKind.allCases.map { kind in
        let field = kind.sample
        #expect(FieldKind(field) == kind)
        let fitting = ValueKind.allCases.flatMap(\.samples).filter { field.fits($0) }
        return (
          kind.rawValue,
          [
            words.field(field), words.shortName(of: field),
            "is \(words.present(field) ?? "gone")",
          ] + fitting.map { words.deed(.set(field, $0)) }
        )
      })
  }

  @Test("Every value of every field can be read, also one that does not fit")
  func values() throws {
    try check(
      "values",
      FieldKind.allCases.map { kind in
        let values = ValueKind.allCases.flatMap { valueKind in
          valueKind.samples.map { value in
            #expect(ValueKind(value) == valueKind)
            return value
          }
        }
        let texts = values.map { words.value($0, of: kind.sample) }
        for value in values { #expect(Self.flaw(of: words.deed(.set(kind.sample, value))) == nil) }
        var told: [String] = []
        for text in texts where !told.contains(text) { told.append(text) }
        return (kind.rawValue, told)
      })
  }

  @Test("Every refusal has a reason, now and long ago, and in answer to a command")
  func refusals() throws {
    try check(
      "refusals",
      RejectionKind.allCases.flatMap { kind in
        #expect(!kind.samples.isEmpty)
        return kind.samples.map { rejection in
          #expect(RejectionKind(rejection) == kind)
          var texts: [String] = []
          let ben = Wording(board: Sample.board, user: "ben")
          for text in [
            words.reason(rejection), words.pastReason(rejection), words.refusal(rejection),
            ben.refusalOfAuthor(rejection),
          ] where !texts.contains(text) { texts.append(text) }
          return (kind.rawValue, texts)
        }
      })
  }

  @Test("Every limit has its number and its thing")
  func limits() throws {
    try check(
      "limits", Rejection.Limit.allCases.map { limit in ("\(limit)", [Wording.name(limit)]) })
    let ranks = Role.allCases.map { role in
      ("\(role)", [Wording.name(role), Wording.article(role), words.notAllowed(role)])
    }
    for (_, texts) in ranks { for text in texts { #expect(Self.flaw(of: text) == nil) } }
  }

  @Test("Every note is told to others, and to the author of the edit")
  func notes() throws {
    let samples = NoteKind.allCases.flatMap { kind in
      #expect(!kind.samples.isEmpty)
      for note in kind.samples { #expect(NoteKind(note) == kind) }
      return kind.samples.map { (kind.rawValue, $0) }
    }
    let both = [
      NoteKind.keptUnseen, .undoSkipped,
    ].map { kind in
      (
        "\(kind), several",
        words.told(kind.samples, isRedo: true, archiveHint: "")
          + words.told(kind.samples + kind.samples, isRedo: false, archiveHint: "")
      )
    }
    try check(
      "notes",
      samples.map { name, note in
        (name, [words.note(note)] + words.told([note], isRedo: false, archiveHint: " Hint."))
      } + both)
  }

  @Test("Every outcome is remarked on as far as its author must know")
  func outcomes() throws {
    let note = Note.onArchivedCard(Sample.dig)
    try check(
      "outcomes",
      [
        ("applied", words.remarks(.applied(displaced: [], notes: []))),
        ("applied", words.remarks(.applied(displaced: [Sample.bens], notes: [note]))),
        ("merged", words.remarks(.merged(notes: [note]))),
        (
          "superseded",
          words.remarks(.superseded(by: Sample.bens, field: .boardTitle)) + [
            words.superseded(.boardTitle, by: Sample.bens),
            words.superseded(.boardTitle, by: Sample.forgotten),
          ]
        ),
        ("rejected", words.remarks(.rejected(.emptyTitle))),
      ])
  }

  @Test("Every step of an undo says what was taken back, and what is there again")
  func undo() throws {
    let stamp = Stamp(operation: Sample.bens, sequence: 1, time: 1, author: Sample.ben)
    func record(_ steps: [UndoStep], _ kind: UndoRecord.Kind) -> String {
      words.edit(UndoRecord(stamp: stamp, steps: steps, kind: kind, undoneBy: nil))
    }
    let single = StepKind.allCases.flatMap { kind in
      #expect(!kind.samples.isEmpty)
      return kind.samples.map { step in
        #expect(StepKind(step) == kind)
        return (
          StepKind(step) == .value ? "value of \(FieldKind(step.field))" : kind.rawValue,
          [words.undone(step), words.shownAgain(step)]
        )
      }
    }
    let moves = [Sample.dig, Sample.sow].map {
      UndoStep.value(.cardPlace($0), previous: .cardPlace(Sample.done, Anchors()))
    }
    let all = StepKind.allCases.flatMap(\.samples)
    try check(
      "undo",
      single + [
        ("none", [words.shownAgain([])]), ("several cards", [words.shownAgain(moves)]),
        ("all", [words.shownAgain(all)]),
      ] + UndoRecord.Kind.allCases.map { ("a record, \($0)", [record(moves, $0)]) }
        + [("an undo of the board", [record([.value(.boardTitle, previous: .text(""))], .undo)])])
  }

  @Test("Every receipt has a headline in a window and an account in a list")
  func receipts() throws {
    let cause = Stamp(operation: Sample.bens, sequence: 99, time: 1, author: Sample.ben)
    let kept = Wording(board: Sample.disputed, user: "ann")
    let open = Sample.disputed.receipts(of: "ann")
    #expect(open.count == 1)
    try check(
      "receipts",
      open.map { receipt in
        (
          "superseded, open",
          [
            kept.headline(receipt, winner: "ben", lost: "yours", age: "just now", mine: nil),
            kept.account(receipt, winner: "ben", loser: "you", lost: "yours", other: "ben"),
          ]
        )
      }
        + ReceiptKind.allCases.flatMap { kind in
          #expect(!kind.samples.isEmpty)
          return kind.samples.map { sample in
            #expect(ReceiptKind(sample) == kind)
            let receipt = Receipt(
              user: "ann", cause: cause, index: 0, mine: Sample.forgotten, kind: sample)
            return (
              kind.rawValue,
              [
                words.headline(
                  receipt, winner: "ben", lost: "yours", age: "just now",
                  mine: .cardArchive(Sample.dig)),
                words.account(receipt, winner: "ben", loser: "you", lost: "yours", other: "ben"),
              ]
            )
          }
        })
  }

  @Test("A move that was displaced by one in the same column says so")
  func displacedWithinColumn() throws {
    let moved = try #require(Sample.board.card(Sample.dig)?.column.stamp)
    func headline(_ column: ColumnID) -> String {
      words.headline(
        Receipt(
          user: "ann", cause: moved, index: 0, mine: Sample.forgotten,
          kind: .displaced(.cardPlace(Sample.dig), value: .cardPlace(column, Anchors()))),
        winner: "ben", lost: "yours", age: "just now", mine: nil)
    }
    #expect(
      headline(Sample.doing)
        == "ben moved “Dig deep” within “Doing” just now; yours was another place there.")
    #expect(
      headline(Sample.done) == "ben moved “Dig deep” to “Doing” just now; yours was in “Done”.")
  }

  @Test("Every proposal is told in a list, with what it would replace, and when it is settled")
  func proposals() throws {
    let stamp = Stamp(operation: Sample.bens, sequence: 99, time: 1, author: Sample.ben)
    try check(
      "proposals",
      FieldKind.allCases.map { kind in
        let value =
          kind.sample.isText
          ? FieldValue.fragment(Sample.fragment)
          : Sample.board.state(of: kind.sample, for: "ann")?.value ?? .text("Sow")
        let proposal = Proposal(field: kind.sample, value: value, stamp: stamp)
        return (
          kind.rawValue,
          [words.headline(proposal), words.account(proposal), "accepted " + words.name(proposal)]
        )
      })
  }

  @Test("Every rule and every effect of a history is told, and each change in one line")
  func history() throws {
    let author = { (id: OperationID) in id == Sample.bens ? "ben" : nil }
    let rules = RuleKind.allCases.map { kind in
      #expect(RuleKind(kind.sample) == kind)
      return (kind.rawValue, ["because " + words.meaning(kind.sample, author: author)])
    }
    let changes = EffectKind.allCases.flatMap { effect in
      #expect(EffectKind(effect.sample) == effect)
      return FieldKind.allCases.map { kind in
        let value = Sample.board.state(of: kind.sample, for: "ann")?.value
        let before = FieldValue.body(Text("Deep", by: Sample.bens))
        let change = FieldChange(
          field: kind.sample, effect: effect.sample, before: kind.sample.isText ? before : value,
          after: kind.sample.isText ? .body(Sample.text) : value, rules: [.unopposed])
        return (
          "\(effect) \(kind)",
          [
            words.summary(change, displacer: "ben"),
            words.summary(change, displacer: nil, hasBefore: true, longest: 60),
            words.heading(change),
          ]
        )
      }
    }
    try check("history", rules + changes)
  }

  @Test("Every reason why the past does not come back is told")
  func past() throws {
    let faults = RestorationFaultKind.allCases.map { kind in
      #expect(RestorationFaultKind(kind.sample) == kind)
      return (kind.rawValue, [kind.sample.text])
    }
    let receipts = ReceiptFaultKind.allCases.map { kind in
      #expect(ReceiptFaultKind(kind.sample) == kind)
      return ("receipt, \(kind)", [kind.sample.text])
    }
    let control = EditorText("a\u{1B}b\n\u{0}", opened: Text())
    try check(
      "past", faults + receipts + [("editor", [control.refusedDescription].compactMap { $0 })])
  }

  @Test("Without a board nothing is named, and everything is still told")
  func nothingKnown() throws {
    let bare = Wording(board: nil, user: "ann")
    let edits = IntentKind.allCases.filter { $0 != .set }.flatMap { kind in
      kind.samples.map { (kind.rawValue, Self.voices(of: $0, bare)) }
    }
    let fields = FieldKind.allCases.map { kind in
      (kind.rawValue, [bare.field(kind.sample), bare.shortName(of: kind.sample)])
    }
    let notes = NoteKind.allCases.flatMap { kind in
      kind.samples.map { (kind.rawValue, [bare.note($0)]) }
    }
    let steps = StepKind.allCases.flatMap(\.samples).map { step in
      ("\(FieldKind(step.field))", [bare.undone(step), bare.shownAgain(step)])
    }
    let reasons = RejectionKind.allCases.flatMap { kind in
      kind.samples.map { (kind.rawValue, [bare.refusalOfAuthor($0)]) }
    }
    try check("nothing-known", edits + fields + notes + steps + reasons)
  }
}
