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

  var isEmpty: Bool { before.isEmpty && after.isEmpty }
}

extension Text {
  /// The text around the first insertion of a splice after its deletions.
  public func context(of splice: Splice) -> TextContext? {
    guard let first = splice.insertions.first else { return nil }
    var text = self
    text.deleteHeld(splice.deletions)
    let place = first.after.map { text.position(rightOf: $0) ?? text.visibleCount } ?? 0
    var visits = 0
    return TextContext(
      before: text.string(in: (place - TextContext.reach)..<place, &visits),
      after: text.string(in: place..<(place + TextContext.reach), &visits))
  }

  /// The visible scalars in `range`, of which the text may have fewer. Leaves of which none is
  /// visible are not looked at.
  /// - Parameter visits: what was looked at is added to it.
  func string(in range: Range<Int>, _ visits: inout Int) -> String {
    let range = range.clamped(to: 0..<visibleCount)
    var result = String.UnicodeScalarView()
    var position = range.lowerBound
    while position < range.upperBound {
      var (number, skipped) = leaf(atVisible: position)
      let before = position
      visits += heights.leaves
      read(number) { leaf in
        visits += leaf.runs.count
        var start = 0
        for run in leaf.runs {
          defer { start += run.count }
          guard !run.deleted, position < range.upperBound else { continue }
          let lower = min(skipped, run.count)
          let upper = min(run.count, lower + range.upperBound - position)
          skipped -= lower
          position += upper - lower
          result.append(contentsOf: leaf.scalars[(start + lower)..<(start + upper)])
        }
      }
      guard position > before else { break }
    }
    return String(result)
  }

  /// The place for text that was typed with this context around it (SPEC.md APL-123).
  ///
  /// - Parameter visits: what was looked at is added to it.
  /// - Returns: the number of visible scalars left of the place, and whether the text begins a new
  ///   line.
  func place(
    for context: TextContext, _ visits: inout Int
  ) -> (position: Int, newLine: Bool) {
    guard !context.isEmpty else { return (visibleCount, visibleCount > 0) }
    let scalars = Array(string(in: 0..<BoardLimits.contextScalars, &visits).unicodeScalars)
    let before = Array(context.before.unicodeScalars)
    let after = Array(context.after.unicodeScalars)
    func stands(_ words: [Unicode.Scalar], at start: Int) -> Bool {
      start >= 0 && start + words.count <= scalars.count
        && scalars[start..<(start + words.count)].elementsEqual(words)
    }
    for place in 0...scalars.count
    where stands(before, at: place - before.count) && stands(after, at: place) {
      return (place, false)
    }
    if !before.isEmpty {
      for place in before.count...max(before.count, scalars.count)
      where stands(before, at: place - before.count) {
        return (place, false)
      }
    }
    return (visibleCount, visibleCount > 0)
  }
}
