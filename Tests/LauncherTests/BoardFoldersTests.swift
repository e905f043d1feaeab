import Testing
import Transport

@testable import Launcher

struct BoardFoldersTests {
  @Test(
    "Files lie where BOARD_HOME says, else in the data folder, else below the home folder",
    arguments: [
      (["BOARD_HOME": "/b", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/b"),
      (["BOARD_HOME": "b", "HOME": "/h"], "/c/b"),
      (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/board"),
      (["BOARD_HOME": "", "XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/board"),
    ])
  func order(environment: [String: String], root: String) throws {
    #expect(try BoardFolders(environment: { environment[$0] }, current: "/c").root == root)
  }

  @Test("Without any home there is an error that says what to set")
  func homeless() {
    let error = #expect(throws: BoardFolders.NoHome.self) {
      try BoardFolders(environment: { _ in nil }, current: "/c")
    }
    #expect(error?.description.contains("BOARD_HOME") == true)
  }

  @Test(
    "A coordinator is named by a URL, and by nothing else",
    arguments: [
      "localhost:1", "board://", "board:///", "board://host", "http://host:1",
      "board://host:99999", "board://host:1//", "board://host:1/path",
    ])
  func malformedURL(text: String) {
    #expect(throws: (any Error).self) { try CoordinatorURL(text) }
  }

  @Test("A URL gives back what it was made of", arguments: ["board://[::1]:4000", "board://h:1"])
  func url(text: String) throws {
    #expect(try CoordinatorURL(text).description == text)
  }

  @Test(
    "A URL is understood however its scheme and host are written, with a slash at its end or not",
    arguments: ["board://ann.example:1/", "BOARD://ann.example:1", "Board://Ann.Example:1/"])
  func spellings(text: String) throws {
    #expect(try CoordinatorURL(text).description == "board://ann.example:1")
    #expect(try CoordinatorURL.endpoint(in: text) == Endpoint(host: "ann.example", port: 1))
  }

  @Test("An address to listen at needs no scheme", arguments: ["127.0.0.1:1", "127.0.0.1:1/"])
  func plainAddress(text: String) throws {
    #expect(try CoordinatorURL.endpoint(in: text) == Endpoint(host: "127.0.0.1", port: 1))
  }

  @Test("A program in whose place a newer one was put is that one")
  func ownProgram() {
    #expect(OwnProgram.current("/b/board (deleted)") == "/b/board")
    #expect(OwnProgram.current("/b/board") == "/b/board")
    #expect(OwnProgram.path.hasPrefix("/"))
  }
}
