import Foundation
import LoadParts

/// One figure of a run, of one service.
struct Figure {
  let name: String
  let unit: String
  /// Whether more is better.
  let more: Bool
  let value: Double
  /// The part of one processor that the service and this program used meanwhile.
  var service: Double?
  var load: Double?
}

/// Notes what the processors do while something is measured.
struct Meter {
  private let began = Loop.now
  private let own = Loop.processorSeconds
  private let served: Double
  private let process: ServedProcess?

  init(_ service: any Service) {
    process = service.process
    served = process?.processorSeconds ?? 0
  }

  var seconds: Double { Double(Loop.now - began) / 1e9 }

  func figure(_ name: String, _ unit: String, more: Bool, _ value: Double) -> Figure {
    let seconds = seconds
    return Figure(
      name: name, unit: unit, more: more, value: value,
      service: process.map { ($0.processorSeconds - served) / seconds },
      load: (Loop.processorSeconds - own) / seconds)
  }
}

/// The figures of all rounds, by name.
struct Report {
  private struct Row {
    let figure: Figure
    var board: [Figure] = []
    var redis: [Figure] = []
  }

  private var order: [String] = []
  private var rows: [String: Row] = [:]

  mutating func add(_ figure: Figure, of service: String) {
    if rows[figure.name] == nil {
      order.append(figure.name)
      rows[figure.name] = Row(figure: figure)
    }
    if service == "board" {
      rows[figure.name]?.board.append(figure)
    } else {
      rows[figure.name]?.redis.append(figure)
    }
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  private static func text(_ value: Double?) -> String {
    guard let value else { return "-" }
    if value >= 100 { return String(format: "%.0f", value) }
    return String(format: value >= 1 ? "%.2f" : "%.3f", value)
  }

  private static func share(_ figures: [Figure], _ part: (Figure) -> Double?) -> String {
    median(figures.compactMap(part)).map { String(format: "%.0f %%", $0 * 100) } ?? "-"
  }

  /// The ratios of the rounds: each round's figures were measured one after the other.
  private static func ratio(_ row: Row) -> Double? {
    median(zip(row.board, row.redis).map { $0.value / $1.value })
  }

  var table: String {
    let head = ["", "unit", "board", "redis", "ratio", "boardd", "redis", "load", "load, redis"]
    let lines = order.compactMap { rows[$0] }.map { row in
      [
        row.figure.name, row.figure.unit, Self.text(Self.median(row.board.map(\.value))),
        Self.text(Self.median(row.redis.map(\.value))), Self.text(Self.ratio(row)),
        Self.share(row.board, \.service), Self.share(row.redis, \.service),
        Self.share(row.board, \.load), Self.share(row.redis, \.load),
      ]
    }
    let widths = head.indices.map { column in
      ([head] + lines).map { $0[column].count }.max() ?? 0
    }
    return ([head] + lines).map { line in
      line.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - line[column].count)
        return column < 2 ? line[column] + space : space + line[column]
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  func json() throws -> Data {
    let list: [[String: Any]] = order.compactMap { rows[$0] }.map { row in
      var object: [String: Any] = [
        "name": row.figure.name, "unit": row.figure.unit, "more_is_better": row.figure.more,
        "board": row.board.map(\.value), "redis": row.redis.map(\.value),
        "board_processor": row.board.compactMap(\.service),
        "redis_processor": row.redis.compactMap(\.service),
        "load_processor": (row.board + row.redis).compactMap(\.load),
      ]
      object["ratio"] = Self.ratio(row)
      return object
    }
    return try JSONSerialization.data(
      withJSONObject: list, options: [.prettyPrinted, .sortedKeys])
  }
}
