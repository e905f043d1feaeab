import Glibc

/// Gives the terminal back when the process dies of a trap: then nothing but a signal handler runs
/// any more.
///
/// What the handler needs lies ready in memory of its own, and it calls only what a handler may.
enum EmergencyRestore {
  /// The signals of a process that goes wrong; after the handler they do what they did before.
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT]

  private struct Memory {
    let file: Int32
    let bytes: UnsafeMutableBufferPointer<UInt8>
    let settings: UnsafeMutablePointer<termios>
  }

  // Written on the main thread only, and read by a handler: one pointer, whole at any time.
  nonisolated(unsafe) private static var armed: UnsafeMutablePointer<Memory>?
  /// What each signal did before, by its number.
  nonisolated(unsafe) private static let previous =
    UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

  /// A stack of its own: a process may die because its stack is used up.
  private static let stackBytes = 64 * 1024

  /// Once per process.
  static func install() {
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackBytes, alignment: 16)
    stack.ss_size = stackBytes
    sigaltstack(&stack, nil)
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { EmergencyRestore.handle($0) }
      action.sa_flags = SA_ONSTACK
      sigaction(signal, &action, previous + Int(signal))
    }
  }

  /// - Parameters:
  ///   - file: the terminal.
  ///   - bytes: written to it.
  ///   - settings: what it gets back.
  static func arm(_ file: Int32, writing bytes: [UInt8], restoring settings: termios) {
    disarm()
    let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    kept.initialize(to: settings)
    memory.initialize(to: Memory(file: file, bytes: copy, settings: kept))
    armed = memory
  }

  static func disarm() {
    guard let memory = armed else { return }
    armed = nil
    memory.pointee.bytes.deallocate()
    memory.pointee.settings.deallocate()
    memory.deallocate()
  }

  private static func handle(_ signal: Int32) {
    if let memory = armed {
      armed = nil
      restore(memory)
    }
    sigaction(signal, previous + Int(signal), nil)
    // A trap happens again by itself; what was sent from outside would not.
    raise(signal)
  }

  private static func restore(_ memory: UnsafeMutablePointer<Memory>) {
    let file = memory.pointee.file
    let bytes = memory.pointee.bytes
    var sent = 0
    // A terminal that is slow gets a second in all.
    var patience = 10
    while sent < bytes.count, patience > 0 {
      let count = write(file, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
      if count > 0 {
        sent += count
        continue
      }
      patience -= 1
      var ready = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, 100)
    }
    tcsetattr(file, TCSANOW, memory.pointee.settings)
  }
}
