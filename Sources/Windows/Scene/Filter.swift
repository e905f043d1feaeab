import BoardModel
import Wording

/// A filter of cards: it accepts those whose title or body holds a text, whatever the case of
/// letters, the one that the text names, and those that are what it says behind `is:`.
struct Filter: Hashable, Sendable {
  /// What stands in front of a state of cards, such as a priority.
  static let mark = "is:"
  private static let blocked = "blocked"

  let text: String
  private let needle: [UInt8]
  private let name: CardName?
  /// The priority, or none, that the text names behind `is:`; nil where it names neither.
  private let priority: Priority??
  /// Whether the text asks for cards that others block.
  private let isBlocked: Bool

  /// Makes nil of an empty text, which every card holds.
  init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
    needle = Filter.folded(text)
    name = CardName(text)
    let folded = text.lowercased()
    let state = folded.hasPrefix(Filter.mark) ? folded.dropFirst(Filter.mark.count) : ""
    priority = Wording.priority(named: String(state))
    isBlocked = state == Filter.blocked
  }

  /// What stands behind `is:`, where the text means a state of cards: it names one without the mark,
  /// or has the mark and names none.
  static func advice(on text: String) -> String? {
    let folded = text.lowercased()
    let state = folded.hasPrefix(mark) ? String(folded.dropFirst(mark.count)) : folded
    let isState = state == blocked || Wording.priority(named: state) != nil
    guard isState != folded.hasPrefix(mark) else { return nil }
    return isState
      ? "\(mark)\(state) finds the cards that are so."
      : "Behind \(mark) stands one of \(blocked), \(Wording.priorityForms)."
  }

  /// Whether a card with this title, which has no body yet, will be accepted.
  func finds(_ title: String) -> Bool { title.lowercased().contains(text.lowercased()) }

  func accepts(_ card: Card, on board: Board) -> Bool {
    switch name {
    case .number(let number): if board.number(of: card.id) == number { return true }
    case .beginning(let digits): if card.id.description.hasPrefix(digits) { return true }
    case nil: break
    }
    if isBlocked, board.isBlocked(card.id) { return true }
    if let priority, board.priority(of: card.id) == priority { return true }
    if Filter.contains(Filter.folded(card.title.value), needle) { return true }
    guard card.body.visibleCount > 0 else { return false }
    return Filter.contains(Filter.folded(card.body.string), needle)
  }

  private static func folded(_ text: String) -> [UInt8] {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    guard isPlain else { return Array(text.lowercased().utf8) }
    return text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func contains(_ text: [UInt8], _ piece: [UInt8]) -> Bool {
    guard let first = piece.first, text.count >= piece.count else { return piece.isEmpty }
    for start in 0...(text.count - piece.count) where text[start] == first {
      if text[start..<(start + piece.count)].elementsEqual(piece) { return true }
    }
    return false
  }
}
