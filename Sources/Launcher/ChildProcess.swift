import Files
import Glibc

/// A process in a session of its own, which outlives this one. Only the first line of its output is
/// read.
final class ChildProcess {
  /// The result of waiting for the first line.
  enum FirstLine: Hashable {
    case said(String)
    /// The process has ended, or closed its output, or wrote no proper line.
    case ended
    case silent
  }

  private let output: Int32
  private var line: [UInt8] = []
  let pid: pid_t

  /// - Parameters:
  ///   - words: the program's path and its arguments; no shell reads them.
  ///   - log: the file its standard error goes to, emptied first.
  init(_ words: [String], errorsTo log: String) throws(FileError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileError("make a pipe for", words[0], code: errno) }
    DescriptorLimit.keepHere()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // In a session of its own the child gets no signal from this terminal, nor its hang-up. Without
    // an empty signal mask it would keep the signals that this thread has blocked, and could not be
    // told to stop.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(
      &attributes, ChildProcess.newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child: pid_t = 0
    let code = posix_spawn(&child, words[0], &actions, &attributes, arguments, environ)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw FileError("run", words[0], code: code)
    }
    pid = child
    output = ends[0]
  }

  /// POSIX_SPAWN_SETSID, which Swift does not import.
  private static let newSession: Int16 = 0x80

  deinit { close(output) }

  /// Waits for the first line the process writes.
  func firstLine(within seconds: Int) -> FirstLine {
    let deadline = ChildProcess.now + seconds * 1_000
    while line.count < 4_096 {
      var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = Glibc.poll(&poll, 1, Int32(clamping: max(0, deadline - ChildProcess.now)))
      if ready == 0 { return .silent }
      if ready < 0 { continue }
      var byte: UInt8 = 0
      guard read(output, &byte, 1) == 1 else { break }
      if byte == UInt8(ascii: "\n") {
        return String(validating: line, as: UTF8.self).map { .said($0) } ?? .ended
      }
      line.append(byte)
    }
    stop()
    return .ended
  }

  /// Ends the process and waits until it has ended.
  func stop() {
    kill(pid, SIGTERM)
    waitpid(pid, nil, 0)
  }

  /// The present, in milliseconds of a clock that never goes back.
  private static var now: Int {
    var clock = timespec()
    clock_gettime(CLOCK_MONOTONIC, &clock)
    return clock.tv_sec * 1_000 + clock.tv_nsec / 1_000_000
  }
}
