import Glibc
import OwnThread
import Testing

/// One scope of each kind at a time: what was explored is held in memory.
@Suite(.ownThread)
struct ExplorationTests {
  /// A machine that gets on the wrong track would go on for ever.
  static let limit = 5_000_000

  @Test(
    "Explored to the end, nothing goes wrong and every way leads to rest", .serialized,
    arguments: Scope.alone)
  func alone(scope: Scope) { explore(scope) }

  @Test(
    "Explored to the end with another terminal, nothing goes wrong and every way leads to rest",
    .serialized, arguments: Scope.together)
  func together(scope: Scope) { explore(scope) }

  @Test(
    "Explored far to the end, nothing goes wrong and every way leads to rest",
    .serialized, .enabled(if: getenv("EXPLORATION_FAR") != nil), arguments: Scope.far)
  func far(scope: Scope) { explore(scope) }

  private func explore(_ scope: Scope) {
    var explorer = Explorer(scope)
    let report = explorer.run(limit: Self.limit)
    print("\(scope.name): \(report)")
    #expect(report.isClosed)
    if let violation = report.violation {
      Issue.record("\(violation), after \(report.trace)")
    }
    // Worlds were found to be alike that were reached in different ways.
    #expect(report.states < 10_000 || report.compared > 0)
    #expect(report.stopped > 0)
  }

  @Test(
    "A guard that is left out is missed by the checker that is there for it", .serialized,
    arguments: Guard.allCases)
  func guards(guard: Guard) throws {
    var explorer = Explorer(`guard`.scope)
    let report = explorer.run(limit: Self.limit)
    let violation = try #require(report.violation, "\(report)")
    print("without \(`guard`): \(violation), after \(report.trace.count) steps: \(report)")
    #expect(violation.invariant == `guard`.invariant, "\(violation), after \(report.trace)")
  }
}
