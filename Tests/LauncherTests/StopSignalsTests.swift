import Glibc
import OwnThread
import Testing

@testable import Launcher

@Suite("Signals", .ownThread, .timeLimit(.minutes(1)))
struct StopSignalsTests {
  @Test("A signal is told by its number as soon as the handlers are installed, each time it comes")
  func told() async {
    // Nobody asks anything of a test process by this signal.
    let (numbers, continuation) = AsyncStream.makeStream(of: Int32.self)
    let signals = StopSignals([SIGUSR2]) { continuation.yield($0) }
    defer { signals.cancel() }
    var arriving = numbers.makeAsyncIterator()
    for _ in 0..<2 {
      kill(getpid(), SIGUSR2)
      #expect(await arriving.next() == SIGUSR2)
    }
  }

  @Test("A signal has the name that people know")
  func names() {
    #expect(StopSignals.requestsAndHangUp.map(StopSignals.name) == ["SIGTERM", "SIGINT", "SIGHUP"])
    #expect(StopSignals.name(of: 64) == "signal 64")
  }

  @Test("A descriptor that this process inherited is not inherited by its children")
  func descriptors() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(ends.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 })
    DescriptorLimit.keepHere()
    #expect(ends.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
    #expect(fcntl(STDERR_FILENO, F_GETFD) & FD_CLOEXEC == 0)
  }
}
