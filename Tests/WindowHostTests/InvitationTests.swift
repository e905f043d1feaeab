import Foundation
import OwnThread
import Testing

@Suite("Invitations between people", .ownThread)
struct InvitationTests {
  @Test(
    "Who is asked to look at a card is told, from a window and from a script, and o opens it",
    .timeLimit(.minutes(3)))
  func asked() throws {
    let home = try BoardHome()
    let ann = try home.window(columns: 80)
    try ann.wait(for: "● saved")
    ann.type("n")
    try ann.wait(for: "New card")
    ann.type("shared\r")
    try ann.wait(for: "shared")
    let guest = try BoardHome()
    let away = try home.run(["invite", "ben"])
    #expect(away.status == 1)
    #expect(away.output.contains("ben has no window on "), "\(away)")
    let ben = try guest.window(columns: 80, with: ["BOARD_URL": try home.invite("ben", to: guest)])
    try ben.wait(for: "shared")
    try ben.wait(for: "● saved")
    // From a window.
    ann.type("/shared\r")
    try ann.wait(for: "/shared")
    ann.type("I")
    try ann.wait(for: "User to invite to “shared”")
    ann.type("ben\r")
    try ann.wait(for: "Asked ben to look at “shared”.")
    try ben.wait(for: "asks you to look at “shared”. o opens it.")
    #expect(!ben.screen.text.contains("q close"))
    ben.type("o")
    try ben.wait(for: "q close")
    ben.type("\u{1B}")
    try ben.wait("the board") { !ben.screen.text.contains("q close") }
    // From a script.
    let said = try home.run(["invite", "ben", try home.firstCard(), "--json"])
    #expect(said.status == 0)
    #expect(said.output.contains(#""user":"ben""#) && said.output.contains(#""windows":1"#))
    try ben.wait(for: "o opens it.")
    ben.type("o")
    try ben.wait(for: "q close")
  }
}
