import Testing
import WindowSync
import Wording

@testable import Commands

@Suite("Moments as text")
struct TimestampTests {
  @Test(
    "A moment is the same day and time as in any calendar",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
      (4_107_542_400_001, "2100-03-01T00:00:00.001Z"),
      (1_795_254_919_042, "2026-11-21T09:55:19.042Z"),
    ] as [(UInt64, String)])
  func text(milliseconds: UInt64, expected: String) {
    #expect(Timestamp.text(milliseconds) == expected)
    #expect(
      Timestamp.local(milliseconds, ahead: 0)
        == "\(expected.prefix(10)) \(expected.dropFirst(11).dropLast()) +0000")
  }

  /// Zones as they are and were: by the hour, the half and the quarter of one, with a summer time
  /// of an hour and of half of one, on both sides of UTC.
  private static let zones: [(name: String, winter: Int, summer: Int)] = [
    ("UTC", 0, 0), ("Berlin", 3_600, 7_200), ("Kolkata", 19_800, 19_800),
    ("St. John's", -12_600, -9_000), ("Lord Howe", 37_800, 39_600), ("Chatham", 45_900, 49_500),
    ("Apia", -39_600, 50_400), ("Monrovia", -2_670, -2_670),
  ]

  @Test(
    "A time that is printed is read as the same moment, also in an hour that comes twice",
    arguments: zones.map(\.name))
  func roundTrip(_ name: String) throws {
    let zone = try #require(Self.zones.first { $0.name == name })
    // 2026-03-29T01:00Z and 2026-10-25T01:00Z.
    let (begin, end): (UInt64, UInt64) = (1_774_746_000_000, 1_792_890_000_000)
    let place = LocalZone(from: 946_684_800_000, to: 2_524_608_000_000) { time in
      begin <= time && time < end ? zone.summer : zone.winter
    }
    var printed: Set<String> = []
    let around: [UInt64] = [0, 1, 951_782_399_999, begin, end].flatMap { moment in
      [0, 1, 59_999, 60_000, 1_799_999, 1_800_000, 3_599_999, 3_600_000, 7_200_000].flatMap {
        [moment + $0, moment - min(moment, $0)]
      }
    }
    for time in Set(around) {
      let text = place.text(time)
      #expect(printed.insert(text).inserted, "\(text)")
      let read = try PastTime(text, now: .max, local: { _ in nil })
      #expect(read.milliseconds == time, "\(text)")
    }
    #expect(place.ahead(at: begin - 1) == zone.winter)
    #expect(place.ahead(at: begin) == zone.summer)
    #expect(place.ahead(at: end - 1) == zone.summer)
    #expect(place.ahead(at: end) == zone.winter)
  }

  @Test("An offset is written in hours and minutes, before and behind UTC")
  func offsets() {
    let moment: UInt64 = 1_795_254_919_042
    for (ahead, expected) in [
      (0, "2026-11-21 09:55:19.042 +0000"), (3_600, "2026-11-21 10:55:19.042 +0100"),
      (19_800, "2026-11-21 15:25:19.042 +0530"), (-12_600, "2026-11-21 06:25:19.042 -0330"),
      (49_500, "2026-11-21 23:40:19.042 +1345"), (-39_600, "2026-11-20 22:55:19.042 -1100"),
    ] {
      #expect(Timestamp.local(moment, ahead: ahead) == expected)
    }
  }
}
