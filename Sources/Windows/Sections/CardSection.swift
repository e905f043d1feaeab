import BoardModel
import WindowSync

/// The parts of a card besides its title and body, in the order in which Tab visits them.
enum CardSection: CaseIterable, Hashable, Sendable {
  case labels, assignees, due, priority, blockers, checklist, comments, proposals

  var title: String {
    switch self {
    case .labels: "Labels"
    case .assignees: "Assigned"
    case .due: "Due"
    case .priority: "Priority"
    case .blockers: "Blocked by"
    case .checklist: "Checklist"
    case .comments: "Comments"
    case .proposals: "Proposals"
    }
  }
}

/// An entry of a section.
struct SectionRow: Equatable, Sendable {
  enum Target: Hashable, Sendable {
    case label(LabelID)
    case assignee(String)
    case due
    case priority(Priority?)
    case blocker(CardID)
    case item(ItemID)
    case comment(CommentID)
    case proposal(FieldAddress, user: String, OperationID)
  }

  let target: Target
  /// The sign to the left of the text, such as `[x]`.
  var sign = ""
  let text: String
  /// The author and time, below the text or at the end of its line.
  var aside = ""
  /// The colour of a label, 0 to 15.
  var colour: UInt8?
}

/// The state of the section that has the keys: the chosen entry, and what is typed.
struct SectionState: Sendable {
  private(set) var index = 0
  private var target: SectionRow.Target?
  var entry: SectionEntry?
  /// The number of lines that a long entry is scrolled by.
  var scroll = 0
  /// The names to choose assignees from, found when the section was entered.
  var people: [String] = []

  func selected(in rows: [SectionRow]) -> SectionRow? {
    rows.indices.contains(index) ? rows[index] : nil
  }

  mutating func select(_ index: Int, in rows: [SectionRow]) {
    self.index = min(max(0, index), max(0, rows.count - 1))
    target = selected(in: rows)?.target
    scroll = 0
  }

  mutating func select(_ target: SectionRow.Target) {
    self.target = target
    scroll = 0
  }

  /// Finds the chosen entry again after others came or went.
  mutating func resolve(in rows: [SectionRow]) {
    if let target, let place = rows.firstIndex(where: { $0.target == target }) {
      index = place
    } else {
      index = min(index, max(0, rows.count - 1))
      // An entry that was just made appears with the next board.
      if target == nil || !rows.isEmpty { target = target ?? selected(in: rows)?.target }
    }
  }
}

/// The text that is typed in a section, in its place.
struct SectionEntry: Sendable {
  enum Purpose: Hashable, Sendable {
    case newLabel
    case renameLabel(LabelID, from: String)
    case newAssignee
    case due
    case newBlocker
    case newItem
    case rewordItem(ItemID, from: String)
    case newComment
    /// The comment's text has the identities by which what is typed is merged.
    case editComment(CommentID, Text)
  }

  let purpose: Purpose
  var field: LineField

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    switch purpose {
    case .newComment, .editComment:
      field = LineField(text, limit: BoardLimits.commentScalars, takesLines: true)
    case .newLabel, .renameLabel, .newAssignee, .due, .newBlocker, .newItem, .rewordItem:
      field = LineField(text)
    }
  }

  /// The entry that is changed; nil for a new one.
  var target: SectionRow.Target? {
    switch purpose {
    case .renameLabel(let id, _): .label(id)
    case .rewordItem(let id, _): .item(id)
    case .editComment(let id, _): .comment(id)
    case .due: .due
    case .newLabel, .newAssignee, .newBlocker, .newItem, .newComment: nil
    }
  }

  /// The section in which the entry is typed.
  var section: CardSection {
    switch purpose {
    case .newLabel, .renameLabel: .labels
    case .newAssignee: .assignees
    case .due: .due
    case .newBlocker: .blockers
    case .newItem, .rewordItem: .checklist
    case .newComment, .editComment: .comments
    }
  }

  var label: String {
    switch purpose {
    case .newLabel: "New label: "
    case .newAssignee: "User: "
    case .due: "Due: "
    case .newBlocker: "Card: "
    case .newItem: "New item: "
    case .newComment: "Comment: "
    case .renameLabel, .rewordItem, .editComment: ""
    }
  }

  /// Whether Tab completes what is typed.
  var isCompleted: Bool {
    switch purpose {
    case .newAssignee, .newBlocker: true
    case .newLabel, .renameLabel, .due, .newItem, .rewordItem, .newComment, .editComment: false
    }
  }

  var isComment: Bool {
    switch purpose {
    case .newComment, .editComment: true
    case .newLabel, .renameLabel, .newAssignee, .due, .newBlocker, .newItem, .rewordItem: false
    }
  }

  /// The draft that would be lost if the window ended now.
  func draft(on card: CardID) -> ViewState.Draft? {
    let text = field.text
    guard !text.isEmpty else { return nil }
    switch purpose {
    case .newComment: return .comment(card, nil, text)
    case .editComment(let id, let opened):
      return text == opened.string ? nil : .comment(card, id, text)
    case .newItem: return .item(card, nil, text, from: "")
    case .rewordItem(let id, let before):
      return text == before ? nil : .item(card, id, text, from: before)
    case .newLabel, .renameLabel, .newAssignee, .due, .newBlocker: return nil
    }
  }
}
