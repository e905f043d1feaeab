public import BoardModel

extension Wording {
  /// A warning that other boards of the same person are called the same, as a sentence without its
  /// full stop; nil where none is.
  public static func sameTitle(_ others: [BoardID]) -> String? {
    guard let first = others.first?.description.prefix(8) else { return nil }
    return others.count == 1
      ? "another board of yours has this title: \(first)"
      : "\(others.count) other boards of yours have this title, \(first) among them"
  }

  /// Whether two boards are called the same by those who name a board by its title.
  public static func isSameTitle(_ title: String, _ other: String) -> Bool {
    title.lowercased() == other.lowercased()
  }
}
