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
    }
  ]
}
