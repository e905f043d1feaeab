import BoardModel
import Coordination
import Logging
import NIOCore
import Transport

/// The log of a coordinator about itself and its peers. Confined to its event loop.
final class CoordinatorLog {
  private let log: Logger
  private let eventLoop: any EventLoop
  private let start = NIODeadline.now()
  private var refusals = MinuteCounts.forLog
  private var arrivals = MinuteCounts.ofArrivals
  private var timer: Scheduled<Void>?

  init(_ log: Logger, eventLoop: any EventLoop) {
    self.log = log
    self.eventLoop = eventLoop
  }

  func listening(at endpoint: Endpoint) {
    log.notice("listens at \(endpoint)")
  }

  /// - Parameter author: the device that is connected; nil for somebody who has none yet.
  func joined(_ author: Author?, at remote: Endpoint?) {
    let name = CoordinatorLog.name(author)
    let sentence = "\(name) connected from \(CoordinatorLog.name(remote))"
    // The audit has who joined, and the refusals below who did not.
    guard author != nil else { return log.debug("\(sentence)") }
    guard note(name, in: \.arrivals) else { return }
    log.notice("\(sentence)")
  }

  func left(_ author: Author?, at remote: Endpoint?, _ end: StreamEnd) {
    log.debug(
      "\(CoordinatorLog.name(author)) left \(CoordinatorLog.name(remote)): \(LogText.line("\(end)"))"
    )
  }

  /// Logs the refusal of a connection whose user and device are not known, or not as those of this
  /// team.
  func refused(at remote: Endpoint?, _ reason: String) {
    refuse(remote, "refused a connection from \(CoordinatorLog.name(remote)): \(reason)")
  }

  /// Logs the refusal of a connection of a known device.
  func refused(_ author: Author?, at remote: Endpoint?, _ reason: String) {
    refuse(
      remote,
      "refused \(CoordinatorLog.name(author)) at \(CoordinatorLog.name(remote)): \(reason)")
  }

  /// Logs an error of the listening socket, which may recur with every newcomer.
  func failed(at endpoint: Endpoint, _ end: StreamEnd) {
    guard note("\(endpoint)", in: \.refusals) else { return }
    log.error("cannot take a connection at \(endpoint): \(LogText.line("\(end)"))")
  }

  /// Ends the log and writes the counts that are still open.
  func close() {
    timer?.cancel()
    tell()
  }

  private func refuse(_ remote: Endpoint?, _ sentence: String) {
    guard note(remote?.host ?? "", in: \.refusals) else { return }
    log.warning("\(LogText.line(sentence))")
  }

  /// - Parameter who: an address, or the name of a device.
  /// - Returns: whether it is to have a line of its own.
  private func note(
    _ who: String, in counts: ReferenceWritableKeyPath<CoordinatorLog, MinuteCounts>
  ) -> Bool {
    let now = now
    tell(now: now)
    let written = self[keyPath: counts].note(who, "", now: now)
    schedule()
    return written
  }

  private func schedule() {
    guard timer == nil, let end = [refusals.deadline, arrivals.deadline].compactMap(\.self).min()
    else { return }
    let deadline = start + .milliseconds(Int64(clamping: end))
    timer = eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.timer = nil
      self.tell(now: self.now)
      self.schedule()
    }
  }

  /// Milliseconds since this began.
  private var now: UInt64 {
    UInt64(clamping: (NIODeadline.now() - start).nanoseconds) / 1_000_000
  }

  /// Writes down the counts whose minute is over.
  private func tell(now: UInt64) {
    tellRefusals(refusals.take(now: now))
    tellArrivals(arrivals.take(now: now))
  }

  /// Writes down all counts that are open.
  private func tell() {
    tellRefusals(refusals.takeAll())
    tellArrivals(arrivals.takeAll())
  }

  private func tellRefusals(_ counts: [MinuteCounts.Count]) {
    for count in counts where count.omitted > 0 {
      let address = count.address.map { LogText.line($0) } ?? "other addresses"
      log.warning("and \(count.omitted) more from \(address) within a minute")
    }
  }

  private func tellArrivals(_ counts: [MinuteCounts.Count]) {
    for count in counts where count.omitted > 0 {
      let device = count.address ?? "other devices"
      let times = count.omitted == 1 ? "once" : "\(count.omitted) times"
      log.notice("\(device) connected \(times) more within a minute")
    }
  }

  private static func name(_ author: Author?) -> String {
    author.map { "\($0.user) on \($0.device)" } ?? "somebody who wants to join"
  }

  private static func name(_ remote: Endpoint?) -> String {
    remote.map { "\($0)" } ?? "an unknown address"
  }
}
