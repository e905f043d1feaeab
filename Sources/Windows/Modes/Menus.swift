import BoardModel
import Screen

/// The menu of a column.
struct ColumnMenu: Sendable {
  enum Choice: CaseIterable, Hashable, Sendable {
    case rename, moveLeft, moveRight, limit, newColumn, delete

    var text: String {
      switch self {
      case .rename: "Rename"
      case .moveLeft: "Move left"
      case .moveRight: "Move right"
      case .limit: "Limit …"
      case .newColumn: "New column in a window"
      case .delete: "Delete …"
      }
    }
  }

  let column: ColumnID
  var cursor = ListCursor()

  mutating func handle(_ command: ListCommand, _ model: inout WindowModel) -> Mode {
    switch command {
    case .choose: return chosen(&model)
    case .close: return .browsing
    case .up, .down, .pageUp, .pageDown, .top, .bottom, .create:
      cursor.move(command, count: Choice.allCases.count, page: Choice.allCases.count)
      return .columnMenu(self)
    }
  }

  private func chosen(_ model: inout WindowModel) -> Mode {
    guard model.mayEdit() else { return .columnMenu(self) }
    guard let lane = model.view.contents.index(of: column) else {
      model.refuse("Somebody deleted this column meanwhile.")
      return .browsing
    }
    switch Choice.allCases[cursor.index] {
    case .rename:
      return .prompt(Prompt(.renameColumn(column), text: model.view.contents.lanes[lane].title))
    case .moveLeft: return move(from: lane, by: -1, &model)
    case .moveRight: return move(from: lane, by: 1, &model)
    case .limit:
      let limit = model.view.contents.lanes[lane].wipLimit
      return .prompt(Prompt(.columnWIPLimit(column), text: limit.map { "\($0)" } ?? ""))
    case .newColumn:
      model.openWindow(.addColumn(after: column), .window)
      return .browsing
    case .delete: return .deletion(ColumnDeletion(column: column, model))
    }
  }

  private func move(from lane: Int, by step: Int, _ model: inout WindowModel) -> Mode {
    let others = model.view.contents.lanes.map(\.id).filter { $0 != column }
    let target = lane + step
    guard (0...others.count).contains(target) else {
      model.refuse(step < 0 ? "It is the first column." : "It is the last column.")
      return .columnMenu(self)
    }
    let anchors = Anchors(
      after: target > 0 ? others[target - 1] : nil,
      before: target < others.count ? others[target] : nil)
    model.edit(.columnMove(column, at: anchors))
    return .columnMenu(self)
  }
}

/// The choice of what becomes of the cards of a column that is deleted.
struct ColumnDeletion: Sendable {
  let column: ColumnID
  let title: String
  /// The live cards when the choice was shown: only these are archived.
  let seen: [CardID]
  /// The columns to which the cards may be moved instead of being archived.
  let targets: [BoardContents.Lane]
  var cursor = ListCursor()

  init(column: ColumnID, _ model: WindowModel) {
    self.column = column
    title = model.board?.column(column)?.title.value ?? ""
    seen = model.board?.liveCards(in: column).map(\.id) ?? []
    targets = seen.isEmpty ? [] : model.view.contents.lanes.filter { $0.id != column }
  }

  var choices: [String] {
    guard !seen.isEmpty else { return ["Delete the column"] }
    let cards = seen.count == 1 ? "its card" : "its \(seen.count) cards"
    return ["Archive \(cards)"] + targets.map { "Move \(cards) to \($0.title)" }
  }

  /// The part of the answer that says what became of the cards that were seen.
  private func becomes(_ disposition: CardDisposition, _ model: WindowModel) -> String {
    guard !seen.isEmpty else { return "" }
    let cards = seen.count == 1 ? "its card" : "its \(seen.count) cards"
    switch disposition {
    case .archive: return ", archived \(cards)"
    case .move(let target): return ", moved \(cards) to \(model.name(of: target))"
    }
  }

  /// The number of live cards that came since the choice was shown: none of them is archived.
  func unseen(_ model: WindowModel) -> Int {
    let seen = Set(seen)
    return model.board?.liveCards(in: column).count { !seen.contains($0.id) } ?? 0
  }

  mutating func handle(_ command: ListCommand, _ model: inout WindowModel) -> Mode {
    switch command {
    case .choose:
      let index = cursor.index
      let disposition: CardDisposition = index == 0 ? .archive : .move(to: targets[index - 1].id)
      guard column != model.board?.unsortedID || seen.isEmpty else {
        model.refuse("“\(title)” cannot be deleted while it holds cards.")
        return .browsing
      }
      let deletion = Intent.columnDelete(column, seen: seen, disposition: disposition)
      guard model.edit(deletion) else { return .deletion(self) }
      model.answer(
        "Deleted “\(title)”\(becomes(disposition, model)). \(model.undoHint(deletion))")
      return .browsing
    case .close: return .browsing
    case .up, .down, .pageUp, .pageDown, .top, .bottom, .create:
      cursor.move(command, count: choices.count, page: 10)
      return .deletion(self)
    }
  }
}

/// The list of the coordinator's boards, to switch to one.
struct BoardSwitcher: Sendable {
  enum Answer: Hashable, Sendable {
    case awaited
    case listed([BoardListing])
    case unavailable(String)
  }

  let current: BoardID?
  private(set) var answer = Answer.awaited
  var cursor = ListCursor()

  init(current: BoardID?) { self.current = current }

  var boards: [BoardListing] {
    if case .listed(let boards) = answer { boards } else { [] }
  }

  mutating func take(_ answer: Answer) {
    self.answer = answer
    let index = boards.firstIndex { $0.id == current } ?? 0
    cursor.select(index, count: boards.count)
  }

  mutating func handle(_ command: ListCommand, _ model: inout WindowModel) -> Mode {
    switch command {
    case .choose:
      guard boards.indices.contains(cursor.index) else { return .boards(self) }
      let board = boards[cursor.index].id
      if board != current { model.effects.append(.switchBoard(board)) }
      return .browsing
    case .create: return .prompt(Prompt(.newBoard))
    case .close: return .browsing
    case .up, .down, .pageUp, .pageDown, .top, .bottom:
      cursor.move(command, count: boards.count, page: max(1, model.viewport.size.rows - 6))
      return .boards(self)
    }
  }
}

/// The list of archived cards, the latest first.
struct ArchiveList: Sendable {
  private(set) var cards: [CardID] = []
  var cursor = ListCursor()

  init(_ model: WindowModel) { refresh(model) }

  mutating func refresh(_ model: WindowModel) {
    cards =
      model.board.map { board in
        board.archivedCards.filter { model.view.filter?.accepts($0) ?? true }
          .sorted { left, right in
            (right.archived.stamp.sequence, left.id) < (left.archived.stamp.sequence, right.id)
          }
          .map(\.id)
      } ?? []
    cursor.clamp(to: cards.count)
  }

  mutating func handle(_ command: ListCommand, _ model: inout WindowModel) -> Mode {
    switch command {
    case .choose:
      guard cards.indices.contains(cursor.index) else { return .archive(self) }
      model.restore(cards[cursor.index])
      return .archive(self)
    case .close: return .browsing
    case .up, .down, .pageUp, .pageDown, .top, .bottom, .create:
      cursor.move(command, count: cards.count, page: max(1, model.viewport.size.rows - 6))
      return .archive(self)
    }
  }
}

/// The help: the keys, made from the tables that drive them.
struct HelpPage: Sendable {
  struct Line: Hashable, Sendable {
    let keys: String
    let text: String
    let isHeading: Bool
  }

  private(set) var top = 0
  /// The lines for the keys that apply in this window.
  let lines: [Line]

  /// The form over which the help stands; nil over the board.
  var form: ColumnForm?

  init(_ model: WindowModel, over form: ColumnForm? = nil) {
    lines = HelpPage.lines(for: model.view.opened.map { .card($0) } ?? model.view.shownSubject)
    self.form = form
  }

  /// The lines for a window with this subject.
  static func lines(for subject: Subject) -> [Line] {
    switch subject {
    case .board: lines
    case .card:
      section("On the card", Keymap.soleCard.bindings.map { ($0.keys, $0.help) })
        + cardLines + section("Mouse", [("click", "write there"), ("wheel", "scroll")])
    case .favourites:
      section("Among favourites", Keymap.favourites.bindings.map { ($0.keys, $0.help) })
        + openLines + cardLines
        + section(
          "Mouse",
          [
            ("click", "focus a card"), ("double click", "open it"),
            ("drag to an edge", "open it in a window there"),
            ("drag to the first line", "copy it as text"),
            ("drop a card of another window", "make it a favourite"),
            ("right click", "the menu of a card"), ("wheel", "scroll"),
          ])
    case .addColumn:
      section("In the form", Keymap.columnForm.bindings.map { ($0.keys, $0.help) })
        + section("In a text", Keymap.text.bindings.map { ($0.keys, $0.help) })
    }
  }

  /// The keys that an open card has besides the board's.
  private static let openLines: [Line] = section(
    "On an open card: as on the board, and",
    Keymap.soleCard.bindings.compactMap { binding in
      switch binding.command {
      case .board(.open), .up, .down, .pageUp, .pageDown, .top, .bottom, .firstSection,
        .lastSection, .history, .restore, .close:
        (binding.keys, binding.help)
      case .board: nil
      }
    })

  /// The keys that every window with cards has.
  private static let cardLines: [Line] =
    section("While a card is written", Keymap.card.bindings.map { ($0.keys, $0.help) })
    + section("In a section of a card", Keymap.section.bindings.map { ($0.keys, $0.help) })
    + section("In a text", Keymap.text.bindings.map { ($0.keys, $0.help) })
    + section("In the history of a card", Keymap.history.bindings.map { ($0.keys, $0.help) })
    + section(
      "In the list of what became of your edits",
      Keymap.receipts.bindings.map { ($0.keys, $0.help) })
    + section("In a list", Keymap.list.bindings.map { ($0.keys, $0.help) })

  static let lines: [Line] =
    section("On the board", Keymap.board.bindings.map { ($0.keys, $0.help) })
    + openLines + cardLines
    + section(
      "Mouse",
      [
        ("click", "focus a card"), ("double click", "open it"),
        ("drag", "move it; with ctrl or alt, copy it"),
        ("drag to an edge", "open it in a window there"),
        ("drag to the first line", "copy it as text"),
        ("drag to another window", "put it down there"),
        ("right click", "the menu of a card, or of a column"),
        ("paste lines", "make cards of them"), ("drop a file", "make cards of its lines"),
        ("wheel", "scroll the column under the pointer"),
      ])

  private static func section(_ title: String, _ keys: [(String, String)]) -> [Line] {
    [Line(keys: "", text: title, isHeading: true)]
      + keys.map { Line(keys: $0.0, text: $0.1, isHeading: false) }
  }

  mutating func handle(_ command: ListCommand, _ model: inout WindowModel) -> Mode {
    let page = max(1, model.viewport.size.rows - 6)
    let last = max(0, lines.count - page)
    switch command {
    case .close, .choose: return form.map { .columnForm($0) } ?? .browsing
    case .up: top = max(0, top - 1)
    case .down: top = min(last, top + 1)
    case .pageUp: top = max(0, top - page)
    case .pageDown: top = min(last, top + page)
    case .top: top = 0
    case .bottom: top = last
    case .create: break
    }
    return .help(self)
  }
}
