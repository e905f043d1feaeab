import BoardModel
import Launcher
import NIOCore
import NIOPosix
import WindowStore
import WindowSync
import Windows
import Wording

// Editing a card's text in $EDITOR, which has the terminal. The link stays open meanwhile.
extension WindowRun {
  func openEditor(_ card: CardID, _ body: Text) {
    let left = editing.begin(card)
    let text = left?.text ?? Array(body.string.utf8)
    let opened = left?.opened ?? OpenedBody.bytes(body, of: card)
    let (files, editor) = (files, setting.editor)
    setting.onDisk({ try files.beginEditing(card, text: text, opened: opened) }) { result in
      switch result {
      case .failure(let error):
        let reason = "The text could not be written for the editor: \(error)."
        self.finished(card, .failed(reason: reason, leavesText: left != nil))
      case .success(let edited):
        // If the body was given out just now, the window knows more of it than the file's bytes
        // say, so nothing is passed.
        let earlier = left.flatMap { OpenedBody.body($0.opened, of: card) }
        self.screen.leave { self.run(editor, on: edited, openedAs: earlier) }
      }
    }
  }

  private func run(_ editor: EditorCommand?, on edited: EditedBody, openedAs earlier: Text?) {
    isLent = true
    let files = files
    setting.way.threads.runIfActive(eventLoop: setting.loop) {
      () -> (failure: String?, left: EditedBody?) in
      let failure = EditorProcess.run(editor, on: edited.path)
      return (failure, try files.editedBodies().first { $0.card == edited.card })
    }.assumeIsolated().whenComplete { result in
      self.isLent = false
      // The window gets the text before it gets the keys again.
      self.finished(edited.card, WindowRun.result(result, edited.path, openedAs: earlier))
      self.takeBack()
    }
  }

  private static func result(
    _ end: Result<(failure: String?, left: EditedBody?), any Error>, _ path: String,
    openedAs earlier: Text?
  ) -> EditorResult {
    switch end {
    // The file may hold anything, but it cannot be read now.
    case .failure(let error):
      return .failed(reason: "What was edited cannot be read: \(error).", leavesText: true)
    case .success((let failure?, let left)):
      return .failed(reason: failure, leavesText: left.map { OpenedBody.isChanged($0) } ?? false)
    case .success((nil, nil)):
      return .failed(reason: "The editor removed its file: \(path).", leavesText: false)
    case .success((nil, let left?)):
      guard let text = String(validating: left.text, as: UTF8.self) else {
        return .failed(reason: "What was saved is not UTF-8: \(path).", leavesText: true)
      }
      return .saved(text, openedAs: earlier)
    }
  }

  private func takeBack() {
    do {
      try screen.enter()
      handle(.window(.resized(screen.size)))
    } catch {
      request(.failed(.system("\(error)")))
    }
  }

  private func finished(_ card: CardID, _ result: EditorResult) {
    handle(.window(.editorFinished(card, result)))
  }

  func editorDone(_ card: CardID, _ file: EditedFile) {
    // This runs after the edits that the text led to, which are made in this same turn.
    setting.loop.assumeIsolated().execute {
      let edited = (try? self.files.editedBodies())?.first { $0.card == card }
      let counter = self.replica.pending.last?.id.counter ?? 0
      self.editing.end(card, file, edited, counter: counter)
      self.describe(self.window.viewState)
      switch file {
      case .stays: self.reduceBodies()
      case .goes: self.save { try $0.endEditing(card) }
      case .goesWithEdits:
        guard let edited else { return }
        guard !self.replica.pending.isEmpty else { return self.finishEditing(through: counter) }
        self.save { _ = try $0.beginEditing(card, text: edited.text, opened: OpenedBody.merged) }
      }
    }
  }

  /// Takes out of the bodies that no editor has what was purged, and tells of those whose card was.
  func reduceBodies() {
    guard let board = replica.visible else { return }
    let kept = editing.takeKept(through: replica.shownThrough) { PurgedBody.isConcerned($0, board) }
    for card in kept { save { try $0.endEditing(card) } }
    for edited in (try? files.editedBodies()) ?? [] where editing.isLeft(edited.card) {
      guard let reduced = PurgedBody.reduced(edited, on: board) else { continue }
      let card = edited.card
      editing.replaced(
        EditedBody(card: card, path: edited.path, text: reduced.text, opened: reduced.opened))
      save { try $0.replaceEdited(card, text: reduced.text, opened: reduced.opened) }
    }
    for notice in editing.purges(on: board, WindowClock.zone.text) {
      handle(.window(.notice(notice)))
    }
  }

  /// Removes the files of texts whose edits are acknowledged, given that the coordinator has all of
  /// this session's edits up to `counter`.
  func finishEditing(through counter: UInt64) {
    for card in editing.acknowledged(through: counter) { save { try $0.endEditing(card) } }
  }
}
