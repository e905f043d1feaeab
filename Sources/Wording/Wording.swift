public import BoardModel

/// What people read of a board: its things by the names that they have now, and in further parts
/// of this value its fields, edits, outcomes, receipts and histories. A fact is worded once, for
/// windows and commands; where they speak in different voices, both stand beside each other.
public struct Wording: Sendable {
  let board: Board?
  /// The user who reads, whose favourites and role are meant.
  let user: String
  let undone: UndoneEdits?
  /// The most characters that are shown of a title.
  let longest: Int

  /// The most characters of a title in a line of a command.
  public static let lineLength = 60

  /// - Parameters:
  ///   - board: nil while none is known.
  ///   - undone: the edits that undos took back; nil for those that the board remembers.
  public init(
    board: Board?, user: String = "", undone: UndoneEdits? = nil, longest: Int = lineLength
  ) {
    self.board = board
    self.user = user
    self.undone = undone ?? board.map { UndoneEdits($0) }
    self.longest = longest
  }

  // MARK: Texts of others

  /// A text that somebody wrote, in quotation marks and in one line.
  public static func quote(_ text: String, longest: Int = lineLength) -> String {
    "“\(shortened(text.oneLine, longest))”"
  }

  public static func shortened(_ text: String, _ longest: Int = lineLength) -> String {
    text.count > longest ? text.prefix(longest - 1) + "…" : text
  }

  public func quoted(_ text: String) -> String { Wording.quote(text, longest: longest) }

  /// A text without quotation marks, in the length of a title.
  public func short(_ text: String) -> String { Wording.shortened(text, longest) }

  // MARK: Things on the board

  public func card(_ id: CardID) -> String {
    if let card = board?.card(id) { return quoted(card.title.value) }
    return board?.purge(of: id) == nil ? "a card" : "a card that was purged"
  }

  /// One card by its title, several by their number.
  public func cards(_ ids: [CardID]) -> String {
    ids.count == 1 ? card(ids[0]) : "\(ids.count) cards"
  }

  public func column(_ id: ColumnID) -> String {
    title(of: id) ?? "a column \(gone)"
  }

  public func theColumn(_ id: ColumnID) -> String {
    "the column \(title(of: id) ?? gone)"
  }

  private func title(of column: ColumnID) -> String? {
    board?.column(column).map { quoted($0.title.value) }
  }

  /// A label, behind the word for it.
  public func label(_ id: LabelID) -> String {
    board?.label(id).map { quoted($0.name.value) } ?? gone
  }

  /// An item, behind the word for it.
  public func item(_ id: ItemID, on card: CardID) -> String {
    board?.item(id, on: card).map { quoted($0.text.value) } ?? gone
  }

  private var gone: String { board == nil ? "that is not known here" : "that is gone" }
  static let unsorted = quote(Board.unsortedTitle)

  func element(_ element: CardElement) -> String {
    switch element {
    case .label(let id): "label \(label(id))"
    case .assignee(let user): "assignee \(user)"
    case .blocker(let id): "blocker \(card(id))"
    }
  }

  // MARK: Users

  /// What stands behind a number that names nothing, where things are numbered from 1.
  public static func numbers(to count: Int) -> String {
    count == 1 ? "there is only number 1" : "the numbers are 1 to \(count)"
  }

  public static func name(ofUser user: String) -> String {
    user.isEmpty ? "everyone else" : user
  }

  /// The user who made an operation; nil if the board does not know any more.
  func author(of operation: OperationID) -> String? {
    board?.undo.record(of: operation)?.stamp.author.user
  }

  public static func name(_ role: Role) -> String {
    switch role {
    case .owner: "owner"
    case .editor: "editor"
    case .commenter: "commenter"
    case .viewer: "viewer"
    }
  }

  /// A role behind its article.
  public static func article(_ role: Role) -> String {
    switch role {
    case .owner, .editor: "an \(name(role))"
    case .commenter, .viewer: "a \(name(role))"
    }
  }

  /// The parts as people enumerate them.
  static func list(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension String {
  /// The text in one line, with a mark in place of each line break.
  public var oneLine: String { replacing("\n", with: "⏎") }
}
