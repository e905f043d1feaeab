import Glibc

/// Runs an editor, which has the terminal until it ends.
enum EditorProcess {
  /// Runs the editor on a file and waits for its end. It blocks, so it must not run on the event
  /// loop.
  /// - Returns: nil if the editor ended well; otherwise a sentence that says first why it did not
  ///   and then which command it was.
  static func run(_ command: EditorCommand?, on path: String) -> String? {
    guard let command else {
      for name in EditorCommand.usual {
        let attempt = start(EditorCommand(words: [name]), on: path)
        if case .failure(let failure) = attempt, failure.isMissing { continue }
        return outcome(of: attempt, EditorCommand(words: [name]))
      }
      return "No editor is there: set EDITOR to one."
    }
    return outcome(of: start(command, on: path), command)
  }

  private struct SpawnFailure: Error {
    let code: Int32
    var isMissing: Bool { code == ENOENT }
  }

  private static func start(
    _ command: EditorCommand, on path: String
  ) -> Result<pid_t, SpawnFailure> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    if isatty(0) != 1 { posix_spawn_file_actions_addopen(&actions, 0, "/dev/tty", O_RDWR, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // The event loop ignores SIGPIPE, and a child process would inherit that.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = (command.words + [path]).map { strdup($0) }
    words.append(nil)
    defer {
      for word in words { free(word) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var child: pid_t = 0
    let code = posix_spawnp(&child, command.words[0], &actions, &attributes, words, environ)
    return code == 0 ? .success(child) : .failure(SpawnFailure(code: code))
  }

  private static func outcome(
    of start: Result<pid_t, SpawnFailure>, _ command: EditorCommand
  ) -> String? {
    switch start {
    case .failure(let failure):
      return "The editor cannot be run: \(String(cString: strerror(failure.code))) (\(command))."
    case .success(let child):
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 {
        guard errno == EINTR else {
          return "The editor was lost: \(String(cString: strerror(errno))) (\(command))."
        }
      }
      let signal = status & 0x7F
      if signal != 0 { return "The editor was ended by signal \(signal) (\(command))." }
      let code = status >> 8 & 0xFF
      return code == 0 ? nil : "The editor ended with status \(code) (\(command))."
    }
  }
}
