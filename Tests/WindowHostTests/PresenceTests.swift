import Glibc
import OwnThread
import Screen
import Testing

@Suite("Several people at one board", .ownThread)
struct PresenceTests {
  @Test("What one types in a body the other reads at once, and sees where", .timeLimit(.minutes(3)))
  func typing() throws {
    let home = try BoardHome()
    let left = try home.window()
    try left.wait(for: "● saved")
    let right = try home.window(columns: 80)
    try right.wait(for: "● saved")
    left.type("n")
    try left.wait(for: "New card")
    left.type("shared\r")
    for window in [left, right] {
      try window.wait(for: "shared")
      window.type("/shared\r")
      try window.wait(for: "/shared")
      window.type("\r")
      try window.wait(for: "Esc close")
    }
    // Both look, and each is told so.
    for window in [left, right] { try window.wait(for: "you look elsewhere") }
    left.type("first words")
    try right.wait(for: "first words")
    try right.wait(for: "you type elsewhere")
    // Behind the last letter stands a cell that is no letter.
    let row = try #require(right.screen.row(of: "first words"))
    let column = try #require(right.screen.column(of: "first words", in: row))
    try right.wait("the caret") {
      right.screen.isReversed(Position(column: column + 11, row: row))
    }
    // The right one types before it: the caret of the left one goes along.
    right.type("my ")
    try right.wait(for: "my first words")
    try left.wait(for: "my first words")
    try right.wait("the caret further on") {
      right.screen.isReversed(Position(column: column + 14, row: row))
        && !right.screen.isReversed(Position(column: column + 11, row: row))
    }
    // Who is killed is gone as soon as the connection ends.
    kill(left.process, SIGKILL)
    #expect(try left.waitForEnd() == 128 + SIGKILL)
    try right.wait("nobody else") { !right.screen.text.contains("elsewhere") }
    #expect(!right.screen.isReversed(Position(column: column + 14, row: row)))
  }

  @Test("A terminal that loses the focus makes its person inactive", .timeLimit(.minutes(2)))
  func focus() throws {
    let home = try BoardHome()
    let left = try home.window()
    try left.wait(for: "● saved")
    let right = try home.window()
    try right.wait(for: "● saved")
    for window in [left, right] { window.type("\r") }
    for window in [left, right] { try window.wait(for: "you look elsewhere") }
    left.type("\u{1B}[O")
    try right.wait(for: "you look elsewhere (away)")
    left.type("\u{1B}[I")
    try right.wait("active again") { !right.screen.text.contains("(away)") }
  }
}

extension TerminalEmulator {
  fileprivate func row(of text: String) -> Int? {
    cells.firstIndex { $0.map(\.text).joined().contains(text) }
  }

  fileprivate func column(of text: String, in row: Int) -> Int? {
    cells[row].indices.first { cells[row][$0...].map(\.text).joined().hasPrefix(text) }
  }

  fileprivate func isReversed(_ position: Position) -> Bool {
    cells[position.row][position.column].style.attributes.contains(.reverse)
  }
}
