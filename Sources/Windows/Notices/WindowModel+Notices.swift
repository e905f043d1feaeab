// This part tells the person something in the last line.
extension WindowModel {
  /// Shows the result of the person's own action.
  mutating func answer(_ text: String, _ kind: Notice.Kind = .answer) {
    notices.add(Notice(text, kind))
  }

  /// Shows why something cannot be done.
  mutating func refuse(_ text: String) {
    answer(text, .refusal)
    effects.append(.bell)
  }

  /// Shows why not all of a text was taken.
  mutating func tell(_ change: LineField.Change, of field: LineField) {
    switch change {
    case .cut(.full): refuse("It cannot be longer: \(field.limit) characters.")
    case .cut(.firstLineOnly): answer("Only the first line was pasted: this is one line.", .refusal)
    case .text, .caret, .none: break
    }
  }

  /// Shows what others did, or what happened by itself.
  mutating func report(_ text: String, _ kind: Notice.Kind, about topic: Notice.Topic? = nil) {
    notices.add(Notice(text, kind), about: topic)
  }

  mutating func keepGuardedUndo(_ text: String) {
    edits.undoWasGuarded()
    report(text, .loss, about: .guardedUndo)
  }

  /// Forgets the guarded undo, because it was forced, or because undo would now take back a newer
  /// edit.
  mutating func forgetGuardedUndo() {
    edits.forgetGuardedUndo()
    notices.withdraw(.guardedUndo)
  }
}
