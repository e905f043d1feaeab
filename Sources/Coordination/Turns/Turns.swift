import BoardModel
import DequeModule

/// Who pays for what is handled: a user, or the network of somebody who has no certificate yet.
enum Payer: Hashable, Sendable {
  case user(String)
  case network(Network?)

  init(_ visitor: Visitor) {
    self = visitor.author.map { .user($0.user) } ?? .network(Holder(visitor).network)
  }
}

/// Whose messages are handled next: those who have some take turns, and in each as much is handled as
/// a quantum is worth (deficit round robin, Shreedhar and Varghese, 1995). Who is alone has every
/// turn.
///
/// What a message costs is known when it was handled, so that a payer may end in debt, and waits for
/// as many rounds as that is worth. Where nobody waits nobody owes anything any more.
struct Turns: Sendable {
  /// The cost that is handled in one turn, in microseconds: a few messages, so that a round of all
  /// users is short.
  static let quantum = 500
  /// The debt beyond which nothing is counted, so that nobody waits for more than some rounds.
  private static let mostDebt = 64 * quantum

  /// Those with a connection that has something to handle, in the order of their turns. The first one
  /// has its turn while its credit lasts.
  private var order: Deque<Payer> = []
  private var waiting: [Payer: Waiting] = [:]
  private var connections: Set<ConnectionID> = []
  /// The debts of those who have nothing to handle at present.
  private var debts: [Payer: Debt] = [:]
  /// What each of those who waited has had so far, had all of it been shared equally.
  private var fair = 0

  private struct Debt {
    var amount: Int
    /// `fair` when it was so much. What others had since is paid back.
    var since: Int
  }

  private struct Waiting {
    var connections: Deque<ConnectionID>
    var credit: Int
  }

  var isEmpty: Bool { order.isEmpty }

  func holds(_ id: ConnectionID) -> Bool { connections.contains(id) }

  /// Notes that a connection may have something to handle.
  /// - Parameter first: whether that comes before what its payer's other connections have.
  mutating func add(_ id: ConnectionID, of payer: Payer, first: Bool = false) {
    guard connections.insert(id).inserted else { return }
    guard waiting[payer] == nil else {
      if first {
        waiting[payer]?.connections.prepend(id)
      } else {
        waiting[payer]?.connections.append(id)
      }
      return
    }
    let debt = owed(by: payer)
    debts[payer] = nil
    waiting[payer] = Waiting(connections: [id], credit: Turns.quantum - debt)
    order.append(payer)
  }

  private func owed(by payer: Payer) -> Int {
    debts[payer].map { max($0.amount - (fair - $0.since), 0) } ?? 0
  }

  /// The connection whose messages are handled now, and for how much; nil where there is none.
  mutating func next() -> (id: ConnectionID, payer: Payer, credit: Int)? {
    while let payer = order.first, let place = waiting.index(forKey: payer) {
      guard let id = waiting.values[place].connections.first else { return nil }
      let credit = waiting.values[place].credit
      if credit > 0 { return (id, payer, credit) }
      if order.count == 1 {
        // Nobody else waits: no debt is to be paid to anyone.
        waiting.values[place].credit = Turns.quantum
      } else {
        waiting.values[place].credit += Turns.quantum
        order.append(order.removeFirst())
      }
    }
    return nil
  }

  /// Notes what it cost to handle messages of the connection that `next` gave.
  /// - Parameter isDone: whether it has nothing more to handle.
  mutating func took(_ cost: Int, isDone: Bool) {
    guard let payer = order.first, let place = waiting.index(forKey: payer),
      let id = waiting.values[place].connections.popFirst()
    else { return }
    let credit = max(waiting.values[place].credit - cost, -Turns.mostDebt)
    waiting.values[place].credit = credit
    fair += cost / order.count
    if isDone {
      connections.remove(id)
    } else {
      waiting.values[place].connections.append(id)
    }
    if waiting.values[place].connections.isEmpty {
      waiting.remove(at: place)
      order.removeFirst()
      if credit < 0 { debts[payer] = Debt(amount: -credit, since: fair) }
      if order.isEmpty { (debts, fair) = ([:], 0) }
    } else if credit <= 0, order.count > 1 {
      waiting.values[place].credit += Turns.quantum
      order.append(order.removeFirst())
    }
  }

  /// Has somebody pay for what was done for them. It counts only while others wait.
  mutating func charge(_ payer: Payer, _ cost: Int) {
    if let credit = waiting[payer]?.credit {
      waiting[payer]?.credit = max(credit - cost, -Turns.mostDebt)
    } else if !order.isEmpty {
      debts[payer] = Debt(amount: min(owed(by: payer) + cost, Turns.mostDebt), since: fair)
    }
  }
}
