import CEpoll
import Glibc

/// A socket that a loop serves.
package protocol LoopMember: AnyObject {
  /// A socket that does not block.
  var file: Int32 { get }
  /// Reads and writes what can be.
  func serve() throws
  /// Writes what was kept to be written at the end of the loop's step.
  func flush() throws
  /// Takes an error of `serve` or `flush`, or throws it on to whoever runs the loop.
  func fail(_ error: any Error) throws
}

/// Waits for sockets and serves those that have something, in one thread.
package final class Loop {
  package struct Stuck: Error, CustomStringConvertible {
    let what: String
    let seconds: Double

    package var description: String { "\(what) took longer than \(Int(seconds)) seconds" }
  }

  private let file: Int32
  private var links: [Int32: any LoopMember] = [:]
  /// The links with something to write at the end of this step.
  private var written: [any LoopMember] = []
  private var events = [epoll_event](repeating: epoll_event(), count: 512)
  /// What all links read into.
  package let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

  package init() {
    file = epoll_create1(0)
    // OpenSSL writes to sockets whose peer may be gone, and then says so.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    close(file)
    buffer.deallocate()
  }

  /// In nanoseconds, from an arbitrary start.
  package static var now: UInt64 { read(CLOCK_MONOTONIC) }

  /// The processor time of this program so far, in seconds.
  package static var processorSeconds: Double { Double(read(CLOCK_PROCESS_CPUTIME_ID)) / 1e9 }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  package func add(_ link: some LoopMember) {
    links[link.file] = link
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | EPOLLOUT.rawValue
    event.data.fd = link.file
    epoll_ctl(file, EPOLL_CTL_ADD, link.file, &event)
  }

  package func watch(_ link: some LoopMember, reading: Bool = true, writing: Bool) {
    var event = epoll_event()
    event.events = (reading ? EPOLLIN.rawValue : 0) | (writing ? EPOLLOUT.rawValue : 0)
    event.data.fd = link.file
    epoll_ctl(file, EPOLL_CTL_MOD, link.file, &event)
  }

  package func remove(_ link: some LoopMember) { links[link.file] = nil }

  package func flushLater(_ link: some LoopMember) { written.append(link) }

  /// Serves what has something now, or has it before `time`.
  package func step(until time: UInt64) throws {
    try flush()
    let now = Loop.now
    let left = time > now ? time - now : 0
    var wait = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
    let count = epoll_pwait2(file, &events, Int32(events.count), &wait, nil)
    for index in 0..<max(Int(count), 0) {
      guard let link = links[events[index].data.fd] else { continue }
      do { try link.serve() } catch { try link.fail(error) }
    }
    try flush()
  }

  private func flush() throws {
    while !written.isEmpty {
      let links = written
      written.removeAll(keepingCapacity: true)
      for link in links {
        do { try link.flush() } catch { try link.fail(error) }
      }
    }
  }

  /// Serves links until something is so.
  /// - Throws: `Stuck` when that takes longer than it may.
  package func run(
    _ what: String, within seconds: Double = 120, until isDone: () throws -> Bool
  ) throws {
    let deadline = Loop.now + UInt64(seconds * 1e9)
    while try !isDone() {
      guard Loop.now < deadline else { throw Stuck(what: what, seconds: seconds) }
      try step(until: Loop.now + 100_000_000)
    }
  }
}
