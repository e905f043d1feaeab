import CEpoll
import Glibc

/// Waits for sockets and serves those that have something, in one thread.
final class Loop {
  struct Stuck: Error, CustomStringConvertible {
    let what: String
    let seconds: Double

    var description: String { "\(what) took longer than \(Int(seconds)) seconds" }
  }

  private let file: Int32
  private var links: [Int32: Link] = [:]
  /// The links with something to write at the end of this step.
  private var written: [Link] = []
  private var events = [epoll_event](repeating: epoll_event(), count: 512)
  /// What all links read into.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

  init() { file = epoll_create1(0) }

  deinit {
    close(file)
    buffer.deallocate()
  }

  /// In nanoseconds, from an arbitrary start.
  static var now: UInt64 { read(CLOCK_MONOTONIC) }

  /// The processor time of this program so far, in seconds.
  static var processorSeconds: Double { Double(read(CLOCK_PROCESS_CPUTIME_ID)) / 1e9 }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  func add(_ link: Link) {
    links[link.file] = link
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | EPOLLOUT.rawValue
    event.data.fd = link.file
    epoll_ctl(file, EPOLL_CTL_ADD, link.file, &event)
  }

  func watch(_ link: Link, writing: Bool) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | (writing ? EPOLLOUT.rawValue : 0)
    event.data.fd = link.file
    epoll_ctl(file, EPOLL_CTL_MOD, link.file, &event)
  }

  func remove(_ link: Link) { links[link.file] = nil }

  func flushLater(_ link: Link) { written.append(link) }

  /// Serves what has something now, or has it before `time`.
  func step(until time: UInt64) throws {
    try flush()
    let now = Loop.now
    let left = time > now ? time - now : 0
    var wait = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
    let count = epoll_pwait2(file, &events, Int32(events.count), &wait, nil)
    for index in 0..<max(Int(count), 0) {
      guard let link = links[events[index].data.fd] else { continue }
      try link.serve()
    }
    try flush()
  }

  private func flush() throws {
    while !written.isEmpty {
      let links = written
      written.removeAll(keepingCapacity: true)
      for link in links { try link.flush() }
    }
  }

  /// Serves links until something is so.
  /// - Throws: `Stuck` when that takes longer than it may.
  func run(_ what: String, within seconds: Double = 120, until isDone: () -> Bool) throws {
    let deadline = Loop.now + UInt64(seconds * 1e9)
    while !isDone() {
      guard Loop.now < deadline else { throw Stuck(what: what, seconds: seconds) }
      try step(until: Loop.now + 100_000_000)
    }
  }
}
