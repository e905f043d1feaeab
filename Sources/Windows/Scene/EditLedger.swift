import BoardModel
import WindowSync

/// The edits that this window asked for: those that await an identifier, those that the board does
/// not show yet, and the intents of the latest ones, so that the window can say what others
/// replaced.
struct EditLedger: Sendable {
  /// The edits asked for that are neither made nor refused; nil is an undo or redo.
  private var asked: [Intent?] = []
  /// The highest counter of an operation made. `shown` is the highest that the board shows.
  private(set) var made: UInt64 = 0
  private(set) var shown: UInt64 = 0
  private var recent: [(id: OperationID, intent: Intent)] = []
  /// The undos and redos that the board does not show yet.
  private var undos: [OperationID] = []
  /// The counter up to which no operation is waited for any longer.
  private var givenUp: UInt64 = 0

  /// The intents with typed text that the disk refused, or a window that was read-only.
  private var stranded: [Intent] = []
  /// The edits with typed text that the board refused.
  private var refused: [(id: OperationID, intent: Intent)] = []

  /// The drafts whose card was purged, until their author throws them away.
  private(set) var orphans: [ViewState.Draft] = []
  /// The entries that were typed on cards and not finished when the card was closed.
  private(set) var stashed: [CardID: SectionEntry] = [:]
  /// Whether an undo of this window was stopped by later changes, and can be forced.
  private(set) var hasGuardedUndo = false

  /// The bound of typed texts that are kept. A person who types on while nothing can be stored has
  /// been told so that many times.
  private static let maximumStranded = 32
  /// The bound of the latest edits. A displaced edit is reported soon if both edit at the same
  /// time; an older one was replaced knowingly.
  private static let capacity = 512

  /// Whether an edit was asked for that has no identifier yet.
  var awaitsIdentifier: Bool { !asked.isEmpty }

  /// Whether an edit was asked for that the board does not show yet.
  var isBehind: Bool { awaitsIdentifier || made > max(shown, givenUp) }

  /// Whether nothing that was made is waited for any more.
  var hasGivenUp: Bool { made > 0 && givenUp >= made }

  /// Whether this window moves the card and the board does not show it yet: until then, moves by
  /// others are only passing.
  func isMoving(_ card: CardID) -> Bool {
    let unshown = recent.lazy.filter { $0.id.counter > max(shown, givenUp) }.map(\.intent)
    return asked.contains { $0?.moves(card) ?? false } || unshown.contains { $0.moves(card) }
  }

  /// Whether one of the latest edits put the card into the column.
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

  /// The undos and redos that the board shows by now, in the order in which they were made.
  mutating func takeShownUndos() -> [OperationID] {
    let shown = shown
    defer { undos.removeAll { $0.counter <= shown } }
    return undos.filter { $0.counter <= shown }
  }

  mutating func wasRefused() {
    if !asked.isEmpty { asked.removeFirst() }
  }

  /// Takes back the last operation, which was not written to disk: its counter will be used again.
  /// - Parameter keeps: whether the operation holds text that is kept nowhere else, and is asked
  ///   for again.
  mutating func wasNotStored(_ intent: Intent, keeps: Bool) {
    if let last = recent.last, last.id.counter == made, made > shown { recent.removeLast() }
    made = max(shown, made - min(made, 1))
    undos.removeAll { $0.counter > made }
    givenUp = min(givenUp, made)
    if keeps { strand(intent) }
  }

  /// Takes out an operation that is not made after all: those behind it have lower counters now.
  mutating func wasLeftOut(_ id: OperationID) {
    recent.removeAll { $0.id == id }
    recent = recent.map { ($0.id.closing(id), $0.intent) }
    undos.removeAll { $0 == id }
    undos = undos.map { $0.closing(id) }
    made = max(shown, made - min(made, 1))
    givenUp = min(givenUp, made)
  }

  /// Keeps the typed text of an edit that the board refused until its author has read of the
  /// refusal, because it is nowhere else.
  mutating func keepRefused(_ id: OperationID, _ intent: Intent) {
    guard intent.typedText != nil, !refused.contains(where: { $0.id == id }) else { return }
    if refused.count == EditLedger.maximumStranded { refused.removeFirst() }
    refused.append((id, intent))
  }

  /// - Parameter unread: the refused edits of whose refusal the author has not read.
  mutating func forgetRefused(but unread: Set<OperationID>) {
    refused.removeAll { !unread.contains($0.id) }
  }

  /// Keeps typed text until an operation can be made of it.
  mutating func strand(_ intent: Intent) {
    guard intent.typedText != nil, stranded.count < EditLedger.maximumStranded else { return }
    stranded.append(intent)
  }

  /// Stops waiting for the operations made so far, which will never be committed.
  mutating func wasUndeliverable() { givenUp = made }

  /// The intents that could not become operations, to be asked for again.
  mutating func takeStranded() -> [Intent] {
    defer { stranded = [] }
    return stranded
  }

  mutating func boardShows(_ counter: UInt64) {
    shown = max(shown, counter)
    made = max(made, counter)
  }

  /// Stops waiting for anything, as when storage takes too long.
  mutating func giveUpWaiting() {
    asked = []
    givenUp = made
  }

  /// Starts again for another session, whose counters begin anew.
  mutating func restart() {
    (asked, made, shown, givenUp) = ([], 0, 0, 0)
    (recent, undos) = ([], [])
  }

  // MARK: Entries that are not finished

  /// - Returns: false if there is no room for one more.
  mutating func stash(_ entry: SectionEntry, on card: CardID) -> Bool {
    guard stashed.count < ViewState.maximumDrafts else { return false }
    stashed[card] = entry
    return true
  }

  /// The entries, in the order of their cards.
  var stashedDrafts: [ViewState.Draft] {
    stashed.sorted { $0.key < $1.key }.compactMap { $1.draft(on: $0) }
  }

  mutating func takeStashed(on card: CardID) -> SectionEntry? { stashed.removeValue(forKey: card) }

  mutating func dropStashed() { stashed = [:] }

  /// Forgets all drafts: they are kept elsewhere, or thrown away.
  mutating func dropDrafts() {
    (stranded, refused, stashed, orphans) = ([], [], [:], [])
  }

  // MARK: Drafts without a place

  /// Keeps one's own words of drafts whose card was purged, and takes out the unfinished entries on
  /// such cards.
  /// - Returns: those that were not kept here before.
  mutating func orphan(
    _ drafts: [ViewState.Draft], where isPurged: (CardID) -> Bool
  ) -> [ViewState.Draft] {
    let unfinished = stashedDrafts.filter { $0.card.map(isPurged) ?? false }
    stashed = stashed.filter { !isPurged($0.key) }
    let new = (drafts + unfinished).map(\.ownWords).filter { !orphans.contains($0) }
    orphans += new.prefix(ViewState.maximumDrafts - orphans.count)
    return new
  }

  mutating func throwAway(_ orphan: ViewState.Draft) { orphans.removeAll { $0 == orphan } }

  // MARK: An undo that was stopped

  mutating func undoWasGuarded() { hasGuardedUndo = true }

  /// The guarded undo was forced, or undo would now take back a newer edit.
  mutating func forgetGuardedUndo() { hasGuardedUndo = false }

  /// The intent of one of the latest operations, or of a refused one.
  func intent(of id: OperationID) -> Intent? {
    recent.last { $0.id == id }?.intent ?? refused.last { $0.id == id }?.intent
  }

  /// The edits with typed text that are not known to be on disk, with their counters.
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

extension OperationID {
  /// The identity after an operation of its session was taken out of the count.
  fileprivate func closing(_ gap: OperationID) -> OperationID {
    guard session == gap.session, counter > gap.counter else { return self }
    return OperationID(session: session, epoch: epoch, counter: counter - 1)
  }
}
