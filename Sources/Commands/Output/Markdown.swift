import BoardModel
import Launcher
import Wording

/// A board as Markdown. Columns are headings, and cards are headings below them with their bodies
/// as quotes, so that nothing in a body can become part of the structure.
enum Markdown {
  static func text(_ board: Board) -> String {
    var parts = ["# \(heading(board.title?.value ?? ""))"] + about(board)
    for column in board.liveColumns {
      parts.append("## \(heading(column.title.value))")
      if let limit = board.wipLimit(of: column.id) {
        let over = board.isOverWIPLimit(column.id) ? " (over its limit)" : ""
        parts.append("Limit: \(board.liveCount(in: column.id))/\(limit)\(over)")
      }
      parts += board.liveCards(in: column.id).flatMap { card($0, on: board) }
    }
    let archive = board.archivedCards
    if !archive.isEmpty {
      parts.append("## Archive")
      parts += archive.flatMap { card($0, on: board) }
    }
    return parts.joined(separator: "\n\n")
  }

  /// The members with their roles, and the labels.
  private static func about(_ board: Board) -> [String] {
    var parts: [String] = []
    let members = board.members.map { member in
      "\(heading(Wording.name(ofUser: member.user))) "
        + "(\(Wording.name(member.role)))"
    }
    if !members.isEmpty { parts.append("Members: \(members.joined(separator: ", "))") }
    let labels = board.labels.map {
      "\(heading($0.name.value)) (\(LabelColour.name($0.colour)))"
    }
    if !labels.isEmpty { parts.append("Labels: \(labels.joined(separator: ", "))") }
    return parts
  }

  private static func card(_ card: Card, on board: Board) -> [String] {
    var parts = ["### \(board.cardName(card.id)) \(heading(card.title.value))"]
    var facts: [String] = []
    let labels = board.labels(on: card.id).map { heading($0.name.value) }
    if !labels.isEmpty { facts.append("Labels: \(labels.joined(separator: ", "))") }
    let assignees = board.assignees(of: card.id).map { heading($0) }
    if !assignees.isEmpty { facts.append("Assigned: \(assignees.joined(separator: ", "))") }
    if let priority = board.priority(of: card.id) {
      facts.append("Priority: \(Wording.name(priority))")
    }
    let blocking = board.blocking(card.id).map { board.cardName($0.id) }
    if !blocking.isEmpty { facts.append("Blocked by: \(blocking.joined(separator: ", "))") }
    if let due = board.due(of: card.id) { facts.append("Due: \(DueDay.text(due))") }
    // Two blanks make a line break, as Markdown would join the lines.
    if !facts.isEmpty { parts.append(facts.joined(separator: "  \n")) }
    let body = card.body.string
    if !body.isEmpty { parts.append(quote(body)) }
    let items = board.checklist(of: card.id).map { item in
      "- \(item.done ? "[x]" : "[ ]") \(heading(item.text.value))"
    }
    if !items.isEmpty { parts.append(items.joined(separator: "\n")) }
    for comment in board.comments(on: card.id) {
      let moment = LocalTime.text(comment.created.time)
      parts.append("\(heading(comment.created.author.user)), \(moment):")
      parts.append(quote(comment.body.string))
    }
    return parts
  }

  private static func quote(_ text: String) -> String {
    PlainText.lines(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n")
  }

  /// A title in which no mark of Markdown has an effect.
  private static func heading(_ title: String) -> String {
    var text = ""
    for character in PlainText.line(title) {
      if "\\`*_{}[]<>#|".contains(character) { text += "\\" }
      text.append(character)
    }
    return text
  }
}
