/// The title of an open card while it is typed.
struct TitleDraft: Sendable {
  var line: LineField
  /// The card's title on the board, as far as what is typed takes account of it.
  private(set) var base: String

  init(_ title: String) {
    line = LineField(title)
    base = title
  }

  var isDirty: Bool { line.text != base }

  /// What is typed became an edit.
  mutating func committed() { base = line.text }

  /// The title on the board is another now; what is typed stays.
  mutating func renamed(to title: String) {
    if !isDirty { line = LineField(title) }
    base = title
  }
}
