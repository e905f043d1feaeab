import BoardModel
import Wording

/// The edit that a key makes of the chosen entry of a section, and what is said once it is made.
struct SectionEdit {
  /// The sentence that says why a key makes no edit of the entry.
  struct Fault: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  let intent: Intent
  let answer: String?
  /// Whether an undo on the card takes it back.
  let isUndoable: Bool

  init(_ intent: Intent, _ answer: String? = nil, isUndoable: Bool = true) {
    (self.intent, self.answer, self.isUndoable) = (intent, answer, isUndoable)
  }

  static func toggle(_ element: CardElement, on card: CardID, _ board: Board?) -> SectionEdit {
    if let stamp = board?.attached(element, to: card) {
      SectionEdit(.detach(card, element, seen: stamp.operation))
    } else {
      SectionEdit(.attach(card, element))
    }
  }

  /// - Returns: nil where the entry is gone.
  static func removal(
    of row: SectionRow?, on card: CardID, _ view: BoardView
  ) throws(Fault) -> SectionEdit? {
    guard let row else { throw Fault("There is nothing to take away.") }
    switch row.target {
    case .label(let id): return try detachment(of: .label(id), from: card, view.board)
    case .assignee(let user): return try detachment(of: .assignee(user), from: card, view.board)
    case .due: return SectionEdit(.set(.cardDue(card), .number(nil)))
    case .priority: return SectionEdit(.set(.cardPriority(card), .number(nil)))
    case .blocker(let id): return try detachment(of: .blocker(id), from: card, view.board)
    case .item(let id):
      return SectionEdit(
        .set(.itemRemoved(card, id), .flag(true)),
        "Removed \(view.words.quoted(row.text)). ctrl-z undoes.")
    case .comment(let id):
      guard let comment = view.board?.comment(id, on: card) else { return nil }
      let author = comment.created.author.user
      guard author == view.user || view.board?.role(of: view.user) == .owner else {
        throw Fault("\(author) wrote it: it is not yours.")
      }
      return SectionEdit(
        .set(.commentRemoved(card, id), .flag(true)), "Removed the comment. ctrl-z undoes.")
    case .proposal(let field, let user, let operation):
      // A dismissal has no step that an undo takes back.
      return SectionEdit(
        .settle(field, user: user, operation: operation, accept: false),
        "Dismissed what \(user) proposed.", isUndoable: false)
    }
  }

  private static func detachment(
    of element: CardElement, from card: CardID, _ board: Board?
  ) throws(Fault) -> SectionEdit {
    guard let stamp = board?.attached(element, to: card) else {
      throw Fault("The card does not have it.")
    }
    return SectionEdit(.detach(card, element, seen: stamp.operation))
  }

  /// The removal of a label from the board.
  static func labelRemoval(of row: SectionRow?, _ words: Wording) throws(Fault) -> SectionEdit {
    guard let row, case .label(let id) = row.target else {
      throw Fault("Only labels can be removed from the board.")
    }
    return SectionEdit(
      .set(.labelRemoved(id), .flag(true)),
      "Removed \(words.quoted(row.text)) from the board. ctrl-z undoes.")
  }

  static func recolouring(of row: SectionRow?, by step: Int) throws(Fault) -> SectionEdit {
    guard case .label(let id) = row?.target, let colour = row?.colour else {
      throw Fault("Only labels have colours.")
    }
    let count = BoardLimits.colours
    let next = (Int(colour) + step + count) % count
    return SectionEdit(.set(.labelColour(id), .number(UInt32(next))))
  }

  /// - Parameter index: the place of the chosen entry among the rows.
  static func move(
    of index: Int, by step: Int, _ rows: [SectionRow], on card: CardID
  ) throws(Fault) -> SectionEdit {
    guard rows.indices.contains(index), case .item(let id) = rows[index].target else {
      throw Fault("Only items of a checklist can be moved.")
    }
    let others = rows.compactMap { row -> ItemID? in
      if case .item(let other) = row.target, other != id { other } else { nil }
    }
    let place = index + step
    guard (0...others.count).contains(place) else {
      throw Fault(step < 0 ? "It is at the top already." : "It is at the bottom already.")
    }
    let anchors = Anchors<ItemKind>(
      after: place > 0 ? others[place - 1] : nil, before: place < others.count ? others[place] : nil
    )
    return SectionEdit(.set(.itemPlace(card, id), .itemPlace(anchors)))
  }
}
