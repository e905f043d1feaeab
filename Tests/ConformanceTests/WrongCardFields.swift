@testable import BoardModel
import Wire

// Coordinators that keep other rules for what a card has.
extension Wrong {
  static let cardFields: [Wrong] = [
    Wrong(
      "takes any number for a priority", "cards/priority", "the outcome of priority 5 is"
    ) {
      .changing(OutcomeMessage.self) { message in
        guard case .rejected(.valueOutOfRange) = message.stored.outcome else { return message }
        return OutcomeMessage(
          stored: StoredOutcome(
            counter: message.stored.counter, sequence: message.stored.sequence,
            time: message.stored.time, outcome: .applied))
      }
    },
    Wrong("adds cards at the end only", "cards/at-the-top", "the cards of the column is") {
      .changing(Snapshot.self) { snapshot in
        let cards = snapshot.entities.filter { if case .card = $0 { true } else { false } }
        var reversed = Array(cards.reversed())
        return Snapshot(
          sequence: snapshot.sequence, cursor: snapshot.cursor, total: snapshot.total,
          entities: snapshot.entities.map { entity in
            if case .card = entity { reversed.removeFirst() } else { entity }
          })
      }
    },
    Wrong(
      "lets a card block itself", "cards/blocked-by",
      "the outcome of the card itself as blocker is"
    ) {
      .changing(OutcomeMessage.self) { message in
        guard case .rejected(.blocksItself) = message.stored.outcome else { return message }
        return OutcomeMessage(
          stored: StoredOutcome(
            counter: message.stored.counter, sequence: message.stored.sequence,
            time: message.stored.time, outcome: .applied))
      }
    },
    Wrong("takes as many items as come", "cards/bounds", "the outcome of 201 items is") {
      .changing(OutcomeMessage.self) { message in
        guard case .rejected(.batchItem(_, .limitReached(.items))) = message.stored.outcome else {
          return message
        }
        return OutcomeMessage(
          stored: StoredOutcome(
            counter: message.stored.counter, sequence: message.stored.sequence,
            time: message.stored.time, outcome: .applied))
      }
    },
    Wrong("stops one before the bound", "cards/bounds", "the outcome of 200 items is") {
      .submitting { intent in
        guard case .batch(let intents) = intent, intents.count == 200, let last = intents.last
        else {
          return intent
        }
        return .batch(intents + [last])
      }
    },
  ]
}
