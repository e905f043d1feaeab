import BoardModel
import Screen
import Testing
import WindowSync
import Wire

@testable import Windows

/// Whatever a notice names, what it says of it is on the screen.
@Suite("Notices at any width")
struct NoticeWidthTests {
  /// As long as a title or a path may be, with the words that must not be lost behind or before it.
  static let title = String(repeating: "A long title of many words ", count: 18)
  static let path = "/home/somebody" + String(repeating: "/a-folder-of-a-long-name", count: 12)
  static let cause = "No space left on device (28)"
  static let reason = "\(path): \(cause)"

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// What must be read; nil is the whole notice.
    let cause: String?
    let happens: @Sendable (inout Bench) -> Void

    init(_ name: String, _ cause: String?, _ happens: @escaping @Sendable (inout Bench) -> Void) {
      (self.name, self.cause, self.happens) = (name, cause, happens)
    }

    var testDescription: String { name }
  }

  private static let card = Bench.card(0, 0)
  private static let column = Bench.column(0)

  static let refusals: [EditRefusal] = [
    .noBoard, .readOnly(.readOnly(.upgradeNeeded(reason))), .tooLarge, .queueFull, .nothingToUndo,
    .nothingToRedo,
    .notStored(reason), .undeliverable(reason),
  ]

  static let notices: [ReplicaNotice] = [
    .ending(.kept, reason: reason, by: Bench.otherAuthor), .resubmitted(count: 3), .expired,
    .storeReplaced(isKept: true), .storeReplaced(isKept: false), .diverged(sequence: 9),
    .storeUnavailable(reason), .infoNotKept(reason), .coordinatorFault(reason),
  ]

  static let standings: [Standing] = [
    .fenced(.takenOver), .fenced(.inUse(reason)), .fenced(.ended(reason)),
    .readOnly(.upgradeNeeded(reason)), .readOnly(.boardUnknown("no")),
    .readOnly(.readingLost("no")),
    .readOnly(.identityRefused(reason)), .readOnly(.refused(.identityRefused, reason)),
  ]

  static let rejections: [Rejection] = [
    .boardExists, .noBoard, .identifierInUse, .unknownColumn(column), .unknownCard(card),
    .columnDeleted(column), .emptyTitle, .titleTooLong, .bodyTooLong, .limitReached(.columns),
    .unsortedHoldsCards, .dispositionIsSelf, .unknownText, .emptyOperation, .notUndoable,
    .notYourOperation, .batchItem(0, .emptyTitle), .notInBatch, .levelNeeded(2), .unknownLevel,
    .forbidden(needed: .owner), .lastOwner, .invalidMember,
    .unknownLabel(LabelID(high: 1, low: 1)), .labelRemoved(LabelID(high: 1, low: 1)),
    .unknownItem(ItemID(high: 1, low: 1)), .itemRemoved(ItemID(high: 1, low: 1)),
    .unknownComment(CommentID(high: 1, low: 1)), .commentRemoved(CommentID(high: 1, low: 1)),
    .notYourComment, .valueOutOfRange, .proposalGone,
    .limitBlocked(column), .blocksItself,
  ]

  /// What a shell says, with a reason that the system gave it.
  static let told = [
    "Not kept on this machine: \(reason)",
    "Copied through the terminal only: \(reason).", "The board was not made: \(reason)",
    "Your window “\(title)” was closed by bob on lap: \(cause).",
    "A text for “\(title)” is still open in $EDITOR: \(cause)",
    String(repeating: "x", count: 1_000) + " \(cause)", "\(title)\(title) \(cause)",
  ]

  static let cases: [Case] =
    refusals.map { refusal in
      let cause = "\(refusal)".contains(Self.cause) ? Self.cause : nil
      return Case("\(refusal)", cause) {
        $0.send(.refused(.cardRetitle(card, title: title), refusal))
      }
    }
    + notices.map { notice in
      Case("\(notice)", "\(notice)".contains(Self.cause) ? Self.cause : nil) {
        $0.send(.replicaNotice(notice))
      }
    }
    + standings.map { standing in
      Case("\(standing)", "\(standing)".contains(Self.cause) ? Self.cause : nil) {
        $0.send(.standing(standing))
      }
    }
    + rejections.map { rejection in
      Case("\(rejection)", nil) { bench in
        let operation = Operation(
          id: OperationID(session: Bench.session, epoch: 1, counter: 1), base: 0, queued: false,
          intent: .undo(
            target: OperationID(session: Bench.session, epoch: 1, counter: 9), force: false))
        bench.send(.settled(operation, .rejected(rejection)))
      }
    }
    + told.map { text in Case(text, Self.cause) { $0.send(.notice(Notice(text, .loss))) } }
    + [
      Case("an editor that cannot be run", "No such file or directory") { bench in
        bench.keys("E")
        bench.send(
          .editorFinished(
            card,
            .failed(
              reason: "The editor cannot be run: No such file or directory (EDITOR is \(path)).",
              leavesText: false)))
      },
      Case("a window that is not opened", Self.cause) {
        $0.send(.openedWindow(.card(card), .failed(reason: reason)))
      },
      Case("favourites that are not opened", Self.cause) {
        $0.send(.openedWindow(.favourites, .failed(reason: reason)))
      },
      Case("a person who is not asked", Self.cause) {
        $0.send(.inviteAnswered(user: "bob", .card(card), .failed(reason: reason)))
      },
      Case("a file that is not read", Self.cause) { bench in
        bench.paste(path)
        bench.send(.file(path: path, .refused(Self.cause)))
      },
      Case("a rename meanwhile", "meanwhile.") { bench in
        bench.keys("ex")
        bench.other(.cardRetitle(card, title: "Not" + title))
      },
      Case("an invitation", "asks you to look at") {
        $0.send(.invited(by: Bench.otherAuthor, .card(card), title: title))
      },
      Case("what is typed is kept nowhere", Self.cause) { bench in
        bench.keys("nx")
        bench.send(.viewStateNotSaved(reason: reason))
        bench.keys("<enter>")
      },
      Case("no link", Self.cause) { $0.send(.status(.stopped(reason: reason))) },
      Case("edits that wait", Self.cause) { $0.send(.status(.notSaved(2, reason: reason))) },
      Case("read-only", Self.cause) { bench in
        bench.send(.standing(.readOnly(.upgradeNeeded(reason))))
        bench.wait(60_000)
      },
    ]

  @Test(
    "Why is on the screen, whole, whatever title or path is named with it", arguments: cases,
    [40, 80, 120])
  func cause(_ told: Case, columns: Int) {
    for others in [0, 3] {
      var bench = Bench([("To do", [Self.title, "b"]), ("Doing", [])], columns: columns)
      bench.forgetEffects()
      told.happens(&bench)
      // What stands in the way of edits is told where no notice is.
      if others > 0, bench.notice == nil { continue }
      for number in 0..<others { bench.send(.notice(Notice("\(number)", .news))) }
      let rows = bench.window.model.footerRows
      let wanted = told.cause ?? bench.notice ?? ""
      #expect(!wanted.isEmpty)
      #expect(Self.read(bench.screen.suffix(rows)).contains(Self.read([wanted])))
      // The board keeps most of the screen.
      #expect(rows <= 8)
      #expect(bench.screen[0].hasPrefix(" Home"))
    }
  }

  /// Without what lines are broken at.
  private static func read(_ lines: some Sequence<String>) -> String {
    lines.joined().filter { $0 != " " }
  }

  @Test("In the smallest window too, the board and what is typed keep a line", arguments: cases)
  func smallest(_ told: Case) {
    var bench = Bench([("To do", [Self.title])], columns: 20, rows: 6)
    told.happens(&bench)
    bench.send(.notice(Notice(Self.told[0], .loss)))
    bench.keys("<esc><esc>")
    bench.keys("nx")
    bench.send(.notice(Notice(Self.told[0], .loss)))
    #expect(bench.window.model.footerRows <= 2)
    #expect(
      bench.window.model.scene.layout(hasPrompt: true).prompt?.row == 5
        - bench.window.model.footerRows)
  }

  @Test("A focused card that a notice would stand on moves up, and no click goes to what is hidden")
  func focus() {
    var bench = Bench(
      [("To do", (0..<9).map { "card \($0)" })], columns: 40, rows: 12)
    bench.keys("G")
    #expect(bench.focused == "card 8")
    bench.send(.notice(Notice(Self.told[0], .loss)))
    let rows = bench.window.model.footerRows
    #expect(rows > 1)
    let board = bench.screen.dropLast(rows)
    #expect(board.contains { $0.contains("card 8") })
    // A click on the notice ends it, wherever in it.
    bench.mouse(.press(.left), 5, 12 - rows)
    #expect(bench.notice == nil)
    #expect(bench.focused == "card 8")
  }

  @Test(
    "Names lose their middle before anything else is lost",
    arguments: [
      ("ab “cd” ef", 80, 1, ["ab “cd” ef"]),
      ("Cannot open /a/b/c/d/e/f/g/h/i/j/k/l/m/n: gone", 24, 2, ["Cannot open", "…"]),
    ])
  func fitted(text: String, columns: Int, rows: Int, parts: [String]) {
    let lines = FittedText.lines(text, columns: columns, rows: rows)
    #expect(lines.count <= rows)
    for part in parts { #expect(lines.joined().contains(part)) }
  }
}
