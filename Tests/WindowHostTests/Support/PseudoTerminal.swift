import Foundation
import Glibc
import Screen

/// A pseudo-terminal with one process in it: what a person at a terminal has. Blocks; use it from
/// `.ownThread`.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let process: pid_t
  /// The line settings before the process began.
  let settings: termios
  private(set) var output: [UInt8] = []
  private(set) var screen: TerminalEmulator
  private var painted = 0
  /// It stays for as long as the process has its files.
  private let home: AnyObject?
  private var isOpen = true
  private let master: Int32
  private let slave: Int32
  private(set) var status: Int32?

  /// Longer than anything here takes, also on a busy machine.
  static let patience: TimeInterval = 60

  init(
    _ words: [String], environment: [String: String], columns: Int = 100, rows: Int = 30,
    home: AnyObject? = nil
  ) throws {
    self.home = home
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize()
    (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
    guard openpty(&master, &slave, nil, nil, &size) == 0 else {
      throw Failure(description: "openpty: \(errno)")
    }
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var settings = termios()
    tcgetattr(slave, &settings)
    (self.master, self.slave, self.settings) = (master, slave, settings)
    screen = TerminalEmulator(size: TerminalSize(columns: columns, rows: rows))
    process = try PseudoTerminal.spawn(words, environment, on: try PseudoTerminal.name(of: slave))
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    if isOpen {
      close(master)
      close(slave)
    }
  }

  private static func name(of terminal: Int32) throws -> String {
    var name = [CChar](repeating: 0, count: 256)
    let code = ttyname_r(terminal, &name, name.count)
    guard code == 0 else { throw Failure(description: "ttyname_r: \(code)") }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }

  /// A session of its own, whose controlling terminal the pseudo-terminal becomes.
  private static func spawn(
    _ words: [String], _ environment: [String: String], on terminal: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // Other tests run beside this one: whose pipe stays open in a window would wait for its end.
    // By their numbers, not with FD_CLOEXEC: what others are about to hand to a child stays theirs.
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let open = names.compactMap { Int32($0) }.max() ?? 2
    for file in 3..<min(open + 16, getdtablesize()) {
      posix_spawn_file_actions_addclose(&actions, file)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // As from a shell: the threads of tests have signals blocked, and a shell that started them in the
    // background has SIGINT and SIGQUIT ignored.
    var (blocked, standard) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigfillset(&standard)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setsigdefault(&attributes, &standard)
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Swift does not import
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0)=\($1)") } + [nil]
    defer {
      for text in arguments + variables { free(text) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var process: pid_t = 0
    let code = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw Failure(description: "cannot run \(words): \(code)") }
    return process
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  func resize(columns: Int, rows: Int) {
    screen = TerminalEmulator(size: TerminalSize(columns: columns, rows: rows))
    var size = winsize()
    (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// As they are now.
  var currentSettings: termios {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings
  }

  var isRaw: Bool { currentSettings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0 }

  /// Whether every setting is as before the process began.
  var isRestored: Bool {
    let (now, before) = (currentSettings, settings)
    return now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag
      && now.c_cflag == before.c_cflag && now.c_lflag == before.c_lflag
  }

  // MARK: Waiting

  /// Reads until the screen shows what is wanted.
  func wait(for text: String) throws {
    try wait("\(text.debugDescription) on the screen") { screen.text.contains(text) }
  }

  func wait(_ what: String, until condition: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: PseudoTerminal.patience)
    while !condition() {
      // What is waited for may show elsewhere than in the output.
      guard read(until: Date(timeIntervalSinceNow: 0.05)) || Date() < deadline else {
        throw Failure(description: "no \(what); the screen is:\n\(screen.text)")
      }
    }
  }

  /// Reads until the process has ended and everything it wrote is here.
  /// - Returns: the exit code, or 128 and the signal's number, as shells say.
  func waitForEnd() throws -> Int32 {
    let deadline = Date(timeIntervalSinceNow: PseudoTerminal.patience)
    while status == nil {
      var code: Int32 = 0
      if waitpid(process, &code, WNOHANG) == process { status = code }
      if !read(until: min(deadline, Date(timeIntervalSinceNow: 0.02))), Date() > deadline {
        throw Failure(description: "no end; the screen is:\n\(screen.text)")
      }
    }
    while read(until: Date()) {}
    let code = status ?? 0
    return code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + code & 0x7F
  }

  /// Waits for the end while nobody reads what the process writes.
  func waitForEndUnread() -> Int32 {
    var code: Int32 = 0
    while waitpid(process, &code, 0) < 0, errno == EINTR {}
    status = code
    return code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + code & 0x7F
  }

  /// Waits until the process has written something, and leaves it unread.
  func waitForOutput() {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    poll(&ready, 1, Int32(PseudoTerminal.patience * 1_000))
  }

  /// The terminal is gone, as when its window on the desktop is closed.
  func hangUp() {
    isOpen = false
    close(master)
    close(slave)
  }

  /// What is written within `seconds`.
  func bytes(within seconds: TimeInterval) -> [UInt8] {
    let before = output.count
    let deadline = Date(timeIntervalSinceNow: seconds)
    while read(until: deadline) {}
    return Array(output[before...])
  }

  /// - Returns: false if nothing came.
  private func read(until deadline: Date) -> Bool {
    let wait = Int32(max(0, deadline.timeIntervalSinceNow * 1_000).rounded(.up))
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, wait) > 0, ready.revents & Int16(POLLIN) != 0 else { return false }
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &room, room.count)
    guard count > 0 else { return false }
    output += room[..<count]
    show()
    return true
  }

  /// Paints what is complete of the output; titles and questions are not for the screen.
  private func show() {
    var end = output.count
    // A sequence or a character that is cut waits for its rest.
    if let escape = output[painted...].lastIndex(of: 0x1B), end - escape < 128,
      !PseudoTerminal.isComplete(output[escape...])
    {
      end = escape
    }
    while end > painted, output[end - 1] >= 0x80, end == output.count, end - painted < 4 {
      end -= 1
    }
    var rest = output[painted..<end]
    painted = end
    while let start = rest.firstIndex(of: 0x1B) {
      screen.feed(Array(rest[..<start]))
      rest = rest[start...]
      let length = PseudoTerminal.sequenceLength(rest)
      if PseudoTerminal.paints(rest.prefix(length)) { screen.feed(Array(rest.prefix(length))) }
      rest = rest.dropFirst(length)
    }
    screen.feed(Array(rest))
  }

  private static func isComplete(_ bytes: ArraySlice<UInt8>) -> Bool {
    sequenceLength(bytes) <= bytes.count
  }

  private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int {
    let bytes = Array(bytes)
    guard bytes.count > 1 else { return 2 }
    if bytes[1] == UInt8(ascii: "]") {
      let end = bytes.indices.dropFirst().first {
        bytes[$0] == 0x5C && bytes[$0 - 1] == 0x1B || bytes[$0] == 0x07
      }
      return (end ?? bytes.count) + 1
    }
    guard bytes[1] == UInt8(ascii: "[") else { return 2 }
    let end = bytes.indices.dropFirst(2).first { (0x40...0x7E).contains(bytes[$0]) }
    return (end ?? bytes.count) + 1
  }

  private static func paints(_ sequence: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
    guard text.hasPrefix("["), let final = text.last else { return false }
    return "HGCDABKJm".contains(final) || ["[?1049h", "[?1049l"].contains(text)
  }
}

extension PseudoTerminal {
  /// Everything that was written, painted or not.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Only what is painted from here on is on the screen.
  func forgetScreen() { screen = TerminalEmulator(size: screen.size) }
}

extension String {
  /// How often `part` occurs.
  func components(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
