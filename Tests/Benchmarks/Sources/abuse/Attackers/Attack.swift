import BoardModel
import LoadParts

/// Attackers of one kind.
protocol Attack: AnyObject {
  var tally: Tally { get }
  /// Whether they have more to send than the coordinator takes, and need not wait to be answered.
  var isBusy: Bool { get }

  /// Comes to the coordinator, again after each time that it failed.
  func step() throws
}

/// What attackers did.
final class Tally {
  var count = 0.0
  var connections = 0
  var disconnections = 0
  var errors: [String: Int] = [:]
  /// What else is to be known of the attack, by its words.
  var facts: [String: Int] = [:]
}

/// What attackers know: where the coordinator is, who they are, and where they come from.
final class Field {
  let loop: Loop
  let order: AttackOrder
  let devices: [Credentials]
  let boards: [BoardID]
  private var address: UInt32 = 0
  /// The addresses that attackers come from: some hundreds, as of a rented network of machines.
  private static let addresses: UInt32 = 1_000
  private static let firstAddress: UInt32 = 2 << 16

  init(_ order: AttackOrder, _ loop: Loop) throws {
    (self.order, self.loop) = (order, loop)
    devices = try order.identities.map { try Credentials(folder: $0, application: "board/1") }
    boards = order.boards.map { BoardID(high: $0.high, low: $0.low) }
  }

  /// The board that the connection of this index attaches to.
  func board(_ index: Int) -> BoardID { boards[index % boards.count] }

  func nextAddress() -> Loopback {
    address = (address + 1) % Field.addresses
    return Loopback(Field.firstAddress + address / 250 << 8 + address % 250 + 1)
  }
}
