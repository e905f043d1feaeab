import BoardModel
import WindowSync

// How what is typed becomes operations, and how others' operations arrive.
extension CardEditor {
  /// Makes an edit of what was typed in the body.
  mutating func flush(_ desk: inout Desk) {
    (flushAt, dirtySince) = (nil, nil)
    guard asked == nil, let splice = draft.splice else { return }
    guard desk.edit(.cardSplice(card, splice)) else { return }
    asked = splice
    undoable += 1
  }

  mutating func leaveTitle(_ desk: inout Desk) {
    commitTitle(&desk)
    if !title.isBlank { field = .body }
  }

  mutating func commitTitle(_ desk: inout Desk) {
    guard isTitleDirty else { return }
    guard !title.isBlank else {
      return desk.refuse("A title cannot be empty.")
    }
    if desk.edit(.cardRetitle(card, title: title.text)) {
      titleBase = title.text
      undoable += 1
      redoable = 0
    }
  }

  /// The splice that was asked for became an operation, perhaps cut into other pieces.
  mutating func made(_ id: OperationID, _ intent: Intent) {
    guard asked != nil, case .cardSplice(card, let splice) = intent else { return }
    asked = nil
    draft.commit(splice, as: id)
  }

  /// It did not, or not for good: what was typed stays here.
  mutating func refused(_ refusal: EditRefusal) {
    asked = nil
    undoable = max(0, undoable - 1)
    if case .notStored = refusal { draft.reopen() }
  }

  mutating func renumbered() {
    asked = nil
    draft.renumbered()
  }

  /// What is typed becomes edits, and the card is only read.
  mutating func close(_ desk: inout Desk) {
    flush(&desk)
    commitTitle(&desk)
    strand(&desk)
    putAside(&desk)
  }

  /// What is typed in a section waits for the card to be opened again.
  mutating func putAside(_ desk: inout Desk) {
    keepEntry()
    if let entry = setAside, desk.asides.count < ViewState.maximumDrafts {
      desk.asides[card] = entry
      setAside = nil
    }
  }

  /// Where nothing can be edited, what was typed is kept until something can.
  private func strand(_ desk: inout Desk) {
    if asked == nil, let splice = draft.splice { desk.edits.strand(.cardSplice(card, splice)) }
    if isTitleDirty, !title.isBlank {
      desk.edits.strand(.cardRetitle(card, title: title.text))
    }
  }

  // MARK: What others do

  mutating func boardChanged(_ desk: inout Desk, previous: Card?) {
    guard let card = desk.card(card) else { return }
    draft.rebase(onto: card.body, shown: desk.edits.shown, session: desk.session)
    let isRenamed = previous.map { $0.title.value != card.title.value } ?? false
    if isRenamed, card.title.stamp.operation.session != desk.session {
      if isTitleDirty {
        desk.report(
          "\(card.title.stamp.author.user) renamed this card to “\(card.title.value)” meanwhile.",
          .loss)
      } else {
        title = LineField(card.title.value)
      }
      titleBase = card.title.value
    } else if isRenamed, !isTitleDirty {
      title = LineField(card.title.value)
      titleBase = card.title.value
    }
    if card.archived.value, previous?.archived.value == false,
      card.archived.stamp.operation.session != desk.session
    {
      desk.report(
        "\(card.archived.stamp.author.user) archived this card; what you write still lands on it.",
        .loss)
    }
  }
}
