import BoardModel
import Screen
import WindowSync
import Wording

/// The history of an open card, newest change first, read from the coordinator page by page.
struct HistoryView: Sendable {
  enum Reading: Sendable {
    /// The view has asked for operations from this sequence number on.
    case asked(from: UInt64)
    /// The view knows all operations up to this sequence number.
    case told(through: UInt64)
    /// The history could not be read; the next request starts at `from`.
    case unavailable(reason: String, from: UInt64)
  }

  /// The editor over which the history was opened, and to which it returns.
  var editor: CardEditor
  /// The user whose favourite marks are shown.
  private let user: String
  /// Whether the card was only read, not edited, when the history was opened.
  private let isOverReading: Bool
  private(set) var cardHistory: CardHistory
  private(set) var reading = Reading.asked(from: 1)
  /// The sequence number of the last operation that was committed since the view opened.
  private var heard: UInt64 = 0
  /// The rows of `cardHistory`, made again when it changes.
  private(set) var rows: [HistoryRow] = []
  private(set) var cursor = ListCursor()
  /// The first line that is shown of the selected change, if it is shown whole; nil for the list.
  private(set) var wholeTop: Int?
  /// The coordinator's clock at the last answer, in milliseconds since 1970.
  private(set) var time: UInt64 = 0

  /// The number of changes that are kept. Beyond it, the oldest edits of the text alone go first.
  private static let kept = 1_000

  init(_ editor: CardEditor, _ view: BoardView, isOverReading: Bool = false) {
    self.editor = editor
    self.isOverReading = isOverReading
    user = view.user
    cardHistory = HistoryView.untold(editor.card, view)
  }

  private static func untold(_ card: CardID, _ view: BoardView) -> CardHistory {
    let unsorted = view.board?.unsortedID ?? ColumnID(high: 0, low: 0)
    return CardHistory(card: card, unsorted: unsorted, keeping: .sparingText(kept))
  }

  /// The request with which the view begins.
  var firstRequest: WindowEffect { .fetchCardHistory(editor.card, from: 1) }

  var selected: HistoryRow? {
    rows.indices.contains(cursor.index) ? rows[cursor.index] : nil
  }

  // MARK: What is told

  private mutating func ask(from: UInt64) -> WindowEffect {
    reading = .asked(from: from)
    return .fetchCardHistory(editor.card, from: from)
  }

  /// - Parameters:
  ///   - from: the sequence number that was asked for.
  ///   - sequence: the sequence number of the board's last operation.
  /// - Returns: the request for the rest.
  mutating func take(
    _ operations: [CommittedOperation], from: UInt64, sequence: UInt64, time: UInt64
  ) -> WindowEffect? {
    guard case .asked(from) = reading else { return nil }
    self.time = time
    for committed in operations where committed.sequence >= from { cardHistory.take(committed) }
    guard let last = operations.last?.sequence, last >= from, last < sequence else {
      reading = .told(through: max(sequence, from - 1))
      refresh()
      // An answer that ends before the operations already heard of is not asked for again.
      return sequence >= from ? askOn() : nil
    }
    return ask(from: last + 1)
  }

  mutating func unavailable(_ reason: String, from: UInt64) {
    guard case .asked(from) = reading else { return }
    reading = .unavailable(reason: reason, from: from)
  }

  /// Asks again once there is a link.
  mutating func linkChanged(_ status: SyncStatus) -> WindowEffect? {
    guard status == .saved, case .unavailable(_, let from) = reading else { return nil }
    return ask(from: from)
  }

  /// Takes operations that were committed while the view is open.
  mutating func committed(
    _ operations: [CommittedOperation], at time: UInt64
  ) -> WindowEffect? {
    heard = max(heard, operations.last?.sequence ?? 0)
    guard case .told(var through) = reading else { return nil }
    self.time = time
    var isChanged = false
    for committed in operations where committed.sequence == through + 1 {
      through += 1
      guard cardHistory.isConcerned(by: committed) else { continue }
      cardHistory.take(committed)
      isChanged = true
    }
    reading = .told(through: through)
    if isChanged { refresh() }
    return askOn()
  }

  /// Asks for the operations that were committed after the last one known.
  private mutating func askOn() -> WindowEffect? {
    guard case .told(let through) = reading, heard > through else { return nil }
    return ask(from: through + 1)
  }

  /// The board advanced without reporting each operation, as after a snapshot.
  mutating func boardReloaded() -> WindowEffect? {
    guard case .told(let through) = reading else { return nil }
    return ask(from: through + 1)
  }

  /// Forgets all that was told, and asks for it again.
  mutating func startAgain(_ view: BoardView) -> WindowEffect {
    cardHistory = HistoryView.untold(editor.card, view)
    wholeTop = nil
    refresh()
    return ask(from: 1)
  }

  /// Makes the rows again; the selection stays on its change.
  private mutating func refresh() {
    let previous = selected?.id
    rows = HistoryRow.rows(of: cardHistory, user: user)
    if let previous, let index = rows.firstIndex(where: { $0.id == previous }) {
      cursor.select(index, count: rows.count)
    } else {
      cursor.clamp(to: rows.count)
    }
  }

  // MARK: Keys

  mutating func handle(_ command: HistoryCommand, _ model: inout WindowModel) -> Mode {
    let page = max(1, CardPanel(editor, model.scene, hasSections: false).body.rows - 1)
    switch command {
    case .restore: restore(&model)
    case .list(.choose):
      wholeTop = wholeTop == nil && selected != nil ? 0 : nil
    case .list(.close):
      guard wholeTop == nil else {
        wholeTop = nil
        break
      }
      guard isOverReading else { return .card(editor) }
      editor.putAside(&model.edits)
      return .browsing
    case .list(.create): break
    case .list(let motion):
      if let top = wholeTop {
        wholeTop = scrolled(top, motion, page)
      } else {
        cursor.move(motion, count: rows.count, page: page)
      }
    }
    return .history(self)
  }

  private func scrolled(_ top: Int, _ motion: ListCommand, _ page: Int) -> Int {
    switch motion {
    case .up: max(0, top - 1)
    case .down: top + 1
    case .pageUp: max(0, top - page)
    case .pageDown: top + page
    case .top: 0
    case .bottom, .choose, .create, .close: top
    }
  }

  /// Limits scrolling to the last line of the change.
  mutating func clampWhole(_ scene: Scene) {
    guard let top = wholeTop, let row = selected else {
      wholeTop = nil
      return
    }
    let body = CardPanel(editor, scene, hasSections: false).body
    let whole = row.whole(cardHistory, scene.view.words, scene.clock)
    let lines = WrappedText(whole, columns: body.columns).lines.count
    wholeTop = min(top, max(0, lines - max(1, body.rows)))
  }

  mutating func point(at position: Position, _ scene: Scene) {
    let body = CardPanel(editor, scene, hasSections: false).body
    guard wholeTop == nil, body.contains(position) else { return }
    cursor.select(firstRow(rows: body.rows) + position.row - body.row, count: rows.count)
  }

  /// The first row shown, such that the selected one is as near to the middle as possible.
  func firstRow(rows shown: Int) -> Int {
    min(max(0, cursor.index - shown / 2), max(0, rows.count - shown))
  }

  /// The text that stands in place of rows while there are none.
  var note: String {
    switch reading {
    case .asked: "Asking the coordinator …"
    case .told: "Nothing has changed this card."
    case .unavailable(let reason, _): "The history needs the coordinator: \(reason)."
    }
  }

  private mutating func restore(_ model: inout WindowModel) {
    guard let row = selected else { return model.refuse("There is no change to restore.") }
    guard let board = model.board, let card = model.card(editor.card) else { return }
    do throws(Restoration.Fault) {
      let intents = try Restoration.intents(
        row.change, by: row.committed.author.user, of: card, on: board, user: model.user)
      for intent in intents { guard model.edit(intent) else { return } }
      model.answer(
        "Restored: \(model.words.shortName(of: row.change.field)). u undoes it on the board.")
    } catch {
      model.refuse("Not restored: \(error.text).")
    }
  }
}

extension WindowModel {
  /// Opens the history of a card, and asks for it.
  mutating func history(over editor: CardEditor, isOverReading: Bool = false) -> HistoryView {
    let history = HistoryView(editor, view, isOverReading: isOverReading)
    effects.append(history.firstRequest)
    return history
  }
}
