import Dispatch
import Files
import NIOCore
import Screen

/// Runs steps on a queue of its own, one request after another, and tells how they ended.
final class StepRunner: Sendable {
  /// How long a request may take, in seconds. A multiplexer answers within milliseconds, on a machine
  /// that is short of processors and disks within seconds, or hangs.
  static let usualPatience = 10
  /// How long, in seconds, a program that lasts must have run to count as started.
  static let shortestRun = 2

  private let queue = DispatchQueue(label: "board.steps")
  private let loop: any EventLoop
  private let patience: Int

  init(_ loop: any EventLoop, patience: Int) { (self.loop, self.patience) = (loop, patience) }

  /// Runs the attempts that `decide` gives, until one works or the time is over.
  /// - Parameters:
  ///   - decide: gives the steps of each attempt, in order; it may read files.
  ///   - then: called on the event loop with the index of the attempt that worked.
  func run(
    in surroundings: Surroundings,
    _ decide: @escaping @Sendable () throws(OpeningFailure) -> [[Step]],
    then: @escaping (Result<Int, OpeningFailure>) -> Void
  ) {
    let promise = loop.makePromise(of: Result<Int, OpeningFailure>.self)
    queue.async { promise.succeed(self.outcome(surroundings, decide)) }
    promise.futureResult.assumeIsolated().whenSuccess(then)
  }

  private func outcome(
    _ surroundings: Surroundings, _ decide: () throws(OpeningFailure) -> [[Step]]
  ) -> Result<Int, OpeningFailure> {
    var plan: StepPlan
    do throws(OpeningFailure) { plan = StepPlan(try decide()) } catch { return .failure(error) }
    let deadline = DispatchTime.now() + .seconds(patience)
    while true {
      switch plan.next {
      case .done(let attempt): return .success(attempt)
      case .failed(let failure): return .failure(failure)
      case .run(let step):
        do throws(OpeningFailure) {
          try run(step, surroundings, deadline)
          plan.stepWorked()
        } catch {
          plan.stepFailed(error, isLate: DispatchTime.now() >= deadline)
        }
      }
    }
  }

  private func run(
    _ step: Step, _ surroundings: Surroundings, _ deadline: DispatchTime
  ) throws(OpeningFailure) {
    guard let word = step.words.first else { return }
    var environment = surroundings.environment
    if step.leavesPlace { for name in Surroundings.placeVariables { environment[name] = nil } }
    guard let path = Executable.path(of: word, in: environment) else {
      throw .failed(
        word.contains("/") ? "there is no program \(word)" : "there is no \(word) in PATH")
    }
    let status: Int32?
    let errors: NamelessFile
    do throws(FileError) {
      errors = try NamelessFile()
      let process = try StepRunner.start(
        step, path, environment, surroundings.terminalPath, errors.descriptor)
      let began = DispatchTime.now() + .seconds(StepRunner.shortestRun)
      status = process.wait(until: step.lasts ? min(began, deadline) : deadline)
      if status == nil, !step.lasts { process.kill() }
    } catch {
      throw .failed("\(error)")
    }
    let name = word.split(separator: "/").last.map(String.init) ?? word
    guard let status else {
      if step.lasts { return }
      throw .failed("\(name) did not answer within \(patience) seconds and was stopped")
    }
    guard status != 0 else { return }
    let signal = status & 0x7F
    let end =
      signal != 0 ? "was ended by signal \(signal)" : "ended with status \(status >> 8 & 0xFF)"
    throw .failed("\(name) \(end)" + StepRunner.said(errors.first(StepRunner.longestMessage)))
  }

  private static func start(
    _ step: Step, _ path: String, _ environment: [String: String], _ terminal: String?,
    _ errors: Int32
  ) throws(FileError) -> StepProcess {
    switch step.input {
    case .none, .terminal:
      return try StepProcess(
        path, step.words, environment: environment, input: nil,
        terminal: step.input == .terminal ? terminal : nil, errors: errors)
    case .bytes(let bytes):
      let file = try NamelessFile(holding: bytes)
      return try StepProcess(
        path, step.words, environment: environment, input: file.descriptor, terminal: nil,
        errors: errors)
    }
  }

  /// The most bytes of a program's error output that are read.
  private static let longestMessage = 4_096
  private static let longestLine = 200

  /// The last line of a program's error output: the lines before it mostly say only what led to it.
  private static func said(_ bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let last = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
    return ": " + visibleForm(of: last.prefix(longestLine))
  }
}
