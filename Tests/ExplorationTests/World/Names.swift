import BoardModel
import Coordination

/// The names of the explored world. Nothing in it is random.
enum Names {
  static let board = BoardID(high: 0xB0, low: 1)
  static let column = ColumnID(high: 0xC0, low: 1)
  /// The session that both terminals know.
  static let session = SessionID(high: 0x5E, low: 0)
  static let maker = SessionID(high: 1, low: 1)
  static let ownersSession = SessionID(high: 1, low: 2)
  static let owner = Author(user: "olga", device: "device9")

  static let activity = Activity(.board, title: "")

  static func author(_ terminal: Int) -> Author {
    Author(user: "ann", device: "device\(terminal)")
  }

  /// Of a process: `life` counts how often the terminal was started.
  static func instance(_ terminal: Int, life: UInt8) -> InstanceID {
    InstanceID(high: 0x1A, low: UInt64(terminal) << 8 | UInt64(life))
  }

  /// Of a session that takes the place of one that a terminal lost.
  static func successor(_ terminal: Int, _ number: UInt8) -> (SessionID, InstanceID) {
    let low = UInt64(terminal) << 8 | UInt64(number)
    return (SessionID(high: 0x5F, low: low), InstanceID(high: 0x1B, low: low))
  }

  /// The card that the terminal's edit of that number makes: an edit is found by it, whatever its
  /// operation is called.
  static func card(_ terminal: Int, _ number: UInt8) -> CardID {
    CardID(high: 0xCA, low: UInt64(terminal) << 8 | UInt64(number))
  }

  /// Which edit made the card.
  static func edit(_ card: CardID) -> (terminal: Int, number: UInt8) {
    (Int(card.low >> 8), UInt8(truncatingIfNeeded: card.low))
  }

  /// The low twelve bits of a connection's number choose meaningless values on the wire, which are
  /// the same on all connections here.
  static func connection(_ number: UInt64) -> ConnectionID { ConnectionID(number << 12) }
}

/// Edits of one terminal, by their numbers.
struct EditSet: OptionSet, Hashable {
  let rawValue: UInt8

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(number: UInt8) {
    rawValue = 1 << number
  }
}
