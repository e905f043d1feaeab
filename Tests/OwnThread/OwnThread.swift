import Foundation
public import Testing

extension Trait where Self == OwnThread {
  /// The test runs on threads of its own: it may block them, and no test that blocks others, or
  /// computes for long, makes it late. The pool that tests share has as many threads as there are
  /// cores.
  public static var ownThread: OwnThread { OwnThread() }
}

public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor()) { try await function() }
  }

  private final class Executor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let executor = asUnownedTaskExecutor()
      let thread = Thread { job.runSynchronously(on: executor) }
      thread.stackSize = 4 << 20
      thread.start()
    }
  }
}
