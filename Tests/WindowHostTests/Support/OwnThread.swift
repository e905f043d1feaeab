import Foundation

/// Runs each job on a thread of its own, so that it may block: the pool of tests has few threads.
final class OwnThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    let thread = Thread { job.runSynchronously(on: executor) }
    thread.stackSize = 4 << 20
    thread.start()
  }
}

/// Runs what blocks, still as part of the test.
func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
  let executor = OwnThread()
  try await withTaskExecutorPreference(executor) { try await blocking(body) }
}

@concurrent
private func blocking(_ body: @Sendable () throws -> Void) async throws {
  try body()
}
