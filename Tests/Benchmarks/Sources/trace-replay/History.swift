/// Which transactions the author of each transaction had seen.
struct History {
  /// Windows that one machine holds with ease.
  private static let mostAuthors = 1_000

  let authors: Int
  private let transactions: [Recording.Transaction]
  private let path: String
  /// Of each transaction: how many transactions of each author were made or seen with it. Empty
  /// where nobody asks any more.
  private var versions: [[Int]] = []
  /// Of each transaction: how many later ones still name it as a parent.
  private var children: [Int]
  /// Of each author: how many transactions it has made.
  private var made: [Int]

  /// - Throws: `BadFile` where agents or parents are none.
  init(_ recording: Recording, path: String) throws {
    transactions = recording.txns
    self.path = path
    children = [Int](repeating: 0, count: transactions.count)
    var authors = max(recording.numAgents ?? 1, 1)
    for (index, transaction) in transactions.enumerated() {
      guard let agent = transaction.agent, let parents = transaction.parents, agent >= 0 else {
        throw BadFile(path, "transaction \(index) does not say its agent and its parents")
      }
      for parent in parents {
        guard 0 <= parent, parent < index else {
          throw BadFile(path, "transaction \(index) has a parent that does not come before it")
        }
        children[parent] += 1
      }
      authors = max(authors, agent.addingReportingOverflow(1).partialValue)
    }
    guard authors <= Self.mostAuthors else {
      throw BadFile(path, "it has \(authors) agents, more than \(Self.mostAuthors)")
    }
    self.authors = authors
    made = [Int](repeating: 0, count: authors)
  }

  /// How many transactions of each author the author of the next one had seen when it began.
  /// - Throws: `BadFile` where this is not what a window shows: an author's transactions follow one
  ///   another.
  mutating func version(before index: Int) throws -> [Int] {
    let author = transactions[index].agent ?? 0
    var version = [Int](repeating: 0, count: authors)
    for parent in transactions[index].parents ?? [] {
      for other in 0..<authors { version[other] = max(version[other], versions[parent][other]) }
    }
    for parent in transactions[index].parents ?? [] {
      children[parent] -= 1
      if children[parent] == 0 { versions[parent] = [] }
    }
    guard version[author] == made[author] else {
      throw BadFile(
        path,
        "transaction \(index) of agent \(author) does not follow the one that agent made before")
    }
    made[author] += 1
    var after = version
    after[author] += 1
    versions.append(children[index] > 0 ? after : [])
    return version
  }
}
