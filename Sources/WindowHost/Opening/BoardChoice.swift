import BoardModel
import Wire
import Wording

/// The board on which a window is opened.
enum BoardChoice: Equatable {
  case open(BoardID)
  /// This is the first run on this device, and its user has no board.
  case makeSample

  /// The wanted board; without a wish the one that this device used last, else the one that was
  /// changed last, and never one that is archived. Where none is left, it is the one used last
  /// again: its window says that it is lost, and makes another.
  /// - Parameter wanted: a board's title, or the beginning of its identifier.
  static func of(
    _ boards: [BoardSummary], wanted: String?, last: BoardID?
  ) -> Result<BoardChoice, WindowFailure> {
    if let wanted { return named(wanted, among: boards) }
    let shown = boards.filter { !$0.isArchived }
    if let last, shown.contains(where: { $0.id == last }) { return .success(.open(last)) }
    if let newest = shown.max(by: { $0.time < $1.time }) { return .success(.open(newest.id)) }
    guard boards.isEmpty else {
      return .failure(
        .refused(
          "every board is archived; `board --board BOARD` opens one of these:\n\(listed(boards))"))
    }
    return .success(last.map { .open($0) } ?? .makeSample)
  }

  private static func named(
    _ wanted: String, among boards: [BoardSummary]
  ) -> Result<BoardChoice, WindowFailure> {
    let titled = boards.filter { $0.title == wanted }
    let shown = titled.filter { !$0.isArchived }
    let found =
      titled.isEmpty ? boards.filter { wanted.names($0.id) } : shown.count == 1 ? shown : titled
    if found.count == 1 { return .success(.open(found[0].id)) }
    let listed = listed(found.isEmpty ? boards : found)
    if boards.isEmpty { return .failure(.refused("there is no board \(Wording.quote(wanted))")) }
    return .failure(
      .refused(
        found.isEmpty
          ? "there is no board \(Wording.quote(wanted)); these are there:\n\(listed)"
          : "several boards go by \(Wording.quote(wanted)); name one by its identifier:\n\(listed)"
      ))
  }

  private static func listed(_ boards: [BoardSummary]) -> String {
    boards.map { "  \($0.id.description.prefix(8))  \($0.title)" }.joined(separator: "\n")
  }
}

extension String {
  /// Whether this is the beginning of the board's identifier, of at least 4 digits so that it is
  /// hardly one by accident.
  func names(_ board: BoardID) -> Bool {
    utf8.count >= 4 && board.description.hasPrefix(lowercased())
  }
}
