import BoardModel
import Launcher
import Screen
import Wording

// The text of labels, members, items and comments, for people.
extension PlainText {
  /// What follows a card's title in a list: its labels, assignees, due date, checklist and
  /// comments. Empty if the card has none.
  static func fields(of card: Card, on board: Board, today: UInt32) -> String {
    var text = ""
    let labels = board.labels(on: card.id).map(\.name.value)
    if !labels.isEmpty { text += "  [\(labels.joined(separator: ", "))]" }
    for user in board.assignees(of: card.id) { text += " @\(user)" }
    if let priority = board.priority(of: card.id) { text += "  \(Wording.name(priority))" }
    let blocking = board.blocking(card.id).map { board.cardName($0.id) }
    if !blocking.isEmpty { text += "  blocked by \(blocking.joined(separator: " "))" }
    if let due = due(of: card, on: board, today: today) { text += "  due \(due)" }
    let items = board.checklist(of: card.id)
    if !items.isEmpty { text += "  \(items.count(where: \.done))/\(items.count)" }
    let comments = board.comments(on: card.id).count
    if comments > 0 { text += comments == 1 ? "  1 comment" : "  \(comments) comments" }
    return line(text)
  }

  static func due(of card: Card, on board: Board, today: UInt32) -> String? {
    board.due(of: card.id).map {
      DueDay.text($0) + (board.isOverdue(card, on: today) ? ", overdue" : "")
    }
  }

  /// The lines below a list that say what waits for the user: receipts and proposals.
  static func waiting(on board: Board, user: String) -> String {
    let receipts = board.receipts(of: user).count
    let proposals = board.proposalsInOrder.count
    var lines: [String] = []
    if receipts > 0 {
      lines.append(
        (receipts == 1 ? "1 edit of yours was" : "\(receipts) edits of yours were")
          + " replaced or refused: `board receipts`")
    }
    if proposals > 0 {
      lines.append(
        (proposals == 1 ? "1 proposal waits" : "\(proposals) proposals wait")
          + ": `board proposals`")
    }
    return lines.joined(separator: "\n")
  }

  /// The number of cards in a column, with the column's limit if there is one.
  static func load(of column: Column, on board: Board) -> String {
    let count = board.liveCount(in: column.id)
    guard let limit = board.wipLimit(of: column.id) else { return "\(count)" }
    return "\(count)/\(limit)\(count > limit ? ", over its limit" : "")"
  }

  /// The rows with a card's labels, assignees and due date for the head of `board show`.
  static func fieldRows(of card: Card, on board: Board, today: UInt32) -> [[String]] {
    var rows: [[String]] = []
    let labels = board.labels(on: card.id).map(\.name.value)
    if !labels.isEmpty { rows.append(["labels", line(labels.joined(separator: ", "))]) }
    let assignees = board.assignees(of: card.id)
    if !assignees.isEmpty { rows.append(["assigned", line(assignees.joined(separator: ", "))]) }
    if let due = due(of: card, on: board, today: today) { rows.append(["due", due]) }
    if let priority = board.priority(of: card.id) {
      rows.append(["priority", Wording.name(priority)])
    }
    let blockers = board.blockers(of: card.id).map { blocker in
      "\(board.cardName(blocker.id)) \(blocker.title.value)"
        + (blocker.archived.value ? " (archived: blocks no longer)" : "")
    }
    if !blockers.isEmpty { rows.append(["blockers", line(blockers.joined(separator: ", "))]) }
    return rows
  }

  /// The blocks below a card's body: its checklist, comments and proposals.
  static func sections(of card: Card, on board: Board) -> [String] {
    [checklist(of: card, on: board), comments(on: card, board), proposals(on: card, board)]
      .compactMap { $0 }
  }

  private static func checklist(of card: Card, on board: Board) -> String? {
    let items = board.checklist(of: card.id)
    guard !items.isEmpty else { return nil }
    let rows = items.enumerated().map { index, item in
      ["  \(index + 1)", "\(item.done ? "[x]" : "[ ]") \(line(item.text.value))"]
    }
    return (["checklist \(items.count(where: \.done))/\(items.count)"] + TextTable.lines(rows))
      .joined(separator: "\n")
  }

  private static func comments(on card: Card, _ board: Board) -> String? {
    let comments = board.comments(on: card.id)
    guard !comments.isEmpty else { return nil }
    let names = ShortNames(of: comments.map(\.id))
    let blocks = comments.enumerated().map { index, comment in
      let head =
        "  \(index + 1)  \(names.name(of: comment.id))  \(comment.created.author.user), "
        + "\(LocalTime.text(comment.created.time))"
      let edited =
        comment.bodyStamp == comment.created
        ? "" : ", edited \(LocalTime.text(comment.bodyStamp.time))"
      return line(head + edited) + "\n" + lines(comment.body.string, indent: "    ")
    }
    return (["comments"] + blocks).joined(separator: "\n")
  }

  private static func proposals(on card: Card, _ board: Board) -> String? {
    let proposals = board.proposals(on: card.id)
    guard !proposals.isEmpty else { return nil }
    let names = ProposalNames(board)
    return (["proposals"] + proposals.map { "  " + proposal($0, names, on: board) })
      .joined(separator: "\n")
  }

  /// One line about a proposal: its name, and who wants which value in place of which.
  static func proposal(_ proposal: Proposal, _ names: ProposalNames, on board: Board) -> String {
    line(
      "\(names.name(of: proposal))  \(LocalTime.text(proposal.stamp.time))  "
        + Wording(board: board).account(proposal))
  }
}
