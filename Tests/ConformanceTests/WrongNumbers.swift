@testable import BoardModel
import Wire

// Coordinators that number cards otherwise.
extension Wrong {
  static let numbers: [Wrong] = [
    Wrong("numbers cards from 2 on", "edits/card-numbers", "the card's number is 2, expected 1") {
      .changing(Snapshot.self) { snapshot in
        Snapshot(
          sequence: snapshot.sequence, cursor: snapshot.cursor, total: snapshot.total,
          entities: snapshot.entities.map(\.numberedHigher))
      }
    }
  ]
}

extension Entity {
  /// A card with the number of the next one.
  fileprivate var numberedHigher: Entity {
    guard case .card(let card) = self else { return self }
    return .card(
      Card(
        id: card.id, number: card.number + 1, created: card.created, title: card.title,
        body: card.body, bodyStamp: card.bodyStamp, column: card.column, archived: card.archived))
  }
}
