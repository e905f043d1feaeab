import Foundation
import Glibc
import Identity
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
      try window.wait(for: "q close")
    }
    // Both look, and each is told so.
    for window in [left, right] { try window.wait(for: "you look elsewhere") }
    left.type("\rfirst words")
    try right.wait(for: "first words")
    try right.wait(for: "you type elsewhere")
    // Behind the last letter stands a cell that is no letter.
    let row = try #require(right.screen.row(of: "first words"))
    let column = try #require(right.screen.column(of: "first words", in: row))
    try right.wait("the caret") {
      right.screen.isReversed(Position(column: column + 11, row: row))
    }
    // The right one types before it: the caret of the left one goes along.
    right.type("\rmy ")
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

  @Test(
    "Two people who type in one body at once see each other's names, carets and words",
    .timeLimit(.minutes(3)))
  func together() throws {
    let home = try BoardHome()
    let ann = try home.window(columns: 80)
    try ann.wait(for: "● saved")
    let guest = try BoardHome()
    let ben = try guest.window(columns: 80, with: ["BOARD_URL": try home.invite("ben", to: guest)])
    try ben.wait(for: "● saved")
    ann.type("n")
    try ann.wait(for: "New card")
    ann.type("shared\r")
    for window in [ann, ben] {
      try window.wait(for: "shared")
      window.type("/shared\r")
      try window.wait(for: "/shared")
      window.type("\r")
      try window.wait(for: "q close")
    }
    ann.type("\rone.\r\rtwo.")
    try ben.wait(for: "two.")
    ben.type("\r\u{1B}[B")
    // At two places at the same time, a key each.
    let (left, right) = ("all that ann types", "what ben types")
    for place in 0..<max(left.count, right.count) {
      for (window, text) in [(ann, left), (ben, right)] where place < text.count {
        window.type(String(Array(text)[place]))
      }
    }
    for window in [ann, ben] {
      try window.wait(for: "two." + left)
      try window.wait(for: right)
    }
    try ann.wait(for: "ben types here")
    try ben.wait("ann's name") { ben.screen.text.contains(" types here") }
    for (window, text) in [(ann, right), (ben, "two." + left)] {
      let row = try #require(window.screen.row(of: text))
      let column = try #require(window.screen.column(of: text, in: row)) + text.count
      try window.wait("the other's caret") {
        window.screen.isReversed(Position(column: column, row: row))
      }
    }
    ben.type("\u{1B}")
    try ann.wait("nobody types") { !ann.screen.text.contains("types here") }
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

extension BoardHome {
  /// Lets another user reach this one's coordinator, and edit this one's board.
  /// - Returns: where that is.
  func invite(_ user: String, to guest: BoardHome) throws -> String {
    let authority = try #require(try IdentityFolder(path + "/identity").load().authority)
    let minted = try authority.mint(user: UserName(user), device: NamePart("lap"))
    try IdentityFolder(guest.path + "/identity").write(minted)
    let given = try run(["member", user, "editor"])
    try #require(given.status == 0, "\(given)")
    let address = try String(contentsOfFile: path + "/coordinator.address", encoding: .utf8)
    return "board://" + address.trimmingCharacters(in: .newlines)
  }
}
