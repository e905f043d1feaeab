import BoardModel

// What others did to the places of this window's edits.
extension WindowModel {
  /// What the coordinator ordered. What took the place of an edit is told with the board, which keeps
  /// a receipt of it.
  /// - Parameter time: the coordinator's, in milliseconds since 1970.
  mutating func committed(_ operations: [CommittedOperation], at time: UInt64) {
    wall.set(time, at: now)
    for committed in operations where committed.operation.id.session != session {
      tellOfDeletedColumn(committed, at: time)
    }
  }

  /// Who brought a card into a column that somebody deleted meanwhile, without having seen it, learns
  /// where it lies: its place was nobody's to displace.
  private mutating func tellOfDeletedColumn(_ committed: CommittedOperation, at time: UInt64) {
    guard case .columnDelete(let column, _, let disposition) = committed.operation.intent,
      case .applied(_, let notes) = committed.outcome
    else { return }
    for case .keptUnseen(let card) in notes where edits.hasPlaced(card, in: column) {
      var place = "“Unsorted”"
      if case .move(let target) = disposition, !notes.contains(.inUnsorted(card)) {
        place = name(of: target)
      }
      report(
        "\(committed.author.user) deleted the column \(name(of: column)) "
          + "\(WindowModel.age(of: committed.time, at: time)); \(name(of: card)), which you had put "
          + "there, lies in \(place).", .loss)
    }
  }

  /// How long ago something was, in words.
  /// - Parameters: both in milliseconds of one clock.
  static func age(of time: UInt64, at now: UInt64) -> String {
    let minutes = (now > time ? now - time : 0) / 60_000
    switch minutes {
    case 0: return "just now"
    case 1..<60: return "\(minutes) min ago"
    case 60..<(48 * 60): return "\(minutes / 60) h ago"
    default: return "\(minutes / (24 * 60)) days ago"
    }
  }
}
