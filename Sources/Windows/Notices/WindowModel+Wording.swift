import BoardModel
import Wording

extension WindowModel {
  /// What the person reads of the board, with titles as short as the lines of a window need them.
  var words: Wording { Wording(board: board, user: user, longest: WindowModel.titleLength) }

  private static let titleLength = 40

  /// The field's present value, and who wrote it; nil where the field is gone.
  func current(_ field: FieldAddress) -> (value: FieldValue, stamp: Stamp?)? {
    board?.state(of: field, for: user)
  }
}
