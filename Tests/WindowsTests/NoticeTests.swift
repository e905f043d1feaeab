import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("Notices")
struct NoticeTests {
  /// What happens to a queue, in order.
  enum Step {
    case answer(String)
    case refusal(String)
    case report(String, Notice.Topic?)
    case acts, looks
    case withdraw(Notice.Topic)
    case attend(NoticeQueue.Attention)
    case dismiss
    case wait(UInt64)
  }

  static func report(_ text: String) -> Step { .report(text, nil) }

  static let rows: [(String, [Step], shown: String?, behind: Int)] = [
    ("nothing is told", [], nil, 0),
    ("an answer is shown at once", [report("r"), .answer("a")], "a", 1),
    ("an answer is replaced by the next", [.answer("a"), .refusal("b")], "b", 0),
    ("an answer ends with what is done next", [.answer("a"), .acts], nil, 0),
    ("so does a refusal", [.refusal("a"), .acts], nil, 0),
    ("looking elsewhere leaves an answer", [.answer("a"), .looks], "a", 0),
    ("and ends a refusal", [.refusal("a"), .looks], nil, 0),
    ("an answer goes by itself", [.answer("a"), .wait(5_999)], "a", 0),
    ("after six seconds", [.answer("a"), .wait(6_000)], nil, 0),
    ("sooner where reports wait", [report("r"), .answer("a"), .wait(4_000)], "r", 0),
    ("reports follow each other", [report("r"), report("s"), .wait(4_000)], "s", 0),
    ("none goes because of what is done", [report("r"), .acts, .looks], "r", 0),
    (
      "a report that was interrupted has its whole time",
      [report("r"), .wait(5_000), .answer("a"), .wait(1_000), .acts, .wait(5_999)], "r", 0
    ),
    ("the same report is told once", [report("r"), report("s"), report("r")], "r", 1),
    ("and longer", [report("r"), .wait(5_000), report("r"), .wait(5_000)], "r", 0),
    (
      "what bears on the next key goes before the others",
      [report("r"), .report("u", .guardedUndo)], "u", 1
    ),
    (
      "and takes the place of what was said about it",
      [.report("t", .access), .report("u", .access)], "u", 0
    ),
    (
      "what does not hold any longer is withdrawn",
      [report("r"), .report("u", .guardedUndo), .withdraw(.guardedUndo)], "r", 0
    ),
    ("only that", [.report("u", .guardedUndo), .withdraw(.access)], "u", 0),
    ("a line that is typed has its hints", [report("r"), .attend(.typing)], nil, 0),
    (
      "but what comes meanwhile is told",
      [report("r"), .attend(.typing), report("s")], "s", 0
    ),
    (
      "what waited is told afterwards, for its whole time",
      [report("r"), .attend(.typing), .wait(60_000), .attend(.watched), .wait(5_999)], "r", 0
    ),
    (
      "a refusal of what is typed is told", [report("r"), .attend(.typing), .refusal("a")], "a", 0
    ),
    (
      "what is withdrawn while a line is typed does not come back",
      [.report("u", .access), report("r"), .attend(.typing), .withdraw(.access), report("s")], "s",
      0
    ),
    (
      "where one of two keys is awaited, they are shown in the place of all reports",
      [report("r"), .attend(.deciding), report("s"), .report("u", .access)], nil, 0
    ),
    (
      "and only an answer takes that, with nothing behind it",
      [report("r"), .attend(.deciding), .refusal("a")], "a", 0
    ),
    (
      "all are told later, for their whole time",
      [report("r"), .attend(.deciding), .wait(60_000), .attend(.watched), .wait(5_999)], "r", 0
    ),
    (
      "nothing is told to nobody",
      [report("r"), .attend(.away), report("s"), .wait(60_000)], nil, 0
    ),
    (
      "and nothing is lost then",
      [report("r"), .attend(.away), report("s"), .wait(60_000), .attend(.watched)], "r", 1
    ),
    ("the current one can be taken away", [report("r"), .answer("a"), .dismiss], "r", 0),
    ("one at a time", [report("r"), .dismiss, .dismiss], nil, 0),
  ]

  @Test("Each notice is told when it should be", arguments: rows.indices)
  func table(row: Int) {
    let (name, steps, shown, behind) = Self.rows[row]
    var queue = NoticeQueue()
    var now: UInt64 = 1_000
    queue.advance(to: now)
    for step in steps {
      switch step {
      case .answer(let text): queue.add(Notice(text, .answer))
      case .refusal(let text): queue.add(Notice(text, .refusal))
      case .report(let text, let topic): queue.add(Notice(text, .loss), about: topic)
      case .acts: queue.endAnswer()
      case .looks: queue.endRefusal()
      case .withdraw(let topic): queue.withdraw(topic)
      case .attend(let attention): queue.attend(attention)
      case .dismiss: queue.dismiss()
      case .wait(let time):
        let end = now + time
        // As the shell does: it wakes when something is due.
        while let due = queue.deadline, due <= end { queue.advance(to: due) }
        now = end
        queue.advance(to: now)
      }
    }
    #expect(queue.current?.text == shown, "\(name)")
    #expect(queue.behind == behind, "\(name)")
    #expect((queue.deadline == nil) == (queue.current == nil), "\(name)")
  }

  // MARK: At the window

  static let columns = [("To do", ["a", "b", "c"]), ("Doing", ["d"])]

  @Test("What a drag was told does not outlive the next one")
  func drags() {
    var bench = Bench(Self.columns, rows: 10)
    bench.mouse(.press(.left), 5, 2)
    bench.mouse(.drag(.left), 60, 4)
    bench.keys("<esc>")
    #expect(bench.notice == "Nothing was moved.")
    bench.mouse(.press(.left), 5, 2)
    bench.mouse(.drag(.left), 60, 4)
    bench.mouse(.release(.left), 60, 4)
    #expect(bench.titles(1) == ["d", "a"])
    #expect(bench.notice == nil)
  }

  @Test("A line's refusal goes with its text, and with the line")
  func prompts() {
    var bench = Bench(Self.columns)
    bench.keys("n<enter>")
    #expect(bench.notice == "A title cannot be empty.")
    bench.keys("x")
    #expect(bench.notice == nil)
    #expect(bench.screen[23] == " Enter done  Esc cancel")
    bench.keys("<bs><enter><left>")
    #expect(bench.notice == "A title cannot be empty.")
    bench.keys("<esc>")
    #expect(bench.notice == nil)
    bench.keys("e")
    #expect(bench.screen[23] == " Enter done  Esc cancel")
    bench.keys("y<enter>")
    #expect(bench.notice == nil)
  }

  @Test("An undo answers what it takes back")
  func undo() {
    var bench = Bench(Self.columns)
    bench.keys("d")
    #expect(bench.notice == "Archived “a”. u undoes, a shows the archive.")
    bench.keys("j")
    #expect(bench.notice == "Archived “a”. u undoes, a shows the archive.")
    bench.keys("u")
    #expect(bench.titles(0) == ["a", "b", "c"])
    #expect(bench.notice == "Undone: “a” is back in “To do”.")
  }

  @Test("That an undo was stopped is told until it is forced, or something else is done")
  func guardedUndo() {
    for keys in ["U", "J"] {
      var bench = Bench(Self.columns)
      bench.keys("e<c-u>mine<enter>")
      bench.other(.cardRetitle(Bench.card(0, 0), title: "theirs"))
      bench.keys("u")
      #expect(bench.notice?.hasPrefix("Not undone: the title of “theirs” was changed") == true)
      bench.keys("l")
      #expect(bench.notice?.hasSuffix("U undoes nevertheless.") == true)
      bench.keys("h" + keys)
      #expect(
        bench.notice == (keys == "U" ? "Undone: title of “theirs” is “a” again." : nil), "\(keys)")
      bench.keys("U")
      #expect(bench.notice == "There is no undo to force: u undoes.")
    }
  }

  @Test("The mouse key answers at once, whatever waits")
  func mouseKey() {
    var bench = Bench(Self.columns)
    bench.send(.notice(Notice("older", .news)))
    bench.keys("%")
    #expect(
      bench.screen[23] == " The mouse selects text. % gives it back to the board. · 1 more notice")
    bench.keys("%")
    #expect(bench.screen[23] == " The mouse works the board. · 1 more notice")
    bench.wait(NoticeQueue.followed)
    #expect(bench.screen[23] == " older")
  }

  @Test("A warning about the certificate goes before others, and goes when it is no longer true")
  func certificate() {
    var bench = Bench(Self.columns)
    bench.send(.notice(Notice("older", .loss)))
    bench.send(.certificateWarning("It ends."))
    bench.send(.certificateWarning("It ended."))
    #expect(bench.screen[23] == " It ended. · 1 more notice")
    bench.send(.certificateWarning(nil))
    #expect(bench.screen[23] == " older")
  }

  @Test("A paste of several lines is answered at once, whatever waits")
  func paste() {
    var bench = Bench(Self.columns)
    for number in 0..<5 { bench.send(.notice(Notice("older \(number)", .loss))) }
    bench.keys("n")
    #expect(bench.screen[23] == " Enter done  Esc cancel")
    bench.paste("one\ntwo")
    #expect(bench.notice == "Only the first line was pasted: this is one line.")
    bench.keys("<esc>n")
    bench.paste("one\ntwo")
    #expect(bench.notice == "Only the first line was pasted: this is one line.")
    bench.keys("!")
    #expect(bench.screen[22...23] == [" New card in To do: one!", " Enter done  Esc cancel"])
    bench.keys("<enter>")
    #expect(bench.screen[23] == " older 0 · 4 more notices")
  }

  @Test("What the disk did not take is told in the place of what was answered")
  func notStored() {
    var bench = Bench(Self.columns)
    bench.shows = false
    bench.keys("d")
    bench.takeBackLast()
    bench.send(.refused(.cardArchive(Bench.card(0, 0)), .notStored("disk full")))
    #expect(bench.notice == "An edit could not be written to disk: disk full")
  }

  @Test("That another terminal has the window is not told once it is taken back")
  func fenced() {
    var bench = Bench(Self.columns)
    bench.send(.standing(.fenced(.takenOver)))
    bench.keys("r")
    #expect(bench.notice == "Taking the window back from the other terminal …")
    bench.send(.standing(.writable))
    #expect(bench.notice == "This window is taken back.")
    bench.keys("n")
    #expect(bench.notice == nil)
  }

  @Test("While $EDITOR has the terminal nothing is told to nobody")
  func external() {
    var bench = Bench(Self.columns)
    bench.keys("E")
    bench.send(.notice(Notice("meanwhile", .loss)))
    bench.wait(60_000)
    bench.send(.editorFinished(Bench.card(0, 0), .failed(reason: "Gone.", leavesText: false)))
    #expect(bench.notice == "Gone. Nothing was changed.")
    bench.keys("f")
    #expect(bench.notice == "meanwhile")
  }
}
