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
    #expect(try plan(one.description, "--history", "body").target == .past(.cardBody(one)))
    let board = try plan("--board", "any")
    #expect(board.target == .board)
    #expect(board.title == Sample.detailed.board.title?.value)
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
