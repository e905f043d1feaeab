import Foundation
import Histogram
import LoadParts

/// Thirty people's day in a minute: each makes a hundred edits and opens the board twenty times. A
/// longer run has one such day after the other, and tells what the service's memory does meanwhile.
enum Day {
  private static let people = 30
  private static let edits = 100
  private static let openings = 20
  private static let length = 60.0

  static func run(_ service: any Service, seconds: Double, _ loop: Loop) throws -> [Figure] {
    let place = try service.makePlace(cards: 2_000, loop)
    let windows = try (0..<people).map {
      try service.writer($0, of: place, follows: true, loop)
    }
    defer { for window in windows { window.drop() } }
    try loop.run("thirty people coming") { windows.allSatisfy(\.isReady) }
    var answers = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
    var joins = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
    var asked = [[UInt64]](repeating: [], count: people)
    for (index, window) in windows.enumerated() {
      window.whenCompleted = { answers.record(Loop.now - asked[index].removeFirst()) }
    }
    var coming: [(began: UInt64, client: any Client)] = []
    let days = seconds / length
    let edits = Int(Double(people * Self.edits) * days)
    let openings = Int(Double(people * Self.openings) * days)
    let meter = Meter(service)
    var drift = service.process.map { Drift(of: $0, over: seconds) }
    let start = Loop.now
    func time(_ number: Int, of count: Int) -> UInt64 {
      start + UInt64(Double(number) / Double(count) * seconds * 1e9)
    }
    var (edited, opened, failures) = (0, 0, 0)
    while edited < edits || opened < openings || !coming.isEmpty {
      let (nextEdit, nextOpening) = (time(edited, of: edits), time(opened, of: openings))
      if edited < edits, Loop.now >= nextEdit {
        let person = edited * 7 % people
        asked[person].append(nextEdit)
        windows[person].edit()
        edited += 1
      }
      if opened < openings, Loop.now >= nextOpening {
        // The windows of one day are opened again on the next.
        let window = opened % (people * Self.openings)
        let client = try service.visitor(window, of: place, loop)
        // One that fails is no reason to lose the figures of an hour.
        client.link.whenFailed = { [unowned client] error in
          failures += 1
          FileHandle.standardError.write(Data("day: an opening failed: \(error)\n".utf8))
          coming.removeAll { $0.client === client }
        }
        coming.append((nextOpening, client))
        opened += 1
      }
      let next = min(
        edited < edits ? time(edited, of: edits) : .max,
        opened < openings ? time(opened, of: openings) : .max)
      try loop.step(until: min(next, Loop.now + 10_000_000))
      for (began, client) in coming where client.isReady {
        joins.record(Loop.now - began)
        client.drop()
      }
      coming.removeAll { $0.client.isReady }
      drift?.sample()
    }
    try loop.run("the day's end") { answers.totalCount == UInt64(edits) }
    func figure(_ name: String, _ value: UInt64) -> Figure {
      meter.figure("day: " + name, "ms", more: false, Double(value) / 1e6)
    }
    return [
      figure("edit p50", answers.valueAtPercentile(50)),
      figure("edit p99", answers.valueAtPercentile(99)), figure("edit worst", answers.max),
      figure("opened p50", joins.valueAtPercentile(50)),
      figure("opened p99", joins.valueAtPercentile(99)),
      Figure(
        name: "day: openings failed", unit: "", more: false, value: Double(failures)),
    ] + (drift?.figures(prefix: "day: ", edits: edits) ?? [])
  }
}
