@testable import BoardModel
import NaiveText
import Statements
import Testing

/// People who type, paste and delete at one point of a text, none of them seeing at once what the
/// others do.
@Suite("Typing at one point")
struct ConcurrentTypingTests {
  /// A text when all is done, and where everything stands in it, tombstones counted.
  private struct Result {
    let typists: Typists
    let text: Text
    private(set) var places: [TextIdentity: Int] = [:]
    private(set) var deleted: Set<TextIdentity> = []
    /// The place in the log of each operation.
    private(set) var order: [OperationID: Int] = [:]

    init(authors: Int, seed: Int, namesFronts: Bool = true) {
      var typists = Typists(authors: authors, seed: seed, namesFronts: namesFronts)
      for _ in 0..<500 { typists.step() }
      typists.settle()
      var text = typists.start
      for (index, edit) in typists.log.enumerated() {
        text.apply(edit.splice, by: edit.id, leftOf: edit.leftOf)
        order[edit.id] = index
        for range in edit.splice.deletions {
          deleted.formUnion((0..<Int(range.count)).map { range.start.advanced(by: $0) })
        }
      }
      for (place, element) in text.elements.enumerated() { places[element.identity] = place }
      (self.typists, self.text) = (typists, text)
    }

    /// Where the scalars of a run stand; fewer than it has if some are lost.
    func places(of run: Typists.Run) -> [Int] { run.scalars.compactMap { places[$0] } }
  }

  @Test("All windows come to the same text", arguments: 0..<12)
  func convergence(seed: Int) throws {
    let result = Result(authors: 2 + seed % 3, seed: seed)
    for shown in result.typists.shown {
      try #require(shown == result.text)
      #expect(shown.runs == result.text.runs)
    }
  }

  @Test("What anybody typed is there unless somebody deleted it", arguments: 0..<12)
  func nothingLost(seed: Int) throws {
    let result = Result(authors: 2 + seed % 3, seed: seed)
    let elements = result.text.elements
    try #require(!result.deleted.isEmpty)
    for run in result.typists.runs {
      try #require(result.places(of: run).count == run.scalars.count)
      for (scalar, typed) in zip(run.scalars, run.text) {
        let element = elements[try #require(result.places[scalar])]
        #expect(element.scalar == typed)
        #expect(element.deleted == result.deleted.contains(scalar))
      }
    }
  }

  @Test(
    "What anybody typed stands together as it was typed, forward or backward", .holds("TXT-016"),
    arguments: 0..<40)
  func wholeStretches(seed: Int) throws {
    let result = Result(authors: 2 + seed % 3, seed: seed)
    try #require(
      result.typists.runs.contains { $0.way == .backward && isAmongOthers($0, result) })
    let visible = result.text.elements.filter { !$0.deleted }.map(\.identity)
    for run in result.typists.runs {
      let rest = run.scalars.filter { !result.deleted.contains($0) }
      guard let first = rest.first else { continue }
      let start = try #require(visible.firstIndex(of: first))
      #expect(Array(visible[start...].prefix(rest.count)) == rest, "\(run)")
    }
  }

  @Test(
    "What was typed forward or pasted stays whole where nobody says what was typed in front of what",
    arguments: 0..<12)
  func wholeRuns(seed: Int) throws {
    let result = Result(authors: 2 + seed % 3, seed: seed, namesFronts: false)
    let runs = result.typists.runs.filter { $0.way != .backward }
    try #require(runs.contains { isAmongOthers($0, result) })
    for run in runs {
      let places = result.places(of: run)
      let first = try #require(places.first)
      #expect(places == Array(first..<(first + run.scalars.count)), "\(run)")
    }
  }

  @Test(
    "Typed backward without that it keeps its order, with nothing in it but what was begun meanwhile",
    arguments: 0..<12)
  func backward(seed: Int) throws {
    let result = Result(authors: 2 + seed % 3, seed: seed, namesFronts: false)
    let runs = result.typists.runs.filter { $0.way == .backward }
    try #require(!runs.isEmpty)
    let elements = result.text.elements
    var begun: [TextIdentity: Int] = [:]
    for run in result.typists.runs {
      for scalar in run.scalars {
        let first = run.way == .backward ? scalar : run.scalars[0]
        begun[scalar] = result.order[first.operation]
      }
    }
    for run in runs {
      let places = result.places(of: run)
      #expect(places == places.sorted())
      let order = try run.scalars.map { try #require(result.order[$0.operation]) }
      for index in places.indices.dropLast() {
        for element in elements[(places[index] + 1)..<places[index + 1]] {
          let other = try #require(begun[element.identity])
          // The left one was typed later.
          #expect(order[index + 1] < other && other < order[index])
        }
      }
    }
  }

  /// Whether others inserted at the point while the run came about.
  private func isAmongOthers(_ run: Typists.Run, _ result: Result) -> Bool {
    let places = result.places(of: run)
    guard let first = places.first, let last = places.last else { return false }
    let elements = result.text.elements
    let neighbours = [first - 1, last + 1].filter(elements.indices.contains)
    return neighbours.contains {
      elements[$0].identity.operation.session != run.scalars[0].operation.session
    }
  }
}
