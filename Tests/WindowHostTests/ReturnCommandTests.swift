import BoardModel
import Testing

@testable import WindowHost

@Suite("The command that opens a window again")
struct ReturnCommandTests {
  private let session = SessionID(high: 1, low: 2)

  @Test("It names the cluster where `board` alone would choose another")
  func cluster() {
    let usual = ReturnCommand(cluster: "")
    #expect(usual.plain == "board")
    #expect(usual.attach(session) == "board attach \(session)")
    let other = ReturnCommand(cluster: " --cluster team")
    #expect(other.plain == "board --cluster team")
    #expect(other.attach(session) == "board attach \(session) --cluster team")
  }

  @Test("A window that is opened from another one works with the same cluster")
  func handed() throws {
    let words = try HandedEnvironment.command(
      ["/bin/board"], ["BOARD_CLUSTER": "team"], from: "/")
    #expect(words.contains("BOARD_CLUSTER=team"))
  }
}
