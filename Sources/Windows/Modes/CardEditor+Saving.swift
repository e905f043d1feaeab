import BoardModel
import WindowSync

// This part of the editor turns typed text into operations, and takes in others' operations.
extension CardEditor {
  /// Makes an edit of what was typed in the body.
  mutating func flush(_ model: inout WindowModel) {
    guard asked == nil else { return }
    pause.clear()
    guard let splice = body.draft.splice else { return }
    guard model.edit(.cardSplice(card, splice)) else { return }
    asked = splice
    own.made()
  }

  mutating func leaveTitle(_ model: inout WindowModel) {
    commitTitle(&model)
    if !title.line.isBlank { field = .body }
  }

  mutating func commitTitle(_ model: inout WindowModel) {
    guard title.isDirty else { return }
    guard !title.line.isBlank else {
      return model.refuse("A title cannot be empty.")
    }
    if model.edit(.cardRetitle(card, title: title.line.text)) {
      title.committed()
      own.made()
      own.forgetRedo()
    }
  }

  /// The splice that was asked for became an operation, perhaps split differently.
  mutating func made(_ id: OperationID, _ intent: Intent) {
    guard asked != nil, case .cardSplice(card, let splice) = intent else { return }
    asked = nil
    body.draft.commit(splice, as: id, isTypedSince: pause.end != nil)
  }

  /// The edit was refused, or could not be stored: what was typed stays in the draft.
  mutating func refused(_ refusal: EditRefusal) {
    asked = nil
    own.refused()
    if case .notStored = refusal { body.draft.reopen() }
  }

  mutating func renumbered() {
    asked = nil
    body.draft.renumbered()
  }

  /// Turns what was typed into edits; from then on the card is only read.
  mutating func close(_ model: inout WindowModel) {
    flush(&model)
    commitTitle(&model)
    strand(&model.edits)
    putAside(&model.edits)
  }

  /// Keeps what was typed in a section until the card is opened again.
  mutating func putAside(_ edits: inout EditLedger) {
    keepEntry()
    if let entry = stashedDraft, edits.stash(entry, on: card) { stashedDraft = nil }
  }

  /// Keeps what was typed while edits are not possible, until they are.
  private func strand(_ edits: inout EditLedger) {
    if asked == nil, let splice = body.draft.splice { edits.strand(.cardSplice(card, splice)) }
    if title.isDirty, !title.line.isBlank {
      edits.strand(.cardRetitle(card, title: title.line.text))
    }
  }

  // MARK: What others do

  /// - Parameters:
  ///   - shown: the highest counter of this session's operations that the board shows.
  ///   - session: the session of this window.
  /// - Returns: what others did to what is typed.
  mutating func boardChanged(
    _ card: Card, previous: Card?, shown: UInt64, user: String, session: SessionID
  ) -> [Notice] {
    var notices: [Notice] = []
    body.draft.rebase(onto: card.body, shown: shown, session: session)
    let isRenamed = previous.map { $0.title.value != card.title.value } ?? false
    if isRenamed, !card.title.stamp.isOwn(of: user, in: session) {
      if title.isDirty {
        notices.append(
          Notice(
            "\(card.title.stamp.author.user) renamed this card to “\(card.title.value)” meanwhile.",
            .loss))
      }
      title.renamed(to: card.title.value)
    } else if isRenamed, !title.isDirty {
      title.renamed(to: card.title.value)
    }
    if card.archived.value, previous?.archived.value == false,
      !card.archived.stamp.isOwn(of: user, in: session)
    {
      let who = card.archived.stamp.author.user
      notices.append(
        Notice("\(who) archived this card; what you write still lands on it.", .loss))
    }
    return notices
  }
}
