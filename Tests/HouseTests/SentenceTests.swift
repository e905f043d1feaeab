import Foundation
import Testing

/// What the programs say is read by people who do not know how they are built.
@Suite("What the programs say")
struct SentenceTests {
  private let sentences: [Sentence]

  init() throws {
    let repository = try Repository()
    let files = repository.swiftFiles(under: "Sources").filter {
      !Sentences.silent.contains(String($0.split(separator: "/")[1]))
    }
    sentences = try files.flatMap {
      Sentences.found(in: $0, SwiftTokens(try repository.text($0)))
    }.sorted()
  }

  /// With `SENTENCES=FILE` in the environment the list is written there, for somebody to read.
  @Test("Nobody is told of epochs, replicas, routes, sessions, model levels or statements")
  func plainWords() throws {
    try #require(sentences.count > 500)
    if let path = ProcessInfo.processInfo.environment["SENTENCES"] {
      let list = sentences.map(\.description).joined(separator: "\n") + "\n"
      try list.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let found = sentences.compactMap { sentence in
      let puzzles = Sentences.puzzles(in: sentence.text)
      return puzzles.isEmpty ? nil : "\(puzzles): \(sentence)"
    }
    #expect(found == [])
  }

  @Test(
    "A sentence is found whole, however it is written",
    arguments: [
      (#"say("one two")"#, ["one two"]),
      (#"say("one \(name) two " + "three")"#, ["one ‹name› two three"]),
      ("say(\"one \"\n  + \"two\"\n  + \"three\", \"four five\")", ["one twothree", "four five"]),
      ("let a = \"\"\"\n  one\n  two \\\n  three\n  \"\"\"", ["one two three"]),
      (
        #"say("it \(a ? "is so" : "is not") here")"#,
        [
          #"it ‹a ? "is so" : "is not"› here"#, "is so", "is not",
        ]
      ),
      (#"say("one") + say("SELECT this FROM that") // "three four""#, []),
    ])
  func found(source: String, texts: [String]) {
    #expect(Sentences.found(in: "f", SwiftTokens(source)).map(\.text) == texts)
  }

  @Test(
    "A word that puzzles is found",
    arguments: [
      ("the session is over", ["session"]), ("its Epoch, and replicas", ["epoch", "replicas"]),
      ("raised to model level 2", ["model level"]), ("no route there", ["route"]),
      ("it is so [APL-009]", ["APL-009"]), ("it is so (by FRM-002).", ["FRM-002"]),
      ("a tmux session", []), ("no code ‹session.epoch› counts", []), ("a level road", []),
    ])
  func puzzles(text: String, words: [String]) {
    #expect(Sentences.puzzles(in: text) == words)
  }
}
