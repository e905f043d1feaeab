import BoardModel
import WindowSync
import Wording

// This part takes what was purged off the screen, and keeps what the person typed there.
extension BoardWindow {
  mutating func leavePurged(since previous: Board?) {
    guard let board = model.board else { return }
    if let editor = mode.openCard, board.purge(of: editor.card) != nil {
      restoring.postpone(editor.unsaved(counter: model.edits.nextCounter))
      mode = .browsing
    }
    if case .prompt(let prompt) = mode, case .retitle(let card, _) = prompt.purpose,
      board.purge(of: card) != nil
    {
      if let draft = prompt.draft { restoring.postpone([draft]) }
      mode = .browsing
    }
    model.keepOrphans(restoring.takePurged(on: board))
    guard let previous, previous.id == board.id, previous.lastPurge < board.lastPurge else {
      return
    }
    // What the coordinator told before may be what was purged.
    let view = model.view
    tellHistory { $0.startAgain(view) }
    letGoOfPurged(on: board)
  }

  /// Lets go of carried cards of which one was purged: their titles are shown in all windows.
  private mutating func letGoOfPurged(on board: Board) {
    guard let dragged = model.carried.dragged, dragged.board == board.id,
      dragged.cards.contains(where: { board.purge(of: $0) != nil })
    else { return }
    model.carry(.release)
    model.report("What you carried was purged.", .loss)
  }
}
