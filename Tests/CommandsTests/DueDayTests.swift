import Testing

@testable import Commands

@Suite("Due dates")
struct DueDayTests {
  /// 2026-11-21, a Saturday.
  static let today: UInt32 = 20_778

  @Test(
    "A date is read as a person writes it",
    arguments: [
      ("2026-11-21", "2026-11-21"), ("today", "2026-11-21"), ("Tomorrow", "2026-11-22"),
      ("+0d", "2026-11-21"), ("+3d", "2026-11-24"), ("+2w", "2026-12-05"),
      ("sunday", "2026-11-22"), ("Fri", "2026-11-27"), ("saturday", "2026-11-28"),
      ("1970-01-01", "1970-01-01"), ("2000-02-29", "2000-02-29"), ("9999-12-31", "9999-12-31"),
      ("2024-12-31", "2024-12-31"), ("2100-03-01", "2100-03-01"),
    ])
  func reads(text: String, date: String) throws {
    let day = try #require(try DueDay(text, today: Self.today).day)
    #expect(DueDay.text(day) == date)
  }

  @Test("None takes the date away")
  func none() throws {
    #expect(try DueDay("none", today: Self.today).day == nil)
  }

  @Test(
    "What is no date is refused with what would be one",
    arguments: [
      "", "soon", "2026-13-01", "2026-02-30", "2025-02-29", "2100-02-29", "26-11-21", "2026-1-1",
      "+d", "+3", "3d", "-3d", "+99999999999d", "mo", "1969-12-31", "2026-11-21T10:00",
      "10000-01-01",
      "２０２６-11-21",
    ])
  func refuses(text: String) {
    let failure = #expect(throws: CommandFailure.self) {
      try DueDay(text, today: Self.today)
    }
    #expect(failure?.kind == .usage)
    #expect(failure?.description.contains("tomorrow") == true)
  }

  @Test("Every day of four hundred years is written and read as itself")
  func allDays() throws {
    for day in stride(from: UInt32(0), to: 146_097, by: 1) {
      let text = DueDay.text(day)
      #expect(try DueDay(text, today: 0).day == day)
    }
  }
}
