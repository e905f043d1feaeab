extension Text {
  /// The splice that types a fragment's text in its place.
  /// - Parameter visits: what was looked at in both texts is added to it.
  func splice(accepting fragment: TextFragment, _ visits: inout Int) -> Splice {
    let place = place(for: fragment.context, &visits)
    let typed = fragment.text.string(in: 0..<fragment.text.visibleCount, &visits)
    let insertion = Splice.Insertion(
      after: identity(at: place.position - 1), text: place.newLine ? "\n" + typed : typed)
    return Splice(deletions: [], insertions: [insertion])
  }
}

/// Text that one user typed where the text around it was already gone. It keeps its identities, so
/// that what the user typed next finds its place in it.
public struct TextFragment: Hashable, Sendable {
  public internal(set) var text: Text
  /// The text around the first scalar of the fragment.
  public let context: TextContext

  public init(text: Text = Text(), context: TextContext) {
    self.text = text
    self.context = context
  }

  /// Deletes what the fragment holds of a splice's deletions, and takes in all its insertions: one
  /// that names no scalar of the fragment goes to the end.
  /// - Returns: what was visible until now and is deleted.
  @discardableResult
  mutating func take(
    _ splice: Splice, start: TextIdentity, leftOf right: TextIdentity?
  ) -> [TextRange] {
    let deleted = text.deleteHeld(splice.deletions)
    var start = start
    for (index, insertion) in splice.insertions.enumerated() {
      let scalars = Array(insertion.text.unicodeScalars)
      defer { start = start.advanced(by: scalars.count) }
      if index == 0, let right, text.insert(scalars, start: start, leftOf: right) { continue }
      if let left = insertion.after, text.insert(scalars, start: start, after: left) { continue }
      _ = text.insert(scalars, start: start, after: text.endIdentity)
    }
    return deleted
  }
}
