import Glibc
import NIOCore
import NIOPosix

/// Makes signals events on the loop: a handler writes each signal's number into a pipe that the
/// loop reads. Handlers, unlike a mask, are not inherited by the programs that this process starts.
enum SignalPipe {
  /// The signals that a window answers. SIGQUIT is left out as the way to end a window that hangs.
  static let signals = [SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP]

  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Installs the handlers and the pipe. Call it once per process, on `loop`.
  /// - Throws: if there is no pipe to be had; later errors go to `failed`.
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
    // The program that started this process may have blocked the signal.
    var caught = sigset_t()
    sigemptyset(&caught)
    sigaddset(&caught, signal)
    pthread_sigmask(SIG_UNBLOCK, &caught, nil)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { SignalPipe.handle($0) }
    action.sa_flags = SA_RESTART
    sigaction(signal, &action, nil)
  }

  /// Gives the signal its default action again.
  static func releasing(_ signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(signal, &action, nil)
  }

  /// Stops this process group, as a terminal's suspend key does, or only this process. It returns
  /// when the process is continued, or at once if nobody could continue it.
  static func stop(group: Bool) {
    // Being continued after this stop is not delivered as an event: the caller knows it from the
    // return.
    releasing(SIGCONT)
    releasing(SIGTSTP)
    if group { kill(0, SIGTSTP) } else { raise(SIGTSTP) }
    catching(SIGTSTP)
    catching(SIGCONT)
  }

  /// Ends this process as `signal` would without a handler.
  static func die(of signal: Int32) -> Never {
    releasing(signal)
    raise(signal)
    // This is reached only if the signal is blocked. The status is the one that shells report for
    // such a death.
    exit(128 + signal)
  }

  private static func handle(_ signal: Int32) {
    let kept = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    // If the pipe is full, the signal is dropped: signals report a state, not a count, and the pipe
    // holds enough of them.
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
