import BoardModel

/// A board as Markdown: columns as headings, cards as headings below them with their bodies as
/// quotes, so that nothing in a body can become part of the structure.
enum Markdown {
  static func text(_ board: Board) -> String {
    var parts = ["# \(heading(board.title?.value ?? ""))"]
    for column in board.liveColumns {
      parts.append("## \(heading(column.title.value))")
      parts += board.liveCards(in: column.id).flatMap { card($0) }
    }
    let archive = board.archivedCards
    if !archive.isEmpty {
      parts.append("## Archive")
      parts += archive.flatMap { card($0) }
    }
    return parts.joined(separator: "\n\n")
  }

  private static func card(_ card: Card) -> [String] {
    let body = card.body.string
    let title = "### \(heading(card.title.value))"
    if body.isEmpty { return [title] }
    let quote = PlainText.lines(body).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n")
    return [title, quote]
  }

  /// A title in which no mark of Markdown means anything.
  private static func heading(_ title: String) -> String {
    var text = ""
    for character in PlainText.line(title) {
      if "\\`*_{}[]<>#|".contains(character) { text += "\\" }
      text.append(character)
    }
    return text
  }
}
