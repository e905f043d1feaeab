@testable import BoardModel
import Coordination
import HashTreeCollections
import WindowSync

/// The numbers that the log gives to cards: the first creation that is not rejected gives 1, each
/// further one the next.
struct GivenNumbers {
  private(set) var numbers: [CardID: UInt32] = [:]

  mutating func take(_ committed: CommittedOperation) {
    for part in committed.operation?.intent.parts ?? [] {
      if case .cardCreate(let card, _, _, _, _) = part {
        numbers[card] = UInt32(numbers.count + 1)
      }
    }
  }
}

extension World {
  /// What a window shows has a number only where the log gave it, and wherever the window's
  /// confirmed board has the card.
  /// - Parameter isFresh: whether the window shows all that is confirmed.
  func checkShownNumbers(of index: Int, isFresh: Bool) throws {
    guard var shown = processes[index].replica.visible else { return }
    if bug == .shownPrediction { shown.numbering.show(asOf: shown.numbering) }
    let given = store.givenNumbers.numbers
    for (card, _) in shown.cards {
      let number = shown.number(of: card)
      guard number == nil || number == given[card] else {
        throw Violation(
          .numbers, "process \(index) shows number \(number ?? 0) for \(card), not given")
      }
      let isConfirmed = processes[index].replica.confirmed?.card(card) != nil
      guard !isFresh || !isConfirmed || number != nil else {
        throw Violation(.numbers, "process \(index) shows no number for \(card)")
      }
    }
  }

  /// The coordinator's board and all windows have the numbers that the log gives.
  func checkNumbers() throws {
    for index in processes.indices { try checkShownNumbers(of: index, isFresh: false) }
    guard let board = coordinator?.settledBoard(Names.board) else { return }
    for (card, _) in board.cards where board.number(of: card) != store.givenNumbers.numbers[card] {
      throw Violation(
        .numbers, "the coordinator gave \(board.number(of: card) ?? 0) to \(card)")
    }
  }
}
