import BoardModel
import Glibc
import Screen
import Statements
import Testing

@testable import Commands

@Suite("What commands print")
struct OutputTests {
  @Test("JSON keeps the order of keys and escapes what it must")
  func json() {
    let value = JSON.object([
      "b": .array([.number(.max), .bool(true), .null]), "a": .string("\"\\\n\t\r/"),
    ])
    #expect(value.text == #"{"b":[18446744073709551615,true,null],"a":"\"\\\n\t\r/"}"#)
  }

  @Test("No string of JSON can act on a terminal, and each can be read back", .holds("TXT-005"))
  func harmlessJSON() {
    let text = JSON.string("\u{1B}[2J\u{9B}é\u{202E}\u{200B}漢😀\u{E0041}\u{7F}").text
    #expect(text == #""\u001b[2J\u009bé\u202e\u200b漢😀\udb40\udc41\u007f""#)
  }

  @Test("A list shows columns from left to right with the numbers of their cards")
  func list() {
    var sample = Sample.usual
    sample.make(.cardFavourite(Sample.card("abcd2"), marked: true))
    #expect(
      PlainText.list(sample.board, user: "ann") == """
        Doing (2)
          #1  One
          #2  Two *

        Done (0)
        """)
    #expect(!PlainText.list(sample.board, user: "ben").contains("*"))
  }

  @Test("No title, body or name that others wrote can act on a terminal", .holds("TXT-005"))
  func neutral() {
    var sample = Sample()
    let bad = "\u{202E}evil\u{2066}"
    sample.make(.columnCreate(Sample.column(1), title: bad, at: Anchors()))
    sample.make(
      .cardCreate(
        Sample.card("abcd1"), in: Sample.column(1), title: bad, body: "a\n\u{202E}b\tc",
        at: Anchors()))
    let board = sample.board
    let card = board.card(Sample.card("abcd1"))
    let log = sample.make(.boardRename(title: bad))
    let texts =
      [
        PlainText.list(board, user: "ann"), Markdown.text(sample.board),
        PlainText.operation(log, on: sample.board),
        CommandFailure(.ambiguous, bad, candidates: [bad]).text,
      ] + (card.map { [PlainText.card($0, on: board, user: "ann")] } ?? [])
    #expect(texts.count == 5)
    for text in texts {
      #expect(text.contains("evil"))
      #expect(!text.unicodeScalars.contains { Self.acts($0) })
    }
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  @Test("Cells of a table begin at the same terminal columns, wide characters counted")
  func table() {
    let rows = TextTable.lines([["漢字", "x"], ["a", "y"], ["abcde", "z"]])
    #expect(rows == ["漢字   x", "a      y", "abcde  z"])
  }

  @Test("Nothing in a card can become a heading of the Markdown")
  func markdown() {
    var sample = Sample.usual
    sample.make(
      .cardCreate(
        Sample.card("ffff"), in: Sample.column(2), title: "# *not* a heading",
        body: "## neither\n\nend", at: Anchors()))
    sample.make(.cardArchive(Sample.card("abcd2")))
    #expect(
      Markdown.text(sample.board) == """
        # Sample

        Members: everyone else (owner), ann (owner)

        ## Doing

        ### #1 One

        > first
        > second
        >

        ## Done

        ### #3 \\# \\*not\\* a heading

        > ## neither
        >
        > end

        ## Archive

        ### #2 Two
        """)
  }

  @Test("Codes of failures are exit codes that scripts can rely on")
  func exitCodes() {
    let codes = CommandFailure.Kind.allCases.map {
      "\($0.rawValue) \(CommandFailure($0, "").exitCode)"
    }
    #expect(
      codes == [
        "rejected 1", "superseded 1", "refused 1", "drafts-held 1", "usage 2", "not-found 1",
        "ambiguous 1", "unreachable 3", "identity 4", "files 1", "output 1",
      ])
  }

  @Test("A reader that is gone is none that could not be written to")
  func writing() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    #expect(try StandardOutput.write("heard", to: ends[1]))
    close(ends[0])
    StandardOutput.ignoreBrokenPipes()
    #expect(try !StandardOutput.write("unheard", to: ends[1]))
    close(ends[1])
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    let failure = #expect(throws: CommandFailure.self) {
      try StandardOutput.write("lost", to: full)
    }
    close(full)
    #expect(failure?.kind == .output)
    #expect(
      failure?.description == "cannot write to standard output: No space left on device")
  }

  @Test("A failure is an object with its code, exit status, message and candidates")
  func failure() {
    let failure = CommandFailure(.ambiguous, "which?", candidates: ["a", "b"])
    #expect(
      failure.json.text
        == #"{"error":{"code":"ambiguous","exit":1,"message":"which?","candidates":["a","b"]}}"#)
    #expect(failure.text == "board: which?\n  a\n  b")
  }
}
