import Testing

@testable import WindowHost

@Suite("The order of steps")
struct StepPlanTests {
  private static let (a, b, c) = (Step(["a"]), Step(["b"]), Step(["c"]))
  private static let optional = Step(["x"]).with { $0.isNeeded = false }
  private static let (first, second) =
    (OpeningFailure.failed("first"), .failed("second"))
    as (OpeningFailure, OpeningFailure)

  /// What becomes of each step, in order: nil where it works.
  typealias Results = [(failure: OpeningFailure?, isLate: Bool)]

  /// Each request with what becomes of its steps, the steps that are run, and the end.
  static let table: [(attempts: [[Step]], results: Results, run: [Step], end: StepPlan.Next)] = [
    ([], [], [], .failed(.noWay("there is nothing to run"))),
    ([[]], [], [], .done(0)),
    ([[a, b]], [(nil, false), (nil, false)], [a, b], .done(0)),
    ([[a, b]], [(nil, false), (nil, true)], [a, b], .done(0)),
    ([[a, b], [c]], [(first, false), (nil, false)], [a, c], .done(1)),
    ([[a, b], [c]], [(nil, false), (first, false), (nil, false)], [a, b, c], .done(1)),
    ([[a], [c]], [(first, false), (second, false)], [a, c], .failed(first)),
    ([[a], [c]], [(first, true)], [a], .failed(first)),
    ([[a, optional]], [(nil, false), (first, false)], [a, optional], .done(0)),
    ([[optional, a]], [(first, true), (nil, true)], [optional, a], .done(0)),
  ]

  @Test("Attempts are tried until one works, and the first failure is the one that is told")
  func order() {
    for (attempts, results, run, end) in Self.table {
      var plan = StepPlan(attempts)
      var ran: [Step] = []
      for result in results {
        guard case .run(let step) = plan.next else {
          Issue.record("nothing is run after \(ran)")
          break
        }
        ran.append(step)
        if let failure = result.failure {
          plan.stepFailed(failure, isLate: result.isLate)
        } else {
          plan.stepWorked()
        }
      }
      #expect(ran == run)
      #expect(plan.next == end)
    }
  }
}
