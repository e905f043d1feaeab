import BoardModel
import WindowStore
import Windows

/// The bodies of cards that are or were in an editor. Each has a file until the coordinator has its
/// edits.
struct RunningEditor {
  /// Bodies that an earlier process of the window left. They are offered again.
  private var left: [CardID: EditedBody] = [:]
  private var open: Set<CardID> = []
  /// The cards whose text was saved. A card's file can go when the session's operations up to this
  /// counter are acknowledged.
  private var saved: [CardID: UInt64] = [:]

  /// - Parameter pending: the last counter of the session on disk.
  init(_ bodies: [EditedBody], pending: UInt64) {
    for body in bodies {
      if body.opened == RunningEditor.merged {
        saved[body.card] = pending
      } else {
        left[body.card] = body
      }
    }
  }

  /// The value that replaces the body as it was opened, once the edits made from it are on disk.
  static let merged: [UInt8] = []

  var isEmpty: Bool { count == 0 }
  /// How many bodies are not part of the board yet.
  var count: Int { left.count + open.count }

  /// The notices that tell a person of bodies that were left.
  func offers(on board: Board) -> [Notice] {
    left.keys.sorted().map { card in
      let title = board.card(card)?.title.value ?? "a card that is gone"
      return Notice("A text for “\(title)” is still open in $EDITOR: E on the card goes on.", .news)
    }
  }

  /// Notes that the card is in an editor.
  /// - Returns: the body that an earlier process left for the card, if any.
  mutating func begin(_ card: CardID) -> EditedBody? {
    open.insert(card)
    saved[card] = nil
    return left.removeValue(forKey: card)
  }

  /// Notes that the editor has ended.
  /// - Parameters:
  ///   - body: the contents of the card's file; nil if there is none.
  ///   - counter: the counter of the session's last operation.
  mutating func end(_ card: CardID, _ file: EditedFile, _ body: EditedBody?, counter: UInt64) {
    open.remove(card)
    switch file {
    case .stays: left[card] = body
    case .goesWithEdits: saved[card] = counter
    case .goes: break
    }
  }

  /// Notes that the session continues under another identifier, and its operations under other
  /// counters.
  mutating func renumbered(pending: UInt64) {
    for card in saved.keys { saved[card] = pending }
  }

  /// Notes that the coordinator has the operations up to `counter`.
  /// - Returns: the cards whose files can go.
  mutating func acknowledged(through counter: UInt64) -> [CardID] {
    let done = saved.filter { $0.value <= counter }.keys.sorted()
    for card in done { saved[card] = nil }
    return done
  }
}
