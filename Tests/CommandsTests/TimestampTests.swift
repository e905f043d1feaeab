import Testing
import WindowSync

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
      Timestamp.short(milliseconds) == "\(expected.prefix(10)) \(expected.dropFirst(11).prefix(5))")
  }
}
