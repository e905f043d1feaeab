import ArgumentParser
import BoardModel
import Testing

@testable import Commands

@Suite("board purge")
struct PurgeCommandTests {
  private func plan(_ arguments: String...) throws -> PurgeCommand.Plan {
    let board = Sample.detailed.board
    return try PurgeCommand.parse(arguments).plan(on: board, user: "ann")
  }

  @Test("It purges what is named, and asks for the title of what that is on")
  func targets() throws {
    let one = Sample.card("abcd1")
    let title = try #require(Sample.detailed.board.card(one)?.title.value)
    let card = try plan(one.description)
    #expect(card.target == .card(one))
    #expect(card.title == title)
    #expect(!card.thing.contains(title))
    let comment = try plan(one.description, "--comment", "1")
    #expect(comment.target == .comment(one, Sample.comment(1)))
    #expect(comment.title == title)
    #expect(comment.thing.hasSuffix(", by ben"))
    #expect(try plan(one.description, "--history", "body").target == .past(.cardBody(one)))
    #expect(
      try plan(one.description, "--history", "item 1").thing == "what item 1 of #1 was before")
    #expect(
      try plan(one.description, "--history", "title").thing == "what the title of #1 was before")
    let board = try plan("--board", "any")
    #expect(board.thing == "the board \(Sample.detailed.board.id.description.prefix(8))")
    #expect(board.target == .board)
    #expect(board.title == Sample.detailed.board.title?.value)
  }

  @Test("A number that names another comment by the time the title is typed purges nothing")
  func changedMeanwhile() throws {
    var sample = Sample.detailed
    let one = Sample.card("abcd1")
    sample.make(.commentAdd(one, Sample.comment(2), text: "later"), by: Sample.ben)
    let command = try PurgeCommand.parse([one.description, "--comment", "1"])
    let asked = try command.plan(on: sample.board, user: "ann")
    #expect(throws: Never.self) { try asked.check(against: asked) }
    #expect(throws: Never.self) { try asked.check(against: nil) }
    sample.make(.set(.commentRemoved(one, Sample.comment(1)), .flag(true)), by: Sample.ben)
    let now = try command.plan(on: sample.board, user: "ann")
    #expect(now.target == .comment(one, Sample.comment(2)))
    let failure = #expect(throws: CommandFailure.self) { try now.check(against: asked) }
    #expect(failure?.kind == .refused)
  }

  @Test("It wants one thing named")
  func arguments() {
    for arguments in [
      [], ["--comment", "abcd"], ["--history", "title"],
      ["abcd1", "--comment", "abcd", "--history", "title"], ["abcd1", "--history", "colour"],
    ] {
      #expect(throws: (any Error).self, "\(arguments)") { try PurgeCommand.parse(arguments) }
    }
  }

  @Test("Only the title lets it go on, with blanks around it or without")
  func question() {
    let question = TitleQuestion(thing: "#1", owner: "#1", title: "Dig deep")
    #expect(question.text.contains("Dig deep"))
    #expect(throws: Never.self) { try question.check(" Dig deep\t") }
    for typed in ["", "y", "dig deep", "Dig"] {
      #expect(throws: CommandFailure.self, "\(typed)") { try question.check(typed) }
    }
  }
}
