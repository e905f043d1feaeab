import BoardModel
import PageMap

@testable import OperationLog

/// What a report says is damaged.
struct NamedDamage {
  /// Tables, each by one name for it and what belongs to it.
  private(set) var parts: Set<Part> = []
  private(set) var boards: Set<BoardID> = []
  /// Rows of the log, by their numbers.
  private(set) var rows: Set<Int64> = []
  /// Sentences that name nothing.
  private(set) var nameless: [String] = []

  enum Part: Hashable, CaseIterable {
    case head, definitions, itself, boards, titles, members, users, holdings, devices, invitations
    case audit, windows, log, snapshots

    /// The part to which a table belongs.
    init?(table: String) {
      let part: Part? =
        switch table {
        case "sqlite_schema": .definitions
        case "meta": .itself
        case "boards": .boards
        case "titles": .titles
        case "members": .members
        case "users": .users
        case "holdings": .holdings
        case "devices": .devices
        case "invitations": .invitations
        case "audit": .audit
        case "sessions": .windows
        case "operations", "places": .log
        case "snapshots": .snapshots
        default: nil
        }
      guard let part else { return nil }
      self = part
    }

    /// The parts of which one has to be named: that of the byte's table, where it is one of how a table is
    /// defined also that, and the head of the file where it is of no table.
    static func all(_ place: PageMap.Place) -> Set<Part> {
      // Without the head SQLite cannot read what comes first.
      guard let tree = place.tree else { return [.head, .definitions] }
      let defined = place.records.count == 1 ? place.records.first?.values : nil
      let tables = [tree.table] + (tree.name == "sqlite_schema" ? [defined?[2].text ?? ""] : [])
      return Set(tables.compactMap(Part.init(table:)))
    }

    /// The words of which one is in a sentence about it.
    fileprivate var words: [String] {
      switch self {
      case .head:
        [
          "its format is", "its pages are not as they were made", "file is not a database",
          "the pages of the database",
        ]
      case .definitions:
        [
          "tables are defined", "tables are not defined", "malformed database schema",
        ]
      case .itself:
        ["the store itself", "the store knows of itself", "number of rows of the tables"]
      case .boards: ["known of boards", "what is listed of board ", "the list of boards"]
      case .titles: ["the title that is listed", "the titles of boards"]
      case .members: ["members of board"]
      case .users: ["known of users", "known of a user "]
      case .holdings: ["how much users hold", "how much a user holds"]
      case .devices: ["known of devices", "known of a device "]
      case .invitations: ["known of invitations", "known of an invitation "]
      case .audit: ["(boardd audit)"]
      case .windows: ["known of windows", "known of a window "]
      case .log:
        [
          "the log", "edits ", "up to edit ", "does not have all of its",
          "rows are not where the index has them", "what was done on board ",
        ]
      case .snapshots:
        ["a snapshot of board ", "the snapshots of boards", "which snapshots board "]
      }
    }
  }

  /// - Parameter known: all boards of the store.
  init(_ faults: [String], among known: [BoardID]) {
    for fault in faults {
      let named = Part.allCases.filter { $0.words.contains { fault.contains($0) } }
      if named.isEmpty { nameless.append(fault) }
      parts.formUnion(named)
      if let row = fault.firstMatch(of: /^row (\d+) of the log/) { rows.insert(Int64(row.1) ?? 0) }
      for board in known
      where fault.contains("\(board)") || fault.contains("\"board \(board.low)\"") {
        boards.insert(board)
      }
    }
  }
}
