import Foundation
import Testing

@Suite("What an operator is told of a running coordinator")
struct StatusTests {
  private struct Status: Decodable {
    struct Measure: Decodable {
      let name: String
      let count: Int
      let most: Int
    }

    let connections: Int
    let boards: Int
    let measures: [Measure]
  }

  @Test("A running coordinator says what it does, as a table and as one JSON object")
  func running() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let json = try BoarddCommand.run("status", "--data", boardd.folder.path, "--json")
    #expect(json.status == 0, "\(json)")
    #expect(json.output.split(separator: "\n").count == 1)
    let status = try JSONDecoder().decode(Status.self, from: Data(json.output.utf8))
    #expect(status.connections == 0)
    #expect(status.boards == 0)
    let turns = try #require(status.measures.first { $0.name == "events per turn" })
    #expect(turns.count >= 1)
    #expect(turns.most >= 1)
    let table = try BoarddCommand.run("status", "--data", boardd.folder.path)
    #expect(table.status == 0, "\(table)")
    let lines = table.output.split(separator: "\n")
    #expect(lines.first?.contains("0 connections, 0 windows, 0 boards") == true, "\(table.output)")
    #expect(lines.count == 2 + status.measures.count)
    for measure in status.measures {
      #expect(lines.contains { $0.hasPrefix(measure.name) }, "\(measure.name)")
    }
  }

  @Test("Where no coordinator runs that is said, and nothing is made")
  func stopped() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    #expect(boardd.stop() == 0)
    let ending = try BoarddCommand.run("status", "--data", boardd.folder.path)
    #expect(ending.status == 1)
    #expect(ending.output == "")
    #expect(
      ending.errors.hasPrefix("boardd: no coordinator runs with the folder \(boardd.folder.path)"),
      "\(ending.errors)")
    let nowhere = boardd.folder.path + "/nowhere"
    let missing = try BoarddCommand.run("status", "--data", nowhere)
    #expect(missing.status == 1)
    #expect(missing.errors.contains("there is no folder \(nowhere)"), "\(missing.errors)")
    #expect(!FileManager.default.fileExists(atPath: nowhere))
  }
}
