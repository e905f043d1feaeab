import BoardModel
import Screen
import Statements
import Testing
import WindowSync

@testable import Windows

@Suite("Invitations")
struct InvitationTests {
  private static let card = Bench.card(1, 1)
  private static let asked = "bob asks you to look at “d”. o opens it."

  private static func bench(
    columns: Int = 80, subject: Subject = .board
  ) -> Bench {
    Bench(
      [("To do", ["a", "b"]), ("Doing", ["c", "d"])], columns: columns, subject: subject)
  }

  private static func isBrowsing(_ bench: Bench) -> Bool {
    if case .browsing = bench.window.mode { true } else { false }
  }

  // MARK: Being asked

  @Test(
    "An invitation is said, changes nothing else, and o opens its card with the focus on it",
    .holds("WIN-031"))
  func opened() {
    var bench = Self.bench()
    let before = bench.screen
    let focus = bench.window.model.view.focus
    bench.send(.invited(by: Bench.otherAuthor, .card(Self.card), title: "of old"))
    #expect(bench.notice == Self.asked)
    #expect(Self.isBrowsing(bench))
    #expect(bench.window.model.view.focus == focus)
    #expect(bench.screen.dropLast() == before.dropLast())
    bench.keys("o")
    #expect(bench.window.model.view.opened == Self.card)
    #expect(bench.window.model.view.focus.card == Self.card)
    #expect(bench.notice == nil)
    bench.keys("<esc>o")
    #expect(bench.notice == "Nobody has asked you to look at anything here.")
  }

  @Test("Whoever types goes on typing, and may look afterwards", .holds("WIN-031"))
  func typing() {
    var bench = Self.bench()
    bench.keys("nne")
    bench.send(.invited(by: Bench.otherAuthor, .card(Self.card), title: "d"))
    bench.keys("wo<enter>")
    #expect(
      bench.intents.contains { intent in
        if case .cardCreate(_, _, "newo", _, _) = intent { true } else { false }
      })
    bench.wait(60_000)
    #expect(bench.notice == nil)
    bench.keys("o")
    #expect(bench.window.model.view.opened == Self.card)
  }

  @Test("Only the newest is kept, and only it is said")
  func newest() {
    var bench = Self.bench()
    for number in 0..<200 {
      let card = number < 199 ? Bench.card(0, number % 2) : Self.card
      bench.send(.invited(by: Bench.otherAuthor, .card(card), title: "\(number)"))
    }
    #expect(bench.notice == Self.asked)
    #expect(bench.window.model.notices.behind == 0)
    bench.keys("o")
    #expect(bench.window.model.view.opened == Self.card)
  }

  @Test("A card that the search hides is opened where it is; one that is gone is said to be")
  func notSeen() {
    var bench = Self.bench()
    bench.keys("/a<enter>")
    bench.send(.invited(by: Bench.otherAuthor, .card(Self.card), title: "d"))
    bench.keys("o")
    #expect(bench.window.model.view.opened == Self.card)
    #expect(bench.window.model.view.focus.card == Bench.card(0, 0))
    bench.keys("<esc>")
    bench.send(.invited(by: Bench.otherAuthor, .card(Bench.card(7, 7)), title: "Far off"))
    #expect(bench.notice == "bob asks you to look at “Far off”. o opens it.")
    bench.keys("o")
    #expect(bench.notice == "The card that bob asked you to look at is gone.")
    #expect(Self.isBrowsing(bench))
  }

  @Test(
    "What is not a card is only said",
    arguments: [Subject.board, .favourites, .addColumn(after: nil)])
  func noCard(subject: Subject) {
    var bench = Self.bench()
    bench.send(.invited(by: Bench.otherAuthor, subject, title: "Home"))
    #expect(bench.notice == "bob asks you to look at “Home”.")
    bench.keys("o")
    #expect(bench.notice == "Nobody has asked you to look at anything here.")
  }

  @Test("Among favourites o opens it, a window for one card only says it")
  func elsewhere() {
    var favourites = Self.bench(subject: .favourites)
    favourites.send(.invited(by: Bench.otherAuthor, .card(Self.card), title: "d"))
    favourites.keys("o")
    #expect(favourites.window.model.view.opened == Self.card)
    var sole = Self.bench(subject: .card(Bench.card(0, 0)))
    sole.send(.invited(by: Bench.otherAuthor, .card(Self.card), title: "d"))
    #expect(sole.notice == "bob asks you to look at “d”.")
    sole.keys("o")
    #expect(Self.isBrowsing(sole))
  }

  @Test("An invitation to a board that is left does not come along")
  func otherBoard() {
    var bench = Self.bench()
    bench.send(.invited(by: Bench.otherAuthor, .card(Self.card), title: "d"))
    bench.send(
      .board(
        Board(id: BoardID(high: 5, low: 5)), change: BoardChange(reloaded: true), shown: 0))
    #expect(bench.window.model.others.invitation == nil)
    #expect(bench.notice == nil)
  }

  // MARK: Asking

  private static func ask(_ bench: Bench) -> [WindowEffect] {
    bench.effects.filter { if case .invite = $0 { true } else { false } }
  }

  @Test("The menu and its key ask for a user, who is then asked", arguments: ["I", ".I"])
  func asking(keys: String) {
    var bench = Self.bench()
    bench.keys(keys)
    #expect(bench.screen.contains { $0.contains("User to invite to “a”:") })
    bench.keys("bob<enter>")
    #expect(Self.ask(bench) == [.invite(user: "bob", .card(Bench.card(0, 0)))])
    #expect(bench.notice == "Asking bob …")
    #expect(bench.intents.isEmpty)
    #expect(Self.isBrowsing(bench))
  }

  @Test(
    "Who is nobody, or oneself, is not asked, and what was typed stays",
    arguments: [
      ("", "No user is named so: letters, digits and . _ - only, and not everyone."),
      ("Everyone", "No user is named so: letters, digits and . _ - only, and not everyone."),
      ("bob smith", "No user is named so: letters, digits and . _ - only, and not everyone."),
      ("ann", "That is you."),
    ])
  func mistakes(name: String, refusal: String) {
    var bench = Self.bench()
    bench.keys("I" + name + "<enter>")
    #expect(bench.notice == refusal)
    #expect(Self.ask(bench).isEmpty)
    guard case .prompt(let prompt) = bench.window.mode else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.field.text == name)
    bench.keys("<esc>")
    #expect(Self.isBrowsing(bench))
  }

  @Test(
    "What became of it is told",
    arguments: [
      (InviteAnswer.told(windows: 1), "Asked bob to look at “a”."),
      (.told(windows: 2), "Asked bob to look at “a”, in 2 windows."),
      (.told(windows: 0), "bob has no window on this board now: nobody was asked."),
      (
        .failed(reason: "there is no connection to the coordinator"),
        "bob was not asked: there is no connection to the coordinator."
      ),
      (.failed(reason: "There is no board."), "bob was not asked: There is no board."),
    ])
  func told(answer: InviteAnswer, notice: String) {
    var bench = Self.bench()
    bench.keys("Ibob<enter>")
    bench.send(.inviteAnswered(user: "bob", .card(Bench.card(0, 0)), answer))
    #expect(bench.notice == notice)
  }

  @Test("A window on one card asks for it, also where it can only be read")
  func soleCard() {
    var bench = Self.bench(subject: .card(Self.card))
    bench.send(.standing(.fenced(.ended("No."))))
    bench.keys("IBob<enter>")
    #expect(Self.ask(bench) == [.invite(user: "bob", .card(Self.card))])
  }
}
