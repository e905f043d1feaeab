import Testing
import WindowSync
import Wording

@testable import Commands

@Suite("Times that have passed")
struct PastTimeTests {
  /// 2026-11-21T10:00:00Z
  private static let now: UInt64 = 1_795_255_200_000

  /// Two hours east of UTC, all year.
  private static func read(_ text: String) throws(CommandFailure) -> UInt64 {
    let time = try PastTime(text, now: now, local: { $0.secondsInUTC - 7_200 })
    try time.needPast()
    return time.milliseconds
  }

  @Test(
    "A time is read in this place's time, with an offset, in UTC, or as a span that has passed",
    arguments: [
      ("2026-11-21T09:55:19.042Z", 1_795_254_919_042), ("2026-11-21T09:55:19Z", 1_795_254_919_000),
      ("2026-11-21T09:55Z", 1_795_254_900_000), ("2026-11-21T09:55 Z", 1_795_254_900_000),
      ("2026-11-21 11:55:19.042 +0200", 1_795_254_919_042),
      ("2026-11-21 04:25:19 -0530", 1_795_254_919_000), ("2026-11-21 09:55Z", 1_795_254_900_000),
      ("2026-11-21T11:55", 1_795_254_900_000), ("2026-11-21T11:55+02:00", 1_795_254_900_000),
      ("2026-11-21T04:25-0530", 1_795_254_900_000), ("2026-11-21", 1_795_212_000_000),
      ("2024-02-29T00:00Z", 1_709_164_800_000), ("10m", 1_795_254_600_000),
      ("90s", 1_795_255_110_000), ("2h", 1_795_248_000_000), ("1d", 1_795_168_800_000),
      ("99999999999999d", 0),
    ] as [(String, UInt64)])
  func times(_ text: String, expected: UInt64) throws {
    #expect(try Self.read(text) == expected)
  }

  @Test(
    "What is no time, or none that has passed, is a usage error that says what to write",
    arguments: [
      "", "yesterday", "10", "m", "-5m", "10 m", "2026", "2026-13-01", "2026-02-30",
      "2025-02-29T00:00Z", "2026-11-21T", "2026-11-21T24:00", "2026-11-21T09:60", "2026-11-21T9:55",
      "2026-11-21T09:55:61", "2026-11-21T09:55:19.", "2026-11-21T09:55  Z", "2026-11-21T09:55 ",
      "2026-11-21T09:55+2",
      "1969-12-31T00:00Z", "2026-11-21T10:01Z", "2999-01-01",
    ])
  func refused(_ text: String) {
    let failure = #expect(throws: CommandFailure.self) { try Self.read(text) }
    #expect(failure?.kind == .usage)
    #expect(failure?.description.contains(text) == true)
  }

  @Test("Days are counted as Timestamp writes them")
  func days() {
    for day: UInt64 in stride(from: 0, to: 40_000, by: 37) {
      let milliseconds = day * 86_400_000 + 3_723_004
      var text = Timestamp.text(milliseconds).dropLast()
      let time = CivilTime(&text)
      #expect(time.map { UInt64($0.secondsInUTC) * 1_000 + $0.milliseconds } == milliseconds)
      #expect(text.isEmpty)
    }
  }
}
