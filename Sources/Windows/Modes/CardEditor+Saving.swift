import BoardModel
import WindowSync

// How what is typed becomes operations, and how others' operations arrive.
extension CardEditor {
  /// Makes an edit of what was typed in the body.
  mutating func flush(_ model: inout WindowModel) {
    (flushAt, dirtySince) = (nil, nil)
    guard asked == nil, let splice = draft.splice else { return }
    guard model.edit(.cardSplice(card, splice)) else { return }
    asked = splice
    undoable += 1
  }

  mutating func leaveTitle(_ model: inout WindowModel) {
    commitTitle(&model)
    if !title.isBlank { field = .body }
  }

  mutating func commitTitle(_ model: inout WindowModel) {
    guard isTitleDirty else { return }
    guard !title.isBlank else {
      return model.refuse("A title cannot be empty.")
    }
    if model.edit(.cardRetitle(card, title: title.text)) {
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
  mutating func close(_ model: inout WindowModel) {
    flush(&model)
    commitTitle(&model)
    strand(&model)
    putAside(&model)
  }

  /// What is typed in a section waits for the card to be opened again.
  mutating func putAside(_ model: inout WindowModel) {
    keepEntry()
    if let entry = stashedDraft, model.stashedDrafts.count < ViewState.maximumDrafts {
      model.stashedDrafts[card] = entry
      stashedDraft = nil
    }
  }

  /// Where nothing can be edited, what was typed is kept until something can.
  private func strand(_ model: inout WindowModel) {
    if asked == nil, let splice = draft.splice { model.edits.strand(.cardSplice(card, splice)) }
    if isTitleDirty, !title.isBlank {
      model.edits.strand(.cardRetitle(card, title: title.text))
    }
  }

  // MARK: What others do

  mutating func boardChanged(_ model: inout WindowModel, previous: Card?) {
    guard let card = model.card(card) else { return }
    draft.rebase(onto: card.body, shown: model.edits.shown, session: model.session)
    let isRenamed = previous.map { $0.title.value != card.title.value } ?? false
    if isRenamed, card.title.stamp.operation.session != model.session {
      if isTitleDirty {
        model.report(
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
      card.archived.stamp.operation.session != model.session
    {
      model.report(
        "\(card.archived.stamp.author.user) archived this card; what you write still lands on it.",
        .loss)
    }
  }
}
