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
  /// The purged cards of which the person was told.
  private var purgesTold: Set<CardID> = []

  /// - Parameter pending: the last counter of the session on disk.
  init(_ bodies: [EditedBody], pending: UInt64) {
    for body in bodies {
      if body.opened == OpenedBody.merged {
        saved[body.card] = pending
      } else {
        left[body.card] = body
      }
    }
  }

  var isEmpty: Bool { count == 0 }
  /// How many bodies are not part of the board yet.
  var count: Int { left.count + open.count }

  /// The notices that tell a person of bodies that were left.
  func offers(on board: Board) -> [Notice] {
    left.keys.sorted().filter { board.purge(of: $0) == nil }.map { card in
      let title = board.card(card)?.title.value ?? "a card that is gone"
      return Notice("A text for “\(title)” is still open in $EDITOR: E on the card goes on.", .news)
    }
  }

  /// The notices that tell a person, once, who purged the card of a body that was left.
  /// - Parameter text: a time in milliseconds since 1970, in words.
  mutating func purges(on board: Board, _ text: (UInt64) -> String) -> [Notice] {
    left.values.sorted { $0.card < $1.card }.compactMap { body in
      guard let stamp = board.purge(of: body.card), purgesTold.insert(body.card).inserted else {
        return nil
      }
      return Notice(
        "\(stamp.author.user) purged a card, \(text(stamp.time)): what you wrote for it in "
          + "$EDITOR stays in \(body.path).", .loss)
    }
  }

  /// Whether a body was left, and no editor works on it.
  func isLeft(_ card: CardID) -> Bool { left[card] != nil }

  /// Takes a left body as its file is now.
  mutating func replaced(_ body: EditedBody) {
    if isLeft(body.card) { left[body.card] = body }
  }

  /// The cards whose text was saved, where the disk has all the edits that were made from it.
  /// - Parameter counter: the last counter that is on disk.
  mutating func takeKept(through counter: UInt64, where concerns: (CardID) -> Bool) -> [CardID] {
    let kept = saved.filter { $0.value <= counter && concerns($0.key) }.keys.sorted()
    for card in kept { saved[card] = nil }
    return kept
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
