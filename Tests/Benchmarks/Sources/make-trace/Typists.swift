import Randomness

/// Authors who type at the same time, each into a part of the text that is its own. So what they
/// come to together is plain, without any way of merging: the parts, one after the other.
struct Typists {
  /// How authors come to see what others typed.
  enum Way: String {
    /// From a server, in one order for all, each somewhat late.
    case server
    /// From each other, whoever meets whom.
    case peers
  }

  private struct Author {
    /// The part of the text.
    var part: [Unicode.Scalar] = []
    var caret = 0
    /// How many transactions of each author it has made or seen.
    var version: [Int]
    /// How far it has the server's order.
    var received = 1
  }

  private struct Made {
    /// In the recording.
    let index: Int
    let version: [Int]
    /// How long its author's part is after it.
    let length: Int
  }

  private(set) var edits = 0
  private var random: SeededGenerator
  private let way: Way
  private var authors: [Author]
  /// Of each author its transactions.
  private var made: [[Made]]
  /// The author of each transaction.
  private var order: [Int] = []
  private var transactions: [Recording.Transaction] = []

  init(authors count: Int, seed: UInt64, way: Way) {
    random = SeededGenerator(seed: seed)
    self.way = way
    authors = Array(
      repeating: Author(version: Array(repeating: 0, count: count)), count: count)
    made = Array(repeating: [], count: count)
    // The first draws the lines between the parts; all have seen that.
    let lines = Recording.Patch(
      position: 0, deleted: 0, inserted: String(repeating: "|", count: count - 1))
    record(0, [lines])
    for author in authors.indices { authors[author].version[0] = 1 }
  }

  /// One author types on for a while, on what it has seen.
  mutating func type() {
    let author = random.below(authors.count)
    if random.chance(40) { look(author) }
    if random.chance(15) {
      authors[author].caret = random.below(authors[author].part.count + 1)
    }
    for _ in 0..<(1 + random.below(12)) {
      record(author, (0..<(random.chance(10) ? 3 : 1)).map { _ in patch(by: author) })
    }
  }

  var recording: Recording {
    let isAlone = authors.count == 1
    var whole = self
    if !isAlone {
      // The last has seen everything, and typed nothing.
      for author in authors.indices { whole.see(of: author, by: 0, through: made[author].count) }
      whole.record(0, [])
    }
    var end = String.UnicodeScalarView()
    for (index, author) in authors.enumerated() {
      if index > 0 { end.append("|") }
      end.append(contentsOf: author.part)
    }
    return Recording(
      kind: isAlone ? nil : "concurrent", numAgents: isAlone ? nil : authors.count,
      startContent: isAlone ? "" : nil, endContent: String(end), txns: whole.transactions)
  }

  private mutating func look(_ author: Int) {
    switch way {
    case .server:
      let new = authors[author].received + random.below(order.count - authors[author].received + 1)
      for other in order[authors[author].received..<new] where other != author {
        authors[author].version[other] += 1
      }
      authors[author].received = new
    case .peers:
      let friend = random.below(authors.count)
      for other in authors.indices {
        see(of: other, by: author, through: authors[friend].version[other])
      }
    }
  }

  private mutating func see(of other: Int, by author: Int, through count: Int) {
    authors[author].version[other] = max(authors[author].version[other], count)
  }

  private mutating func patch(by author: Int) -> Recording.Patch {
    edits += 1
    // Where its part begins, in the text as it has seen it.
    let start = authors.indices.prefix(author).reduce(0) { sum, other in
      let seen = authors[author].version[other]
      return sum + (seen == 0 ? 0 : made[other][seen - 1].length) + 1
    }
    let caret = authors[author].caret
    var deleted = 0
    var typed: [Unicode.Scalar] = []
    switch random.below(20) {
    case 0..<13:
      typed = [["a", "b", "é", "日", " "][random.below(5)]]
    case 13..<15:
      typed = Array("a passage that was copied elsewhere".unicodeScalars)
    default:
      deleted = min(1 + random.below(6), authors[author].part.count - caret)
    }
    authors[author].part.replaceSubrange(caret..<(caret + deleted), with: typed)
    authors[author].caret = random.chance(90) ? caret + typed.count : caret
    var inserted = String.UnicodeScalarView()
    inserted.append(contentsOf: typed)
    return Recording.Patch(
      position: start + caret, deleted: deleted, inserted: String(inserted))
  }

  private mutating func record(_ author: Int, _ patches: [Recording.Patch]) {
    let isAlone = authors.count == 1
    transactions.append(
      Recording.Transaction(
        agent: isAlone ? nil : author, parents: isAlone ? nil : parents(of: author),
        patches: patches))
    authors[author].version[author] += 1
    order.append(author)
    made[author].append(
      Made(
        index: transactions.count - 1, version: authors[author].version,
        length: authors[author].part.count))
  }

  /// The last transactions that an author has seen, without those that others of them build on.
  private func parents(of author: Int) -> [Int] {
    let version = authors[author].version
    let last = made.indices.filter { version[$0] > 0 }.map { (author: $0, made: version[$0] - 1) }
    return last.filter { one in
      !last.contains { other in
        other.author != one.author
          && made[other.author][other.made].version[one.author] > one.made
      }
    }.map { made[$0.author][$0.made].index }.sorted()
  }
}
