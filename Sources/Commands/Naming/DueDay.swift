import BoardModel
import Glibc
import Wording

/// The day on which a card is due, as a person writes it.
struct DueDay: Hashable, Sendable {
  /// The day, in days since 1970-01-01; nil takes the date away.
  let day: UInt32?

  init(_ text: String) throws(CommandFailure) { try self.init(text, today: DueDay.today) }

  init(_ text: String, today: UInt32) throws(CommandFailure) {
    switch TypedDay(text, today: CalendarDay(Int(today))) {
    case .day(let found): day = UInt32(found.number)
    case TypedDay.none?: day = nil
    case nil:
      throw CommandFailure(
        .usage, "\(Naming.quoted(text)) is no date: write \(TypedDay.forms)")
    }
  }

  /// The date of a day, as in `2026-11-25`.
  static func text(_ day: UInt32) -> String { CalendarDay(Int(day))?.text ?? String(day) }

  /// Today's date in local time, in days since 1970-01-01.
  static var today: UInt32 {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    let day = CalendarDay(
      year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return UInt32(day?.number ?? 0)
  }
}
