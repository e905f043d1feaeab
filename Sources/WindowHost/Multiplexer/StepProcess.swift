import Dispatch
import Files
import Glibc
import Launcher
import Synchronization

/// A program that runs beside this window: without its terminal's signals, and with no file of its
/// own but the three it is given.
final class StepProcess: Sendable {
  /// waitpid(2)'s word for it.
  private let status = Mutex<Int32?>(nil)
  private let ended = DispatchSemaphore(value: 0)
  private let process: pid_t

  /// - Parameter path: the program's.
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
    // What is blocked or ignored here would stay so there.
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

  /// Waits for as long as it lives, which may be longer than this process.
  private func reap() {
    // It stays until the state says that it is gone: no signal goes to another of its number.
    var info = siginfo_t()
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    status.withLock { status in
      var code: Int32 = 0
      while waitpid(process, &code, 0) < 0, errno == EINTR {}
      status = code
    }
    ended.signal()
  }

  /// Blocks until it has ended; call it once.
  /// - Returns: nil if it has not by then.
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
