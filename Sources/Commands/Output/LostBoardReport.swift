import BoardModel
import Launcher
import WindowStore
import WindowSync
import Wording

/// A board as it was before a coordinator's data was replaced, for people and for scripts.
struct LostBoardReport {
  private let lost: LostBoard
  private let title: String

  init(_ lost: LostBoard) {
    self.lost = lost
    title = lost.contents?.title?.value ?? ""
  }

  var json: JSON {
    .object([
      "board": .string(lost.board.board.description), "title": .string(title),
      "coordinator": .string(lost.coordinator), "user": .string(lost.user),
      "edit": .number(lost.board.sequence), "kept": .string(Timestamp.text(lost.time)),
      "file": .string(lost.path),
    ])
  }

  var text: String {
    let name = title.isEmpty ? "the board \(lost.board.board)" : Wording.quote(title)
    return [
      "\(name) of \(lost.user), coordinator: \(lost.coordinator), as it was at edit "
        + "\(lost.board.sequence), before the coordinator's data was replaced "
        + "(\(LocalTime.text(lost.time)))",
      "  `board export --copy FILE` prints it, and `board export` what there is now: \(lost.path)",
    ].map { PlainText.line($0) }.joined(separator: "\n")
  }
}

extension LostBoard {
  /// The board; nil where this program is too old for it.
  var contents: Board? {
    try? Board(id: board.board, sequence: board.sequence, entities: board.entities)
  }
}
