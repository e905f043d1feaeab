import Foundation

/// Rows as people read them: one for each attack, and beneath it what is not as it should be.
enum Table {
  private static let head = [
    "attack", "a second", "", "quiet p99", "ack p50", "p99", "worst", "arrive p50", "p99", "worst",
    "open p50",
    "p99", "worst", "lost", "MB before", "most", "after", "fds", "most", "after", "normal",
    "boardd", "honest", "attackers", "turn", "load",
  ]

  static func text(_ rows: [Row]) -> String {
    let lines = [head] + rows.map(cells)
    let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    var text: [String] = []
    for (index, line) in lines.enumerated() {
      text.append(
        line.indices.map { column in
          let space = String(repeating: " ", count: widths[column] - line[column].count)
          return column == 0 || column == 2 ? line[column] + space : space + line[column]
        }.joined(separator: "  "))
      if index > 0 { text += notes(on: rows[index - 1].report) }
      if index > 0 { text += rows[index - 1].faults.map { "  ! " + $0 } }
    }
    return text.joined(separator: "\n")
  }

  /// What the attackers were told most, and what else they did.
  private static func notes(on report: AttackReport) -> [String] {
    let errors = report.errors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
    let facts = report.facts.sorted { $0.key < $1.key }
    let notes =
      facts.map { "\($0.value) \($0.key)" } + errors.map { "ERROR \($0.key) \($0.value) times" }
    return notes.isEmpty ? [] : ["  " + notes.joined(separator: ", ")]
  }

  private static func cells(_ row: Row) -> [String] {
    func spread(_ spread: Spread) -> [String] {
      [spread.median, spread.p99, spread.worst].map { number($0) }
    }
    func held(_ held: Row.Held) -> [String] {
      [held.before, held.most, held.after].map { String(format: "%.0f", $0) }
    }
    func share(_ share: Double) -> String { String(format: "%.0f %%", share * 100) }
    return [
      row.attack, number(row.report.rate), row.unit, number(row.before.acknowledgement.p99),
    ]
      + spread(row.during.acknowledgement) + spread(row.during.arrival)
      + spread(row.during.opening) + ["\(row.lost.count + row.refused.count)"]
      + held(row.memory) + held(row.descriptors)
      + [
        row.normalAfter.map { String(format: "%.0f s", $0) } ?? "never", share(row.coordinator),
        share(row.honest), share(row.report.processor), row.longestTurn.map { number($0) } ?? "-",
        number(row.load),
      ]
  }

  private static func number(_ value: Double) -> String {
    String(format: value >= 100 ? "%.0f" : value >= 1 ? "%.1f" : "%.2f", value)
  }
}
