/// The parts in which two texts differ, without their common beginning and end.
public struct TextStep: Hashable, Sendable {
  public let removed: String
  public let added: String

  public init(_ before: String, _ after: String) {
    let (old, new) = (Array(before.unicodeScalars), Array(after.unicodeScalars))
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    removed = TextStep.text(old[start..<(old.count - end)])
    added = TextStep.text(new[start..<(new.count - end)])
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }
}
