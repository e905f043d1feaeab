import Foundation
import Testing

@testable import BoardModel

/// Every row of "Conflicts at a glance", in each order of arrival.
@Suite("Conflicts at a glance")
struct ConflictRowTests {
  /// Decided by the coordinator before `apply`; of many windows with a story each, in
  /// `CompactionTests`; of an edit that gave way before, in `OwnWindowsTests`.
  private static let elsewhere: Set = [
    "sent again", "text against compaction", "one's own proposal, and an edit in another window",
  ]

  @Test(
    "Two edits come to what their row says, whichever arrives first", arguments: ConflictRow.all)
  func rows(_ row: ConflictRow) throws {
    try expect(row, row.ann, .ann, row.ben, .ben, row.annFirst)
    try expect(row, row.ben, .ben, row.ann, .ann, row.benFirst)
  }

  private func expect(
    _ row: ConflictRow, _ first: ConflictRow.Edit, _ firstEditor: Editor,
    _ second: ConflictRow.Edit, _ secondEditor: Editor, _ expected: ConflictRow.Expectation
  ) throws {
    var bench = ConflictBench()
    let comment = "\(row.pair), \(firstEditor.author.user) first"
    let before = bench.commit(first, by: firstEditor)
    #expect(["applied", "inUnsorted", "displaces"].contains(before.words), "\(comment): \(before)")
    let outcome = bench.commit(second, by: secondEditor)
    #expect(outcome.words == expected.outcome, "\(comment): \(outcome)")
    #expect(row.shows(bench.bench.board) == expected.board, "\(comment)")
    expectReceipts(of: outcome, bench, first.editor ?? firstEditor, second.editor ?? secondEditor)
  }

  /// Whoever gave way is told.
  private func expectReceipts(
    of outcome: Outcome, _ bench: ConflictBench, _ first: Editor, _ second: Editor
  ) {
    let log = bench.bench.log
    let (loser, edit): (Editor, OperationID)
    switch outcome {
    case .applied(let displaced, _) where displaced.contains(log[log.count - 2].id):
      (loser, edit) = (first, log[log.count - 2].id)
    case .superseded, .rejected: (loser, edit) = (second, bench.bench.lastID)
    case .applied, .merged: return
    }
    switch bench.bench.lastMade?.intent {
    case .undo, .settle: if outcome.isRejected { return }
    default: break
    }
    let receipts = bench.bench.board.receipts(of: loser.author.user)
    #expect(receipts.contains { $0.mine == edit }, "\(outcome) without a receipt")
  }

  @Test("The rows are those of the protocol, which names the statements of each")
  func document() throws {
    let protocolText = try specification()
    let begin = try #require(protocolText.range(of: "### Conflicts at a glance"))
    let end = try #require(
      protocolText.range(of: "\n## ", range: begin.upperBound..<protocolText.endIndex))
    let rows = protocolText[begin.upperBound..<end.lowerBound].split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst()
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(Set(rows.map { $0[0] }) == Set(ConflictRow.all.map(\.pair)).union(Self.elsewhere))
    for row in rows {
      let statements = row[2].split(separator: ", ")
      #expect(!statements.isEmpty, "\(row[0])")
      for statement in statements {
        #expect(protocolText.contains("**[\(statement)]**"), "\(row[0]): \(statement)")
      }
    }
  }
}

/// SPEC.md.
func specification() throws -> String {
  let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Protocol/SPEC.md")
  return try String(contentsOf: file, encoding: .utf8)
}
