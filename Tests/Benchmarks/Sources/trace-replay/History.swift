/// Which transactions the author of each transaction had seen.
final class History {
  let authors: Int
  private let transactions: [Recording.Transaction]
  /// Of each transaction: how many transactions of each author had been made or seen with it.
  private var versions: [[Int]] = []
  /// Of each author: how many edits it had made after each of its transactions.
  private var editCounts: [[Int]]

  /// - Throws: `BadFile` where parents or agents do not make up a history of windows: each author's
  ///   transactions follow one another.
  init(_ transactions: [Recording.Transaction], path: String) throws {
    var authors = 0
    for (index, transaction) in transactions.enumerated() {
      guard let agent = transaction.agent, let parents = transaction.parents, agent >= 0 else {
        throw BadFile(path, "transaction \(index) does not say its agent and its parents")
      }
      guard parents.allSatisfy({ 0 <= $0 && $0 < index }) else {
        throw BadFile(path, "transaction \(index) has a parent that does not come before it")
      }
      guard agent < 1_000 else {
        throw BadFile(path, "transaction \(index) is of agent \(agent): that is one too many")
      }
      authors = max(authors, agent + 1)
    }
    self.authors = authors
    self.transactions = transactions
    editCounts = Array(repeating: [0], count: authors)
    var made = [Int](repeating: 0, count: authors)
    for (index, transaction) in transactions.enumerated() {
      let author = transaction.agent ?? 0
      var version = [Int](repeating: 0, count: authors)
      for parent in transaction.parents ?? [] {
        for other in 0..<authors { version[other] = max(version[other], versions[parent][other]) }
      }
      guard version[author] == made[author] else {
        throw BadFile(
          path,
          "transaction \(index) of agent \(author) does not follow the one that agent made before")
      }
      version[author] += 1
      made[author] += 1
      versions.append(version)
    }
  }

  /// How many edits of each author the author of a transaction had seen when it began, with its own.
  func seen(by index: Int, edits made: [Int]) -> [Int] {
    let author = transactions[index].agent ?? 0
    return (0..<authors).map { other in
      other == author ? made[other] : editCounts[other][versions[index][other]]
    }
  }

  /// All edits of a transaction are counted in `made`.
  func finish(_ index: Int, edits made: [Int]) {
    let author = transactions[index].agent ?? 0
    editCounts[author].append(made[author])
  }
}
