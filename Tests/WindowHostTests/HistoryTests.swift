import Glibc
import OwnThread
import Testing

@Suite("The history of a card in a window", .ownThread)
struct HistoryTests {
  @Test(
    "It comes from the coordinator, a value is written again, and without a link it says so",
    .timeLimit(.minutes(3)))
  func history() throws {
    let home = try BoardHome()
    let window = try home.window()
    try window.wait(for: "● saved")
    window.type("n")
    try window.wait(for: "New card")
    window.type("first title\r")
    try window.wait(for: "first title")
    window.type("e\u{15}second title\r")
    try window.wait(for: "second title")
    try window.wait(for: "● saved")
    window.type("\r")
    try window.wait(for: "history")
    window.type("\u{14}")
    try window.wait(for: "title: “first title”")
    try window.wait(for: "title: “second title”")
    window.type("\u{1B}[B\r")
    try window.wait(for: "the card was made with this value")
    window.type("\r\u{1B}[Fr")
    try window.wait(for: "Restored: title")
    window.type("q")
    try window.wait("the list is closed") { !window.screen.text.contains("History") }
    window.type("\u{3}")
    try window.wait("the card is closed") { window.screen.text.contains("first title") }

    let obstacle = home.takeStore()
    try window.wait("the link is lost") { !window.screen.text.contains("● saved") }
    window.type("\r\u{14}")
    try window.wait(for: "The history needs the coordinator")
    obstacle.free()
  }
}
