import BoardModel
import Wording

/// The colour of a label: one of the sixteen colours of terminals, by name or number.
struct LabelColour: Hashable, Sendable {
  let number: UInt8

  /// The colours that can be told apart on both a dark and a light background.
  private static let usual: [UInt8] = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]

  static let all = ColourNames.names.joined(separator: ", ")

  init(_ text: String) throws(CommandFailure) {
    let name = text.lowercased().replacing("gray", with: "grey")
    if let index = ColourNames.names.firstIndex(of: name) {
      number = UInt8(index)
    } else if let given = UInt8(name), given < BoardLimits.colours {
      number = given
    } else {
      throw CommandFailure(
        .usage,
        "\(Naming.quoted(text)) is no colour: write a number from 0 to "
          + "\(BoardLimits.colours - 1), or one of \(LabelColour.all)")
    }
  }

  /// The usual colour that the fewest labels of the board have.
  init(leastUsedOn board: Board) {
    let used = board.labels.map(\.colour)
    let counts = LabelColour.usual.map { colour in (used.count { $0 == colour }, colour) }
    number = counts.min { $0 < $1 }?.1 ?? 1
  }

  static func name(_ number: UInt8) -> String { ColourNames.name(Int(number)) }
}
