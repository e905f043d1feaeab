import BoardModel
import WindowStore
import Windows

/// The bodies of cards that are, or were, in an editor: each has a file until its edits are at the
/// coordinator.
struct RunningEditor {
  /// Left by an earlier life of the window; offered again.
  private var left: [CardID: EditedBody] = [:]
  private var open: Set<CardID> = []
  /// Saved: the file goes when the session's operations up to the counter are acknowledged.
  private var saved: [CardID: UInt64] = [:]

  /// - Parameter pending: the session's last counter on disk.
  init(_ bodies: [EditedBody], pending: UInt64) {
    for body in bodies {
      if body.opened == RunningEditor.merged {
        saved[body.card] = pending
      } else {
        left[body.card] = body
      }
    }
  }

  /// Stands in place of the body as it was opened, once the edits that came of it are on disk.
  static let merged: [UInt8] = []

  var isEmpty: Bool { count == 0 }
  /// Bodies that are not part of the board yet.
  var count: Int { left.count + open.count }

  /// What a person is told of what is left.
  func offers(on board: Board) -> [Notice] {
    left.keys.sorted().map { card in
      let title = board.card(card)?.title.value ?? "a card that is gone"
      return Notice("A text for “\(title)” is still open in $EDITOR: E on the card goes on.", .news)
    }
  }

  /// The body that an earlier life left for this card.
  mutating func begin(_ card: CardID) -> EditedBody? {
    open.insert(card)
    saved[card] = nil
    return left.removeValue(forKey: card)
  }

  /// - Parameters:
  ///   - body: as its file holds it; nil where there is none.
  ///   - counter: of the session's last operation.
  mutating func end(_ card: CardID, _ file: EditedFile, _ body: EditedBody?, counter: UInt64) {
    open.remove(card)
    switch file {
    case .stays: left[card] = body
    case .goesWithEdits: saved[card] = counter
    case .goes: break
    }
  }

  /// The session goes on under another name, and its operations under other numbers.
  mutating func renumbered(pending: UInt64) {
    for card in saved.keys { saved[card] = pending }
  }

  /// - Returns: the cards whose files can go.
  mutating func acknowledged(through counter: UInt64) -> [CardID] {
    let done = saved.filter { $0.value <= counter }.keys.sorted()
    for card in done { saved[card] = nil }
    return done
  }
}
