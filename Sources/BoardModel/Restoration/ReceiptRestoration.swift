/// The ordinary edit that gives somebody back what a receipt says they lost.
public enum ReceiptRestoration {
  public enum Fault: Error, Hashable, Sendable {
    /// No single edit writes the value.
    case unwritable
    /// The value was in a proposal that has been accepted, dismissed or replaced, and the edit
    /// behind it is unknown or edited a text.
    case settled
    /// The edit that was refused is not known.
    case unknownEdit
    case columnGone(title: String)
  }

  /// - Parameter undone: the edit of a receipt that tells of one without effect, where no proposal
  ///   holds its value.
  public static func intent(
    _ receipt: Receipt, _ undone: Intent?, on board: Board
  ) throws(Fault) -> Intent {
    switch receipt.kind {
    case .displaced(let field, let value):
      guard let intent = try write(value, to: field, on: board) else { throw .unwritable }
      return intent
    case .superseded(let field, _):
      guard board.proposal(behind: receipt) == nil else {
        return .settle(field, user: receipt.user, operation: receipt.mine, accept: true)
      }
      guard let value = undone?.value(for: field),
        let intent = try write(value, to: field, on: board)
      else { throw .settled }
      return intent
    case .rejected:
      guard let undone else { throw .unknownEdit }
      return undone
    }
  }

  private static func write(
    _ value: FieldValue, to field: FieldAddress, on board: Board
  ) throws(Fault) -> Intent? {
    switch (field, value) {
    case (.boardTitle, .text(let title)): return .boardRename(title: title)
    case (.columnTitle(let id), .text(let title)): return .columnRename(id, title: title)
    case (.columnPlace(let id), .columnPlace(let place)): return .columnMove(id, at: place)
    case (.cardTitle(let id), .text(let title)): return .cardRetitle(id, title: title)
    case (.cardPlace(let id), .cardPlace(let column, let place)):
      guard let target = board.column(column), !target.deleted.value else {
        throw .columnGone(title: board.column(column)?.title.value ?? column.description)
      }
      return .cardMove([id], to: column, at: place)
    case (.cardArchived(let id), .flag(let archived)):
      return archived ? .cardArchive(id) : .cardRestore(id)
    default: return field.fits(value) ? .set(field, value) : nil
    }
  }
}
