/// The words around a place of a text, by which it is found again where its neighbours are gone.
public struct TextContext: Hashable, Sendable {
  /// The most scalars on each side.
  public static let reach = 32

  public let before: String
  public let after: String

  public init(before: String, after: String) {
    self.before = before
    self.after = after
  }

  static let none = TextContext(before: "", after: "")
}

extension Text {
  /// The text around the first insertion of a splice after its deletions.
  public func context(of splice: Splice) -> TextContext? {
    guard let first = splice.insertions.first else { return nil }
    var text = self
    text.deleteHeld(splice.deletions)
    let place = first.after.map { text.position(rightOf: $0) ?? text.visibleCount } ?? 0
    return TextContext(
      before: text.string(in: (place - TextContext.reach)..<place),
      after: text.string(in: place..<(place + TextContext.reach)))
  }

  /// The visible scalars in `range`, of which the text may have fewer.
  func string(in range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<visibleCount)
    var result = String.UnicodeScalarView()
    var (number, skipped) = leaf(atVisible: range.lowerBound)
    var wanted = range.count
    while wanted > 0 {
      read(number) { leaf in
        var start = 0
        for run in leaf.runs {
          defer { start += run.count }
          guard !run.deleted, wanted > 0 else { continue }
          let lower = min(skipped, run.count)
          let upper = min(run.count, lower + wanted)
          skipped -= lower
          wanted -= upper - lower
          result.append(contentsOf: leaf.scalars[(start + lower)..<(start + upper)])
        }
      }
      guard let next = leaf(after: number) else { break }
      number = next
    }
    return String(result)
  }

  /// The place for text that was typed with this context around it (SPEC.md APL-123).
  ///
  /// - Returns: the number of visible scalars left of the place, and whether the text begins a new
  ///   line.
  func place(for context: TextContext) -> (position: Int, newLine: Bool) {
    let scalars = visibleScalars
    let before = Array(context.before.unicodeScalars)
    let after = Array(context.after.unicodeScalars)
    func stands(_ words: [Unicode.Scalar], at start: Int) -> Bool {
      start >= 0 && start + words.count <= scalars.count
        && scalars[start..<(start + words.count)].elementsEqual(words)
    }
    if !before.isEmpty || !after.isEmpty {
      for place in 0...scalars.count
      where stands(before, at: place - before.count) && stands(after, at: place) {
        return (place, false)
      }
    }
    if !before.isEmpty {
      for place in before.count...max(before.count, scalars.count)
      where stands(before, at: place - before.count) {
        return (place, false)
      }
    }
    return (scalars.count, !scalars.isEmpty)
  }
}
