/// The steps of a request in the order in which they are tried: attempt by attempt, until one works
/// or the time is over.
struct StepPlan {
  private let attempts: [[Step]]
  private var attempt = 0
  private var step = 0
  /// Why the first attempt failed, which says more than what later ones say.
  private var failure: OpeningFailure?

  init(_ attempts: [[Step]]) { self.attempts = attempts }

  enum Next: Equatable {
    case run(Step)
    /// The request is done, by the attempt of this index.
    case done(Int)
    case failed(OpeningFailure)
  }

  /// What is to be done first, or after a step that worked.
  var next: Next {
    guard attempts.indices.contains(attempt) else {
      return .failed(failure ?? .noWay("there is nothing to run"))
    }
    return step < attempts[attempt].count ? .run(attempts[attempt][step]) : .done(attempt)
  }

  mutating func stepWorked() { step += 1 }

  /// Goes on after a step that failed: with the next step if this one was not needed, else with the
  /// next attempt.
  /// - Parameter isLate: whether the time for the request is over.
  mutating func stepFailed(_ reason: OpeningFailure, isLate: Bool) {
    guard case .run(let failed) = next, failed.isNeeded else {
      step += 1
      return
    }
    failure = failure ?? reason
    (attempt, step) = (isLate ? attempts.count : attempt + 1, 0)
  }
}
