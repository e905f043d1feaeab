import Glibc
import NIOCore
import NIOPosix

/// Signals as events on the loop: a handler writes each signal's number into a pipe that the loop
/// reads. Handlers, unlike a mask, are not inherited by the programs this process starts.
enum SignalPipe {
  /// Those a window answers. SIGQUIT stays the way out of a window that hangs.
  static let signals = [SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP]

  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Once per process, on `loop`.
  static func install(
    on loop: any EventLoop, deliver: @escaping (Int32) -> Void,
    failed: @escaping (any Error) -> Void
  ) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw TerminalDevice.Unavailable(
        description: "no pipe for signals: \(String(cString: strerror(errno)))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writeEnd = ends[1]
    NIOPipeBootstrap(group: loop)
      .channelOption(.autoRead, value: false)
      .takingOwnershipOfDescriptor(input: ends[0])
      .assumeIsolated()
      .whenComplete { result in
        do {
          let channel = try result.get()
          try channel.pipeline.syncOperations.addHandler(Reader(deliver))
          try channel.syncOptions?.setOption(.autoRead, value: true)
        } catch {
          failed(error)
        }
      }
    for signal in signals { catching(signal) }
  }

  static func catching(_ signal: Int32) {
    // Whoever started this process may have blocked it.
    var caught = sigset_t()
    sigemptyset(&caught)
    sigaddset(&caught, signal)
    pthread_sigmask(SIG_UNBLOCK, &caught, nil)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { SignalPipe.handle($0) }
    action.sa_flags = SA_RESTART
    sigaction(signal, &action, nil)
  }

  /// The signal does again what it does where nobody catches it.
  static func releasing(_ signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(signal, &action, nil)
  }

  /// Stops this process group, as a terminal's suspend key does, or only this process. Returns when
  /// it goes on, or at once where nobody could make it go on.
  static func stop(group: Bool) {
    // Going on after this stop is no event: whoever stopped knows it by the return.
    releasing(SIGCONT)
    releasing(SIGTSTP)
    if group { kill(0, SIGTSTP) } else { raise(SIGTSTP) }
    catching(SIGTSTP)
    catching(SIGCONT)
  }

  /// Ends this process as `signal` would have.
  static func die(of signal: Int32) -> Never {
    releasing(signal)
    raise(signal)
    // Only where the signal is blocked: the status that shells give to such a death.
    exit(128 + signal)
  }

  private static func handle(_ signal: Int32) {
    let kept = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    // A full pipe holds enough of them: they are about states, not counts.
    _ = write(writeEnd, &byte, 1)
    errno = kept
  }

  private final class Reader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let deliver: (Int32) -> Void

    init(_ deliver: @escaping (Int32) -> Void) { self.deliver = deliver }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var seen: [UInt8] = []
      for byte in Self.unwrapInboundIn(data).readableBytesView where !seen.contains(byte) {
        seen.append(byte)
        deliver(Int32(byte))
      }
    }
  }
}
