@testable import BoardModel

extension Outcome {
  /// What it came to, in words that tables of expectations use.
  var words: String {
    func first(_ value: Any) -> String { String("\(value)".prefix { $0 != "(" }) }
    switch self {
    case .applied(let displaced, let notes):
      let words = (displaced.isEmpty ? [] : ["displaces"]) + Set(notes.map(first)).sorted()
      return words.isEmpty ? "applied" : words.joined(separator: " ")
    case .merged: return "merged"
    case .superseded: return "superseded"
    case .rejected(let rejection): return "rejected \(first(rejection))"
    }
  }
}
