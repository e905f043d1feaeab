import BoardModel
import Screen
import WindowSync

/// The list of the coordinator's boards, to switch to one.
struct BoardSwitcher: OverlayList {
  enum Answer: Hashable, Sendable {
    case awaited
    case listed([BoardListing])
    case unavailable(String)
  }

  /// The board that the window had.
  struct Loss: Hashable, Sendable {
    let board: BoardID
    /// Which board it was, why the window has it no longer, and what stays of it.
    let text: String
    /// What stays of it, as a sentence; empty where nothing does.
    let rest: String

    init(_ board: BoardID, _ text: String, rest: String) {
      self.board = board
      self.rest = rest
      self.text = rest.isEmpty ? text : "\(text) \(rest)"
    }
  }

  let current: BoardID?
  /// Nil while the window has a board.
  let loss: Loss?
  private(set) var answer = Answer.awaited
  private(set) var showsArchived = false
  var cursor = ListCursor()

  init(current: BoardID?, loss: Loss? = nil) {
    self.current = current
    self.loss = loss
  }

  private var all: [BoardListing] {
    if case .listed(let boards) = answer { boards } else { [] }
  }

  /// The boards that are shown: the one that is open always is.
  var boards: [BoardListing] {
    showsArchived ? all : all.filter { !$0.isArchived || $0.id == current }
  }

  mutating func take(_ answer: Answer) {
    // A list that follows leaves the choice where it was made.
    let chosen = chosen?.id
    self.answer = answer
    select(chosen ?? current)
  }

  /// What is to be known of the board that was lost; nil where none was.
  private var lossText: String? {
    guard let loss, let board = all.first(where: { $0.id == loss.board }) else { return loss?.text }
    let again = "You may read “\(board.title)” again: Enter on it opens it."
    return loss.rest.isEmpty ? again : "\(again) \(loss.rest)"
  }

  private mutating func select(_ board: BoardID?) {
    cursor.select(boards.firstIndex { $0.id == board } ?? 0, count: boards.count)
  }

  // MARK: Keys

  var hints: [(String, String)] {
    let keys = Keymap.boardList
    return [
      (keys.key(of: .list(.choose)), "open"), (keys.key(of: .list(.create)), "new board"),
      (keys.key(of: .archive), isCurrentArchived ? "restore" : "archive"),
      (keys.key(of: .showArchived), showsArchived ? "hide archived" : "archived"),
      (keys.key(of: .list(.close)), "close"),
    ]
  }

  func has(_ chord: KeyChord) -> Bool { Keymap.boardList[chord] != nil }

  mutating func handle(_ input: Input, _ model: inout WindowModel) -> ListOutcome {
    guard case .key(let key, let modifiers) = input else { return handleAsList(input, &model) }
    switch Keymap.boardList[KeyChord(key, modifiers)] {
    case nil: return .stays
    case .list(let command): return perform(command, &model)
    case .archive: return archive(&model)
    case .showArchived:
      let chosen = chosen?.id
      showsArchived.toggle()
      select(chosen ?? current)
      return .stays
    }
  }

  private var chosen: BoardListing? {
    boards.indices.contains(cursor.index) ? boards[cursor.index] : nil
  }

  private var isCurrentArchived: Bool {
    all.contains { $0.id == current && $0.isArchived }
  }

  /// Archives the board that is open, or restores it: a window edits no board but its own.
  private mutating func archive(_ model: inout WindowModel) -> ListOutcome {
    guard let chosen, chosen.id == current, let board = model.board else {
      model.refuse("Open that board first: a window archives only its own.")
      return .stays
    }
    let archives = !board.isArchived
    guard model.edit(.set(.boardArchived, .flag(archives))) else { return .stays }
    model.answer(
      archives
        ? "The board is archived. It stays as it is, and is left out where boards are listed."
        : "The board is restored.")
    return .closes
  }

  // MARK: What is shown

  func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
    let boards = boards
    return ListContent(
      title: "Boards", count: boards.count, notes: notes(scene.viewport), shape: .choice(cursor)
    ) { index in
      let board = boards[index]
      let isAlone = boards.count { $0.title == board.title } == 1
      let states = [
        isAlone ? nil : String(board.id.description.prefix(8)),
        board.id == current ? "here" : nil, board.isArchived ? "archived" : nil,
      ]
      return ListPanel.Row(
        text: board.title, aside: states.compactMap { $0 }.joined(separator: ", "))
    }
  }

  private func notes(_ viewport: Viewport) -> [String] {
    let note: String? =
      switch answer {
      case .awaited: "Asking for the boards …"
      case .listed(let all):
        if all.isEmpty {
          "There are no boards. n makes one."
        } else {
          boards.isEmpty ? "Every board is archived. a shows them." : nil
        }
      case .unavailable(let reason): reason
      }
    // Reasons are wrapped, so that all of them can be read.
    let columns = ListPanel.innerColumns(of: viewport.size.columns)
    return [lossText, note].compactMap { $0 }.flatMap { note in
      WrappedText(note, columns: columns).lines.map(\.text.trimmed)
    }
  }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome {
    guard let board = chosen?.id else { return .stays }
    if board != current { model.effects.append(.switchBoard(board)) }
    return .closes
  }

  func create() -> ListOutcome { .opens(.prompt(Prompt(.newBoard))) }
}

extension BoardWindow {
  /// Says that this person has the board no longer, and offers those that they have.
  /// What they typed and did not send is not shown either, as it stands among others' words: it is
  /// as the disk has it, until they have a board again.
  mutating func lost(_ board: BoardID, holdsUnsentWork: Bool) {
    let loss = model.standing.loss(of: board, titled: model.board?.title?.value)
    restoring.keep(viewState)
    model.edits.dropDrafts()
    model.loseBoard()
    model.saving.rest()
    let told = BoardSwitcher.Loss(board, loss, rest: holdsUnsentWork ? Standing.unsentStays : "")
    if case .external(var edit) = mode {
      edit.loss = told
      mode = .external(edit)
    } else {
      mode = offerBoards(loss: told)
    }
  }

  mutating func offerBoards(loss: BoardSwitcher.Loss) -> Mode {
    model.effects.append(.listBoards)
    return .list(BoardSwitcher(current: nil, loss: loss))
  }

  mutating func listed(_ answer: BoardSwitcher.Answer) {
    guard case .list(let list, let form) = mode, var boards = list as? BoardSwitcher else { return }
    boards.take(answer)
    mode = .list(boards, over: form)
  }
}
