import GRDB

/// What SQLite finds wrong with the pages of the store. It tells pages and cells by their numbers, so
/// each table is looked at alone then, and what is found is said of that.
enum PageCheck {
  /// - Parameter pragma: `quick_check` or `integrity_check`.
  static func run(_ db: Database, _ pragma: String, _ report: inout IntegrityReport) {
    let whole = faults(db, pragma, "\(IntegrityReport.faultLimit)")
    guard !whole.isEmpty else { return }
    var isNamed = false
    for (table, title) in tables {
      for fault in faults(db, pragma, table) {
        report.add("\(title): \(fault)")
        isNamed = true
      }
    }
    // What is of no single table: pages that two have, or none.
    if !isNamed { for fault in whole { report.add("the pages of the database: \(fault)") } }
  }

  private static func faults(_ db: Database, _ pragma: String, _ argument: String) -> [String] {
    do {
      return try String.fetchAll(db, sql: "PRAGMA \(pragma)(\(argument))").filter { $0 != "ok" }.map
      {
        $0.replacing("*** in database main ***\n", with: "").replacing("\n", with: ", ")
      }
    } catch {
      return [(error as? DatabaseError)?.message ?? String(describing: error)]
    }
  }

  /// All tables, and what a person calls what is in them.
  private static let tables: [(name: String, title: String)] =
    [
      ("sqlite_schema", "how the tables are defined"), ("titles", "the titles of boards"),
      ("operations", "the log"), ("places", "the index of the log"),
      ("snapshots", "the snapshots of boards"),
    ] + Inventory.Table.allCases.map { ($0.rawValue, "what is known of \($0.title)") }
}

/// Has an error of SQLite's say what it is that could not be read: its own words do not.
func reading<Value>(_ what: String, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as DatabaseError
    where [.SQLITE_CORRUPT, .SQLITE_ERROR].contains(error.resultCode)
  {
    throw DatabaseError(
      resultCode: error.extendedResultCode,
      message: "\(what) cannot be read: \(error.message ?? "\(error.resultCode)")")
  }
}
