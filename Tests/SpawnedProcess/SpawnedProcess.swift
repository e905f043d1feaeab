public import Foundation
import Synchronization

/// A program that a test started. It inherits nothing of this process but the files it is given,
/// whatever other tests have open or start meanwhile, and its end is waited for by a thread of its
/// own.
public final class SpawnedProcess: Sendable {
  public let id: pid_t
  private let state = Mutex(State.running([]))

  private enum State {
    case running([@Sendable (Int32) -> Void])
    case ended(Int32)
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - environment: nil for that of this process.
  ///   - input: nil for nothing to read; and so for the others nil for nobody who reads.
  public init(
    _ words: [String], environment: [String: String]? = nil, input: FileHandle? = nil,
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in [input, output, errors].enumerated() {
      if let file {
        posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, Int32(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      }
    }
    guard let addCloseFrom = SpawnedProcess.addCloseFrom, addCloseFrom(&actions, 3) == 0 else {
      throw Failure(description: "this C library cannot close files for a child")
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this thread has blocked or ignores would stay so there.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup($0) } + [nil]
    let named = environment ?? ProcessInfo.processInfo.environment
    var variables = named.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else {
      throw Failure(description: "cannot run \(words[0]): \(String(cString: strerror(code)))")
    }
    id = child
    Thread.detachNewThread { self.reap() }
  }

  /// `posix_spawn_file_actions_addclosefrom_np`, which Swift does not import.
  private static let addCloseFrom = dlsym(
    UnsafeMutableRawPointer(bitPattern: 0), "posix_spawn_file_actions_addclosefrom_np"
  ).map {
    unsafeBitCast(
      $0,
      to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
  }

  private func reap() {
    // It stays until the state says that it is gone: no signal goes to another of its number.
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    var waiting: [@Sendable (Int32) -> Void] = []
    var status: Int32 = 0
    state.withLock { state in
      var code: Int32 = 0
      while waitpid(id, &code, 0) < 0, errno == EINTR {}
      let signal = code & 0x7F
      status = signal == 0 ? code >> 8 & 0xFF : signal
      if case .running(let bodies) = state { waiting = bodies }
      state = .ended(status)
    }
    for body in waiting { body(status) }
  }

  /// Without effect once it has ended.
  public func send(_ signal: Int32) {
    state.withLock {
      if case .running = $0 { _ = kill(id, signal) }
    }
  }

  /// Blocks until it has ended.
  /// - Returns: its exit status, or the signal that ended it.
  @discardableResult
  public func wait() -> Int32 {
    let semaphore = DispatchSemaphore(value: 0)
    let result = Mutex<Int32>(0)
    whenEnded { status in
      result.withLock { $0 = status }
      semaphore.signal()
    }
    semaphore.wait()
    return result.withLock { $0 }
  }

  /// As `wait`, without blocking. A test whose time is over ends it.
  public func ended() async -> Int32 {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        whenEnded { continuation.resume(returning: $0) }
      }
    } onCancel: {
      send(SIGKILL)
    }
  }

  private func whenEnded(_ body: @escaping @Sendable (Int32) -> Void) {
    let status: Int32? = state.withLock { state in
      switch state {
      case .ended(let status): return status
      case .running(let waiting):
        state = .running(waiting + [body])
        return nil
      }
    }
    if let status { body(status) }
  }
}
