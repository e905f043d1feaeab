import BoardModel
import Wording

// This part reports what others' operations did to the places of this window's edits, and to its
// person's role.
extension WindowModel {
  /// Takes operations that the coordinator committed. An edit that was displaced is not reported
  /// here but with the board, which keeps a receipt of it.
  /// - Parameter time: the coordinator's time, in milliseconds since 1970.
  mutating func committed(_ operations: [CommittedOperation], at time: UInt64) {
    set(time)
    for committed in operations where !isOwn(committed.stamp) {
      tellOfDeletedColumn(committed, at: time)
      tellRole(committed)
    }
  }

  /// Tells a person who put a card into a column where it lies, if somebody else deleted the column
  /// without having seen the card. There is no receipt of that: its place displaced no value.
  private mutating func tellOfDeletedColumn(_ committed: CommittedOperation, at time: UInt64) {
    guard case .columnDelete(let column, _, let disposition) = committed.operation?.intent,
      case .applied(_, let notes) = committed.outcome
    else { return }
    for case .keptUnseen(let card) in notes where edits.hasPlaced(card, in: column) {
      var place = "“Unsorted”"
      if case .move(let target) = disposition, !notes.contains(.inUnsorted(card)) {
        place = words.column(target)
      }
      report(
        "\(committed.author.user) deleted \(words.theColumn(column)) "
          + "\(ModelClock.age(of: committed.time, at: time)); \(words.card(card)), which you had put "
          + "there, lies in \(place).", .loss)
    }
  }
}
