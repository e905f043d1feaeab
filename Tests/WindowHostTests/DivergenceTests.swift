import BoardModel
import Foundation
import Glibc
import OwnThread
import Testing
import WindowStore
import WindowSync

@Suite("A replica that is not what it should be", .ownThread)
struct DivergenceTests {
  @Test(
    "A window whose kept board lost a card notices, reports it, and loads the board afresh",
    .timeLimit(.minutes(2)))
  func corrupted() throws {
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "Start board")
    try first.wait(for: "● saved")
    // The board is kept when the link is lost.
    let obstacle = home.takeStore()
    try first.wait("reconnecting") { !first.screen.text.contains("● saved") }
    try first.wait("kept board") { home.keptBoards == 1 }
    kill(first.process, SIGKILL)
    _ = try first.waitForEnd()
    try home.loseCard(titled: "Start board")
    obstacle.free()

    let second = try home.window()
    try second.wait(for: "● saved")
    #expect(!second.screen.text.contains("Start board"))
    // The digest is published with every 64th operation, and with its answer nothing is lost.
    second.type("n")
    try second.wait(for: "New card")
    second.type("written meanwhile\r" + String(repeating: "f", count: 130))
    try second.wait(for: "Start board")
    try second.wait(for: "● saved")
    try second.wait(for: "written meanwhile")
    #expect(second.text.contains("This copy of the board differed from"))
    #expect(home.reports == 1)
    second.type("q")
    #expect(try second.waitForEnd() == 0)
  }
}

extension BoardHome {
  /// Takes a card out of the board that the only window keeps.
  fileprivate func loseCard(titled title: String) throws {
    let work = try #require(keptFolders.first)
    let about = try String(contentsOfFile: work + "/about", encoding: .utf8).split(separator: "\n")
    let windows = try DeviceWindows(
      root: path + "/windows", cluster: String(about[0]), coordinator: "own", user: String(about[1])
    )
    let files = try windows.open(try #require(try windows.list().first).name)
    let board = try #require(files.load().replica.board)
    var lost: CardID?
    for case .card(let card) in board.entities where card.title.value == title { lost = card.id }
    let card = try #require(lost)
    let entities = board.entities.filter { entity in
      switch entity {
      case .card(let other): other.id != card
      case .text(let other, _): other != card
      default: true
      }
    }
    try files.saveBoard(
      SavedBoard(
        board: board.board, sequence: board.sequence, entities: entities,
        ownThrough: board.ownThrough))
  }

  private var keptFolders: [String] { names(in: path + "/windows") }

  var keptBoards: Int {
    keptFolders.flatMap { names(in: $0 + "/windows") }.count { window in
      FileManager.default.fileExists(atPath: window + "/board")
    }
  }

  fileprivate var reports: Int {
    keptFolders.flatMap { names(in: $0 + "/reports") }.count { $0.hasSuffix(".txt") }
  }

  private func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { folder + "/" + $0 }
  }
}
