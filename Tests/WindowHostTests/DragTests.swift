import Foundation
import OwnThread
import Testing

@Suite("Drags between windows, as processes", .ownThread, .timeLimit(.minutes(3)))
struct DragTests {
  @Test("What is taken up in one terminal is carried in the other, and put down there")
  func keys() throws {
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    let second = try home.window(["open", "--new"])
    try second.wait(for: "● saved")
    first.type(" ")
    for window in [first, second] { try window.wait(for: "Space drops  Esc cancels") }
    second.type("l")
    try second.wait(for: "→ Doing")
    second.type(" ")
    try second.wait(for: "Moved “")
    try first.wait(for: "Put down in ")
    for window in [first, second] {
      try window.wait("card in its new column") {
        window.screen.text.contains("3 │ Doing") && window.screen.text.contains("3 │ Done")
      }
      #expect(!window.screen.text.contains("Space drops"))
    }
    // Esc in either ends it in both.
    first.type(" ")
    try second.wait(for: "Space drops")
    second.type("\u{1B}")
    try first.wait(for: "Let go in ")
    #expect(!first.screen.text.contains("Space drops"))
    for window in [first, second] {
      window.type("q")
      #expect(try window.waitForEnd() == 0)
    }
  }

  @Test("On another board it becomes a card of its own, with its text and labels")
  func boards() throws {
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    let card = try home.firstCard()
    #expect(try home.run(["label", "new", "brought"]).status == 0)
    let labelled = try home.run(["edit", card, "--label", "brought"])
    #expect(labelled.status == 0, "\(labelled)")
    let made = try home.run(["new", "Elsewhere"])
    #expect(made.status == 0, "\(made)")
    let second = try home.window(["open", "--board", "Elsewhere"])
    try second.wait(for: "Elsewhere")
    second.type("NIncoming\r\r")
    try second.wait(for: "no cards")
    first.type("g ")
    try second.wait(for: "+ copy to Incoming")
    second.type(" ")
    try second.wait(for: "Copied “")
    try second.wait(for: "[brought]")
    try first.wait(for: "Put down in ")
    #expect(first.screen.text.contains("4 │ Doing"))
    let cards = try home.run(["ls", "--board", "Elsewhere"]).output
    #expect(cards.contains("Move this card: H J K L"), "\(cards)")
    for window in [first, second] {
      window.type("q")
      #expect(try window.waitForEnd() == 0)
    }
  }

  @Test("A pointer takes a card from one pane of tmux into the next, with tmux's mouse off")
  func panes() throws {
    let tmux = try TmuxServer()
    let home = try BoardHome()
    let left = try tmux.start("board", home.command([]))
    let client = try tmux.attach(to: "board")
    func shows(_ pane: String, _ text: String) -> Bool {
      (try? tmux.run("capture-pane", "-p", "-t", pane))?.contains(text) == true
    }
    try client.wait("board in the left pane") { shows(left, "● saved") }
    let right = try tmux.run(
      ["split-window", "-h", "-t", left, "-P", "-F", "#{pane_id}", "--"]
        + home.command(["open", "--new"]))
    try client.wait("board in the right pane") { shows(right, "● saved") }
    _ = try tmux.run("send-keys", "-t", right, "l")
    try client.wait("the next column") { shows(right, " Doing 2 ") }
    #expect(try tmux.run("show-options", "-g", "mouse") == "mouse off")

    // The first card stands in the third row of a pane; the right pane begins at column 52.
    client.type("\u{1B}[<0;5;3M\u{1B}[<32;6;5M")
    try client.wait("drag that the right window knows of") { shows(right, "release drops") }
    client.type("\u{1B}[<32;60;20M")
    try client.wait("drag at the pointer in the right pane") { shows(right, "→ Doing") }
    client.type("\u{1B}[<0;60;20m")
    try client.wait("drop in the right pane") { shows(right, "Moved “") }
    try client.wait("end of the drag in the left pane") { shows(left, "Put down in ") }
    try client.wait("card in its new column") {
      shows(left, " To do 3 ") && shows(right, " Doing 3 ")
    }
    for pane in [left, right] { _ = try tmux.run("send-keys", "-t", pane, "q") }
    try client.wait("both windows gone") {
      (try? home.windows(.connected))?.isEmpty == true
    }
  }
}
