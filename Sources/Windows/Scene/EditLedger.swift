import BoardModel
import WindowSync

/// The edits this window asked for: which await an identifier, which are not on the board yet, and what
/// the latest ones wanted, so that it can be told what others replaced.
struct EditLedger: Sendable {
  /// Asked for, neither made nor refused; nil is an undo or redo.
  private var asked: [Intent?] = []
  /// The highest counters made, and shown by the board.
  private(set) var made: UInt64 = 0
  private(set) var shown: UInt64 = 0
  private var recent: [(id: OperationID, intent: Intent)] = []
  /// Undos and redos that the board does not show yet.
  private var undos: [OperationID] = []
  /// Nothing is waited for up to here.
  private var givenUp: UInt64 = 0

  /// Typed, and refused: by the disk, or because the window was read-only.
  private var stranded: [Intent] = []
  /// Refused by the board.
  private var refused: [(id: OperationID, intent: Intent)] = []

  /// Who goes on typing while nothing can be stored has been told so many times.
  private static let maximumStranded = 32
  /// Who edits at the same time is told soon; what is older was replaced knowingly.
  private static let capacity = 512

  /// Whether something was asked for that has no identifier yet.
  var awaitsIdentifier: Bool { !asked.isEmpty }

  /// Whether something was asked for that the board does not show.
  var isBehind: Bool { awaitsIdentifier || made > max(shown, givenUp) }

  /// Whether this window moves a card and the board does not show it: what others do to it before
  /// that is on its way only.
  func isMoving(_ card: CardID) -> Bool {
    let unshown = recent.lazy.filter { $0.id.counter > max(shown, givenUp) }.map(\.intent)
    return asked.contains { $0?.moves(card) ?? false } || unshown.contains { $0.moves(card) }
  }

  /// Whether one of the latest edits brought a card into a column.
  func hasPlaced(_ card: CardID, in column: ColumnID) -> Bool {
    recent.contains { edit in
      switch edit.intent {
      case .cardMove(let cards, column, _): cards.contains(card)
      case .cardCreate(card, column, _, _, _): true
      default: false
      }
    }
  }

  mutating func ask(_ intent: Intent?) { asked.append(intent) }

  mutating func wasMade(_ id: OperationID, _ intent: Intent) {
    if !asked.isEmpty { asked.removeFirst() }
    made = max(made, id.counter)
    if recent.count == EditLedger.capacity { recent.removeFirst() }
    recent.append((id, intent))
    if case .undo = intent { undos.append(id) }
  }

  /// Those that came to be shown, in the order they were made.
  mutating func takeShownUndos() -> [OperationID] {
    let shown = shown
    defer { undos.removeAll { $0.counter <= shown } }
    return undos.filter { $0.counter <= shown }
  }

  mutating func wasRefused() {
    if !asked.isEmpty { asked.removeFirst() }
  }

  /// The last operation made did not get to the disk: its counter will be another's.
  /// - Parameter keeps: it holds text that is kept nowhere else, and is asked for again.
  mutating func wasNotStored(_ intent: Intent, keeps: Bool) {
    if let last = recent.last, last.id.counter == made, made > shown { recent.removeLast() }
    made = max(shown, made - min(made, 1))
    undos.removeAll { $0.counter > made }
    givenUp = min(givenUp, made)
    if keeps { strand(intent) }
  }

  /// What the board refused holds text that is nowhere else: it stays until its author has read so.
  mutating func keepRefused(_ id: OperationID, _ intent: Intent) {
    guard intent.typedText != nil, !refused.contains(where: { $0.id == id }) else { return }
    if refused.count == EditLedger.maximumStranded { refused.removeFirst() }
    refused.append((id, intent))
  }

  /// - Parameter unread: what its author has not read to be refused.
  mutating func forgetRefused(but unread: Set<OperationID>) {
    refused.removeAll { !unread.contains($0.id) }
  }

  /// Keeps what was typed until it can be made an operation.
  mutating func strand(_ intent: Intent) {
    guard intent.typedText != nil, stranded.count < EditLedger.maximumStranded else { return }
    stranded.append(intent)
  }

  /// What was made will never be ordered, and is not waited for.
  mutating func wasUndeliverable() { givenUp = made }

  /// What could not be made an operation, once something can.
  mutating func takeStranded() -> [Intent] {
    defer { stranded = [] }
    return stranded
  }

  mutating func boardShows(_ counter: UInt64) {
    shown = max(shown, counter)
    made = max(made, counter)
  }

  /// Nothing is waited for any longer, as when storage takes too long.
  mutating func giveUpWaiting() {
    asked = []
    givenUp = made
  }

  /// Another session counts from its own start.
  mutating func restart() {
    (asked, made, shown, givenUp) = ([], 0, 0, 0)
    (recent, undos) = ([], [])
  }

  /// What one of the latest operations wanted.
  func intent(of id: OperationID) -> Intent? {
    recent.last { $0.id == id }?.intent ?? refused.last { $0.id == id }?.intent
  }

  /// Edits that hold something typed and are not known to be on disk, with their counters.
  var unsaved: [ViewState.Draft] {
    let unseen = recent.filter { $0.id.counter > shown && $0.intent.typedText != nil }
    let unmade = asked.enumerated().compactMap { place, intent -> ViewState.Draft? in
      guard let intent, intent.typedText != nil else { return nil }
      return .edit(intent, counter: made + UInt64(place) + 1)
    }
    return unseen.map { .edit($0.intent, counter: $0.id.counter) } + unmade
      + stranded.map { .edit($0, counter: nextCounter) }
      + refused.map { .refused($0.id, $0.intent) }
  }

  /// The counter of the edit that is asked for next.
  var nextCounter: UInt64 { made + UInt64(asked.count) + 1 }
}

extension Intent {
  fileprivate func moves(_ card: CardID) -> Bool {
    if case .cardMove(let cards, _, _) = self { cards.contains(card) } else { false }
  }
}
