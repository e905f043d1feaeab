/// An order in which a coordinator can take the edits of a recording so that each window shows what
/// its author had seen: a window is told of the edits in that order, never of one without those
/// before it.
struct OrderOfEdits {
  /// Edits of windows that are not told of them yet are made anew whenever something else comes.
  /// So much of that is a minute's work at the most.
  private static let mostRework = 3_000_000
  /// A window takes 10,000.
  private static let mostPending = 9_000

  /// Indices of edits.
  let edits: [Int]
  /// Of each of `edits`: how many of them its window has been told of when it is made.
  let told: [Int]

  /// Nil where there is none, or where windows would hold more edits than they can.
  init?(_ trace: Trace) {
    let numbers = trace.numbersByAuthor
    guard let nodes = OrderOfEdits.sorted(OrderOfEdits.needs(trace, numbers)) else { return nil }
    let edits = nodes.filter { $0 < trace.edits.count }
    var places = [Int](repeating: 0, count: trace.edits.count)
    for (place, edit) in edits.enumerated() { places[edit] = place }
    self.edits = edits
    var told = [Int](repeating: 0, count: edits.count)
    // Of each author: what its window was told of, and how many of its own edits were among that.
    var through = [Int](repeating: 0, count: trace.authors)
    var own = [Int](repeating: 0, count: trace.authors)
    var made = [Int](repeating: 0, count: trace.authors)
    var rework = 0
    for (place, index) in edits.enumerated() {
      let edit = trace.edits[index]
      let limit = OrderOfEdits.unseen(edit, numbers).map { places[$0] }.min() ?? place
      told[place] = min(limit, place)
      let mine = numbers[edit.author]
      while own[edit.author] < made[edit.author], places[mine[own[edit.author]]] < told[place] {
        own[edit.author] += 1
      }
      let pending = made[edit.author] - own[edit.author]
      if told[place] > through[edit.author] { rework += pending }
      guard pending < Self.mostPending, rework < Self.mostRework else { return nil }
      through[edit.author] = told[place]
      made[edit.author] += 1
    }
    self.told = told
  }

  /// Of each of `edits`: how many of them its window is told of before it is made; nil where it goes
  /// on with what it knows, as nothing of another author is new, and little of its own.
  func told(at pace: Pace, _ trace: Trace) -> [Int?] {
    // Of each author: how many of `edits` its window was told of, and through which they were looked
    // at.
    var through = [Int](repeating: 0, count: trace.authors)
    var looked = through
    return edits.indices.map { place in
      let author = trace.edits[edits[place]].author
      let new = looked[author]..<max(looked[author], told[place])
      looked[author] = new.upperBound
      guard
        told[place] >= through[author] + pace.mostTogether
          || new.contains(where: { trace.edits[edits[$0]].author != author })
      else { return nil }
      through[author] = told[place]
      return told[place]
    }
  }

  /// The first edit of each other author that an edit's author had not seen.
  private static func unseen(_ edit: Trace.Edit, _ numbers: [[Int]]) -> [Int] {
    edit.seen.enumerated().compactMap { other, seen in
      other == edit.author || seen == numbers[other].count ? nil : numbers[other][seen]
    }
  }

  /// What must stand before each edit. Behind the edits there are further nodes: all that an
  /// author had seen at one time stands before them, and they before all it had not.
  private static func needs(_ trace: Trace, _ numbers: [[Int]]) -> [[Int]] {
    var needs = [[Int]](repeating: [], count: trace.edits.count)
    var last = [Int?](repeating: nil, count: trace.authors)
    for (index, edit) in trace.edits.enumerated() {
      let before = last[edit.author]
      last[edit.author] = index
      if let before { needs[index].append(before) }
      if let before, trace.edits[before].seen == edit.seen { continue }
      let seen = edit.seen.enumerated().compactMap { other, seen in
        seen == 0 ? nil : numbers[other][seen - 1]
      }
      if seen.isEmpty { continue }
      let node = needs.count
      needs.append(seen)
      needs[index].append(node)
      for unseen in unseen(edit, numbers) { needs[unseen].append(node) }
    }
    return needs
  }

  /// All nodes in an order that is the recorded one where it can be; nil where there is none.
  private static func sorted(_ needs: [[Int]]) -> [Int]? {
    enum Mark { case new, begun, done }
    var marks = [Mark](repeating: .new, count: needs.count)
    var result: [Int] = []
    for first in needs.indices {
      var stack = [first]
      while let node = stack.last {
        switch marks[node] {
        case .new:
          marks[node] = .begun
          for need in needs[node] {
            if marks[need] == .begun { return nil }
            if marks[need] == .new { stack.append(need) }
          }
        case .begun:
          marks[node] = .done
          result.append(node)
          stack.removeLast()
        case .done:
          stack.removeLast()
        }
      }
    }
    return result
  }
}

extension Trace {
  /// The indices of each author's edits.
  var numbersByAuthor: [[Int]] {
    var numbers = [[Int]](repeating: [], count: authors)
    for (index, edit) in edits.enumerated() { numbers[edit.author].append(index) }
    return numbers
  }
}
