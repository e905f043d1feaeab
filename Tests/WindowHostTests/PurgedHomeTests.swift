import Foundation
import Glibc
import OwnThread
import Statements
import Testing

@Suite("A home on whose board something is purged", .ownThread)
struct PurgedHomeTests {
  /// A home with a coordinator and a board of three cards, and an editor of the board.
  private struct Place {
    let home: BoardHome
    let guest: BoardHome
    let reach: [String: String]

    static let words = ["Zebraword", "Yakword", "Xenonword"]

    init() throws {
      home = try BoardHome()
      guest = try BoardHome()
      try Place.say(home, ["new", "Plans"])
      try Place.say(home, ["add-column", "To do", "--board", "Plans"])
      for word in Place.words {
        try Place.say(home, ["add", "\(word) pin", "--column", "To do", "--board", "Plans"])
      }
      reach = ["BOARD_URL": try home.introduce("ben", to: guest), "BOARD_BOARD": "Plans"]
      try Place.say(home, ["member", "ben", "editor", "--board", "Plans"])
    }

    static func say(_ home: BoardHome, _ command: [String]) throws {
      let said = try home.run(command)
      try #require(said.status == 0, "\(command): \(said)")
    }

    func owner(_ command: String...) throws { try Place.say(home, command + ["--board", "Plans"]) }

    func window(_ arguments: String..., showing word: String) throws -> PseudoTerminal {
      let window = try guest.window(arguments, with: reach)
      try window.wait(for: word)
      try window.wait(for: "● saved")
      return window
    }

    func kill(_ window: PseudoTerminal) throws {
      Glibc.kill(window.process, SIGKILL)
      _ = try window.waitForEnd()
    }

    func leave(_ window: PseudoTerminal) throws {
      window.hangUp()
      _ = window.waitForEndUnread()
    }
  }

  @Test(
    "Nothing of a purged card stays in it, neither of its window nor of one that was killed",
    .holds("PRG-013"), .timeLimit(.minutes(3)))
  func purgedCards() throws {
    let place = try Place()
    let killed = try place.window("open", "1", showing: "Zebraword")
    try killed.wait("its kept board") { place.guest.keeps("Zebraword") }
    try place.kill(killed)
    let board = try place.window(showing: "Yakword")
    let card = try place.window("open", "2", showing: "Yakword")
    #expect(place.guest.keeps("Zebraword") && place.guest.keeps("Yakword"))
    try place.owner("purge", "1", "--yes")
    try place.owner("purge", "2", "--yes")
    try card.wait(for: "Xenonword")
    for word in ["Zebraword", "Yakword"] {
      try board.wait("home without \(word)") { !place.guest.keeps(word) }
    }
    #expect(place.guest.keeps("Xenonword"))
    // The window of the card that the coordinator ended meanwhile is gone with all its files.
    try board.wait("two windows") { (try? place.guest.keptWindows) == 2 }
    for window in [board, card] { try place.leave(window) }
  }

  @Test(
    "A purged word is in no file of the store, of the homes, or of a backup made later",
    .holds("PRG-013", "PRG-016"), .timeLimit(.minutes(3)))
  func everywhere() throws {
    let place = try Place()
    try place.owner("edit", "2", "--text", "a Vultureword in a text")
    try place.owner("comment", "3", "a Wombatword in a comment")
    try place.owner("check", "add", "3", "an Umberword in an item")
    try place.owner("add-column", "Tapirword")
    let purged = ["Zebraword", "Yakword", "Vultureword", "Wombatword", "Umberword"]
    let own = try place.home.window(["--board", "Plans"])
    let others = try place.window(showing: "Zebraword")
    let card = try place.window("open", "2", showing: "Vultureword")
    try others.wait("its kept board") { purged.allSatisfy { place.guest.keeps($0) } }
    for word in purged { #expect(place.home.keeps(word)) }
    try place.owner("edit", "2", "--title", "Plain", "--text", "a plain text")
    try place.owner("check", "reword", "3", "1", "a plain item")
    try place.owner("purge", "1", "--yes")
    try place.owner("purge", "2", "--history", "title", "--yes")
    try place.owner("purge", "2", "--history", "body", "--yes")
    try place.owner("purge", "3", "--history", "item 1", "--yes")
    try place.owner("purge", "3", "--comment", "1", "--yes")
    for word in purged {
      try others.wait("homes without \(word)") {
        !place.guest.keeps(word) && !place.home.keeps(word)
      }
    }
    let copy = place.home.path + "/copy"
    let copied = try place.home.run(
      place.home.words("boardd", ["backup", "--data", place.home.path, "--to", copy]),
      in: place.home.environment)
    #expect(copied.status == 0, "\(copied)")
    for word in purged { #expect(!place.home.keeps(word), "\(word) is in the backup") }
    for word in ["Xenonword", "Tapirword"] {
      #expect(place.guest.keeps(word) && place.home.keeps(word))
      #expect(
        FileManager.default.contents(atPath: copy + "/store/board.db")?
          .range(of: Data(word.utf8)) != nil)
    }
    for window in [own, others, card] { try place.leave(window) }
  }

  @Test(
    "The window of a card that was purged while it was away stays open as long as it holds words",
    .holds("WIN-023"), .timeLimit(.minutes(3)), arguments: ["\r", "\r\u{1b}[Z", "\u{1b}[Zn"])
  func purgedWhileAway(keys: String) throws {
    let place = try Place()
    let proxy = try HoldingProxy(to: place.reach["BOARD_URL"] ?? "")
    defer { try? proxy.close() }
    let card = try place.guest.window(
      ["open", "1"], with: place.reach.merging(["BOARD_URL": proxy.url]) { $1 })
    try card.wait(for: "Zebraword")
    try card.wait(for: "● saved")
    proxy.cut()
    // From now on the coordinator is told of nothing that is typed.
    try card.wait(for: "reconnecting")
    card.type(keys + "Ownword")
    try card.wait("the typed word") { place.guest.keeps("Ownword") }
    try card.wait("the coordinator without the window") {
      (try? place.guest.windows(.away, with: place.reach).count) == 1
    }
    try place.owner("purge", "1", "--yes")
    try card.wait("the window ended") {
      (try? place.guest.windows(.away, with: place.reach).count) == 0
    }
    proxy.mend()
    try card.wait("why it stays open") {
      card.screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("It stays open, as it holds")
    }
    try card.wait(for: "● saved")
    try card.wait("home without the card") { !place.guest.keeps("Zebraword") }
    try card.wait("it is listed") {
      (try? place.guest.windows(.connected, with: place.reach).count) == 1
    }
    #expect(place.guest.keeps("Ownword"))
    let unsent = try place.guest.run(["unsent"])
    #expect(unsent.output.contains("Ownword"), "\(unsent)")
    card.type("i")
    try card.wait(for: "What became of your edits")
    card.type("\r")
    try card.wait(for: "Ownword")
    try place.leave(card)
  }

  @Test(
    "The words around an edit from before a purge go with it, from the home and from the store",
    .holds("PRG-019", "PRG-020"), .timeLimit(.minutes(3)), arguments: [false, true])
  func wordsAround(killed: Bool) throws {
    let place = try Place()
    try place.owner("edit", "1", "--text", "a Wolfword in a text")
    let proxy = try HoldingProxy(to: place.reach["BOARD_URL"] ?? "")
    defer { try? proxy.close() }
    let reach = place.reach.merging(["BOARD_URL": proxy.url]) { $1 }
    var card = try place.guest.window(["open", "1"], with: reach)
    try card.wait(for: "Wolfword")
    try card.wait(for: "● saved")
    proxy.cut()
    try card.wait(for: "reconnecting")
    card.type("\rOwnword\u{1b}")
    try card.wait(for: "kept here, not sent (1)")
    if killed { try place.kill(card) }
    try place.owner("edit", "1", "--text", "a plain text")
    try place.owner("purge", "1", "--history", "body", "--yes")
    #expect(place.guest.keeps("Wolfword"))
    proxy.mend()
    if killed {
      let names = try place.guest.windows(.away, with: place.reach)
      card = try place.guest.window(["attach"] + names, with: place.reach)
    }
    try card.wait(for: "● saved")
    try card.wait("the edit") { place.home.keeps("Ownword") }
    try card.wait("home without the word") { !place.guest.keeps("Wolfword") }
    #expect(!place.home.keeps("Wolfword"))
    try place.leave(card)
  }

  @Test(
    "Of what a killed editor and a killed prompt held, the next command leaves one's own words",
    .holds("PRG-013"), .timeLimit(.minutes(3)), arguments: [false, true])
  func killedDrafts(wholeCard: Bool) throws {
    let place = try Place()
    try place.owner("edit", "1", "--text", "a Wolfword in a text")
    let script = place.guest.path + "/editor"
    try "echo Ownword >> \"$1\"; echo ready; read line".write(
      toFile: script, atomically: true, encoding: .utf8)
    let editor = try place.guest.window(
      [], with: place.reach.merging(["EDITOR": "sh '\(script)'"]) { $1 })
    try editor.wait(for: "Zebraword")
    try editor.wait(for: "● saved")
    editor.type("E")
    try editor.wait("the editor") { editor.text.contains("ready") }
    let prompt = try place.window("open", "1", showing: "Wolfword")
    prompt.type("e Draftword")
    try prompt.wait("the draft") { place.guest.keeps("pin Draftword") }
    for window in [editor, prompt] { try place.kill(window) }
    if wholeCard {
      try place.owner("purge", "1", "--yes")
    } else {
      try place.owner("edit", "1", "--title", "Plain", "--text", "a plain text")
      try place.owner("purge", "1", "--history", "title", "--yes")
      try place.owner("purge", "1", "--history", "body", "--yes")
    }
    for word in ["Wolfword", "Zebraword"] { #expect(place.guest.keeps(word)) }
    let listed = try place.guest.run(["ls"], with: place.reach)
    #expect(listed.status == 0, "\(listed)")
    for word in ["Wolfword", "Zebraword"] { #expect(!place.guest.keeps(word), "\(word)") }
    let unsent = try place.guest.run(["unsent"])
    #expect(unsent.output.contains("Draftword") && place.guest.keeps("Ownword"), "\(unsent)")
    guard wholeCard else { return }
    // The windows say what became of the words' place once they are shown again.
    let names = try place.guest.windows(.away, with: place.reach)
    #expect(names.count == 2)
    var said = ["purged a card", "purged the card of"]
    for name in names {
      let window = try place.guest.window(["attach", name], with: place.reach)
      try window.wait("what was purged") {
        said.contains { window.screen.text.contains($0) }
      }
      said.removeAll { window.screen.text.contains($0) }
      try place.leave(window)
    }
    #expect(said.isEmpty)
  }

  @Test("On a terminal the title is typed again before anything is purged", .timeLimit(.minutes(2)))
  func typedTitle() throws {
    let place = try Place()
    for (typed, status) in [("Zebra", 1), ("Zebraword pin", 0)] as [(String, Int32)] {
      let terminal = try place.home.window(["purge", "1", "--yes", "--board", "Plans"])
      try terminal.wait(for: "Type the title of")
      #expect(place.home.keeps("Zebraword"))
      terminal.type(typed + "\r")
      #expect(try terminal.waitForEnd() == status, "\(terminal.text)")
      #expect(place.home.keeps("Zebraword") == (status == 1))
    }
  }

  enum Loss: CaseIterable {
    case role, board
  }

  enum Purge: CaseIterable {
    case card, role, board
  }

  @Test(
    "Where no window is shown, the next command takes away what was purged, or may not be read any longer",
    .holds("PRG-013", "BRD-017"), .timeLimit(.minutes(3)), arguments: Purge.allCases)
  func nextCommand(_ purge: Purge) throws {
    let place = try Place()
    let card = try place.window("open", "1", showing: "Zebraword")
    try card.wait("its kept board") { place.guest.keeps("Zebraword") }
    try place.kill(card)
    switch purge {
    case .card: try place.owner("purge", "1", "--yes")
    case .role: try place.owner("member", "ben", "none")
    case .board: try place.owner("purge", "--yes")
    }
    #expect(place.guest.keeps("Zebraword"))
    let listed = try place.guest.run(["ls"], with: place.reach)
    #expect((listed.status == 0) == (purge == .card), "\(listed)")
    #expect(!place.guest.keeps("Zebraword") && !place.guest.keeps("Yakword"))
    #expect(purge == .card || !place.guest.keeps("Plans"))
  }

  @Test(
    "Of a board that was purged, or that its user may not read any longer, nothing stays but what is not sent",
    .holds("BRD-017"), .timeLimit(.minutes(3)), arguments: Loss.allCases)
  func lostBoard(_ loss: Loss) throws {
    let place = try Place()
    let killed = try place.window("open", "1", showing: "Zebraword")
    try killed.wait("its kept board") { place.guest.keeps("Zebraword") }
    try place.kill(killed)
    let board = try place.window(showing: "Yakword")
    board.type("n")
    try board.wait(for: "New card")
    board.type("Benword\r")
    try board.wait("the sent card") {
      board.screen.text.contains("Benword") && board.screen.text.contains("● saved")
    }
    let card = try place.window("open", "2", showing: "Yakword")
    switch loss {
    case .role: try place.owner("member", "ben", "none")
    case .board: try place.owner("purge", "--yes")
    }
    for window in [board, card] {
      try window.wait(for: "any longer: it was purged, or your")
      try window.wait(for: "There are no boards. n makes one.")
    }
    for word in Place.words + ["Benword", "Plans"] {
      try board.wait("home without \(word)") { !place.guest.keeps(word) }
    }
    let windows = try place.guest.run(
      ["windows"], with: ["BOARD_URL": place.reach["BOARD_URL"] ?? ""])
    #expect(windows.output.contains("open here only"), "\(windows)")
    #expect(!windows.output.contains("not sent"), "\(windows)")
    for window in [board, card] { try place.leave(window) }
  }
}
