import Dispatch
import Files
import Glibc
import Launcher
import Synchronization

/// A program that runs beside this window. It does not get the signals of this terminal, and has no
/// open files but the three that it is given.
final class StepProcess: Sendable {
  /// The status from waitpid(2); nil while the program runs.
  private let status = Mutex<Int32?>(nil)
  private let ended = DispatchSemaphore(value: 0)
  private let process: pid_t

  /// - Parameter path: the path of the program.
  init(
    _ path: String, _ words: [String], environment: [String: String], input: Int32?,
    terminal: String?, errors: Int32
  ) throws(FileError) {
    DescriptorLimit.keepHere()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(
        &actions, 0, terminal ?? "/dev/null", O_RDWR | O_NOCTTY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // Signals that are blocked or ignored here would stay so in the program.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      StepProcess.newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for text in arguments + variables { free(text) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw FileError("run", path, code: code) }
    process = child
    DispatchQueue(label: "board.step").async { self.reap() }
  }

  /// POSIX_SPAWN_SETSID, which Swift does not import.
  private static let newSession: Int16 = 0x80

  /// Waits for the end of the program, which may outlive this process.
  private func reap() {
    // WNOWAIT keeps the process until `status` is set under the lock, so that `kill` cannot reach
    // another process with the same number.
    var info = siginfo_t()
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    status.withLock { status in
      var code: Int32 = 0
      while waitpid(process, &code, 0) < 0, errno == EINTR {}
      status = code
    }
    ended.signal()
  }

  /// Blocks until the program has ended or the deadline has passed. Call it only once.
  /// - Returns: the status; nil if the program still runs.
  func wait(until deadline: DispatchTime) -> Int32? {
    _ = ended.wait(timeout: deadline)
    return status.withLock { $0 }
  }

  func kill() {
    status.withLock { status in
      if status == nil { _ = Glibc.kill(process, SIGKILL) }
    }
  }
}
