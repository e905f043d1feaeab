import BoardModel
import NaiveText

// What becomes of a plain text that drops what was deleted, said once more and by itself.
extension NaiveText {
  var identities: [TextIdentity] { elements.map(\.identity) }

  /// Drops what is deleted.
  /// - Returns: scalars of which nothing is left.
  mutating func compact() -> Set<Unicode.Scalar> {
    let all = Set(elements.map(\.scalar))
    elements.removeAll(where: \.deleted)
    return all.subtracting(elements.map(\.scalar))
  }

  /// Deletes what it has of `ranges`.
  /// - Returns: what was visible until now.
  mutating func deleteHeld(_ ranges: [TextRange]) -> [TextIdentity] {
    var deleted: [TextIdentity] = []
    for index in elements.indices where !elements[index].deleted {
      let identity = elements[index].identity
      guard ranges.contains(where: { $0.contains(identity) }) else { continue }
      elements[index].deleted = true
      deleted.append(identity)
    }
    return deleted
  }

  /// Whether it has all of `ranges`, deleted or not.
  func holds(_ ranges: [TextRange]) -> Bool {
    let held = Set(identities)
    return ranges.allSatisfy { range in
      (0..<range.count).allSatisfy { held.contains(range.start.advanced(by: Int($0))) }
    }
  }

  /// Whether each of `insertions` stands beside something that it has or at the start.
  func hasPlaces(
    for insertions: [Splice.Insertion], start: TextIdentity, leftOf right: TextIdentity?
  ) -> Bool {
    var held = Set(identities)
    var start = start
    for (index, insertion) in insertions.enumerated() where !insertion.text.isEmpty {
      let isBefore = index == 0 && right.map(held.contains) ?? false
      guard isBefore || insertion.after.map(held.contains) ?? true else { return false }
      for _ in insertion.text.unicodeScalars {
        held.insert(start)
        start = start.advanced(by: 1)
      }
    }
    return true
  }

  /// Takes all of a splice, what names nothing that it has at the end.
  mutating func take(
    _ splice: Splice, by id: OperationID, offset: UInt32, leftOf right: TextIdentity?
  ) {
    _ = deleteHeld(splice.deletions)
    var offset = offset
    for (index, insertion) in splice.insertions.enumerated() {
      let left = insertion.after.flatMap { identities.contains($0) ? $0 : nil }
      let placed = Splice.Insertion(after: left ?? identities.last, text: insertion.text)
      _ = apply(
        Splice(deletions: [], insertions: [placed]), by: id, offset: offset,
        leftOf: index == 0 ? right : nil)
      offset += UInt32(insertion.text.unicodeScalars.count)
    }
  }
}
