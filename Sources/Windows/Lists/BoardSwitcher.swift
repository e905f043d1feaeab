import BoardModel
import Screen

/// The list of the coordinator's boards, to switch to one.
struct BoardSwitcher: OverlayList {
  enum Answer: Hashable, Sendable {
    case awaited
    case listed([BoardListing])
    case unavailable(String)
  }

  let current: BoardID?
  /// Which board this window had, and why it has it no longer; nil while it has one.
  let loss: String?
  private(set) var answer = Answer.awaited
  var cursor = ListCursor()

  init(current: BoardID?, loss: String? = nil) {
    self.current = current
    self.loss = loss
  }

  var boards: [BoardListing] {
    if case .listed(let boards) = answer { boards } else { [] }
  }

  mutating func take(_ answer: Answer) {
    self.answer = answer
    let index = boards.firstIndex { $0.id == current } ?? 0
    cursor.select(index, count: boards.count)
  }

  var hints: [(String, String)] { [("Enter", "open"), ("n", "new board"), ("Esc", "close")] }

  func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
    let boards = boards
    return ListContent(
      title: "Boards", count: boards.count, notes: notes(scene.viewport), shape: .choice(cursor)
    ) { ListPanel.Row(text: boards[$0].title, aside: boards[$0].id == current ? "here" : "") }
  }

  private func notes(_ viewport: Viewport) -> [String] {
    let note: String? =
      switch answer {
      case .awaited: "Asking for the boards …"
      case .listed(let boards): boards.isEmpty ? "There are no boards. n makes one." : nil
      case .unavailable(let reason): reason
      }
    // Reasons are wrapped, so that all of them can be read.
    let columns = ListPanel.innerColumns(of: viewport.size.columns)
    return [loss, note].compactMap { $0 }.flatMap { note in
      WrappedText(note, columns: columns).lines.map(\.text)
    }
  }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome {
    guard boards.indices.contains(cursor.index) else { return .stays }
    let board = boards[cursor.index].id
    if board != current { model.effects.append(.switchBoard(board)) }
    return .closes
  }

  func create() -> ListOutcome { .opens(.prompt(Prompt(.newBoard))) }
}

extension BoardWindow {
  /// Says that this person has the board no longer, and offers those that they have.
  mutating func lost(_ board: BoardID) {
    let loss = model.standing.loss(of: board, titled: model.board?.title?.value)
    model.loseBoard()
    mode = .list(BoardSwitcher(current: nil, loss: loss))
    model.effects.append(.listBoards)
  }

  mutating func listed(_ answer: BoardSwitcher.Answer) {
    guard case .list(let list, let form) = mode, var boards = list as? BoardSwitcher else { return }
    boards.take(answer)
    mode = .list(boards, over: form)
  }
}
