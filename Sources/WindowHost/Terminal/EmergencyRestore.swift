import Glibc

/// Gives the terminal back when a trap ends the process, since then only a signal handler still
/// runs.
///
/// The data that the handler needs is allocated in advance, and the handler calls only functions
/// that are safe in one. What Swift's runtime makes of types when they are used first, under a lock
/// that the interrupted code may hold, is made by a rehearsal.
enum EmergencyRestore {
  /// The signals of a process that fails. After the handler each has the effect that it had before.
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT]

  private struct Memory {
    let file: Int32
    let bytes: UnsafeMutableBufferPointer<UInt8>
    let settings: UnsafeMutablePointer<termios>
  }

  // This is written on the main thread only and read by the handler. It is one pointer, so the
  // handler never sees half of a change.
  nonisolated(unsafe) private static var armed: UnsafeMutablePointer<Memory>?
  /// The actions of the signals before `install`, by the signal's number.
  nonisolated(unsafe) private static let previous =
    UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

  /// The size of the handler's own stack in bytes. It has one because a process may die for lack of
  /// stack.
  private static let stackBytes = 64 * 1024

  /// Installs the handlers. Call it once per process.
  static func install() {
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackBytes, alignment: 16)
    stack.ss_size = stackBytes
    sigaltstack(&stack, nil)
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { EmergencyRestore.handle($0) }
      action.sa_flags = SA_ONSTACK
      let before = previous + Int(signal)
      sigaction(signal, &action, before)
      // What was ignored when the process began, as SIGQUIT by nohup, goes on to be.
      if isIgnored(before.pointee) { sigaction(signal, before, nil) }
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Sets what the handler does for the terminal.
  /// - Parameters:
  ///   - file: the terminal's descriptor.
  ///   - bytes: what is written to the terminal.
  ///   - settings: the line settings that the terminal gets back.
  static func arm(_ file: Int32, writing bytes: [UInt8], restoring settings: termios) {
    disarm()
    let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    kept.initialize(to: settings)
    memory.initialize(to: Memory(file: -1, bytes: copy, settings: kept))
    restore(memory, patience: 1, pause: 0)
    memory.pointee = Memory(file: file, bytes: copy, settings: kept)
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
      // A slow terminal gets a second in all.
      restore(memory, patience: 10, pause: 100)
    }
    sigaction(signal, previous + Int(signal), nil)
    // A trap would happen again by itself, but a signal from outside would not.
    raise(signal)
  }

  /// - Parameters:
  ///   - patience: how often it waits for the terminal.
  ///   - pause: how long each time, in milliseconds.
  private static func restore(
    _ memory: UnsafeMutablePointer<Memory>, patience: Int, pause: Int32
  ) {
    let file = memory.pointee.file
    let bytes = memory.pointee.bytes
    var sent = 0
    var patience = patience
    while sent < bytes.count, patience > 0 {
      let count = write(file, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
      if count > 0 {
        sent += count
        continue
      }
      patience -= 1
      var ready = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, pause)
    }
    tcsetattr(file, TCSANOW, memory.pointee.settings)
  }
}
