/// What a person is told: at most one answer to what they did last, at once, and behind it the
/// reports of what happened by itself, one after the other, each until it was there to be read.
struct NoticeQueue: Sendable {
  /// What the last line is to the person at the moment.
  enum Attention: Hashable, Sendable {
    case watched
    /// It has the hints of a line that is typed: only what comes meanwhile stands in their place.
    case typing
    /// It is not to be seen.
    case away
  }

  struct Report: Hashable, Sendable {
    let notice: Notice
    let topic: Notice.Topic?
  }

  private var answer: Notice?
  /// From the oldest to the newest.
  private(set) var reports: [Report] = []
  /// Reports that came when `capacity` waited already.
  private var omitted = 0
  private var attention = Attention.watched
  /// The first so many reports wait until the line that is typed is done.
  private var heldBack = 0
  private var shown: Notice?
  /// When `shown` appeared.
  private var since: UInt64 = 0

  /// More would be read by nobody in one go; of what comes beyond, the number is told.
  static let capacity = 16
  /// What one says is bounded, whatever titles it quotes.
  static let maximumScalars = 300
  /// Milliseconds for which a notice stays, alone and with others behind it.
  static let alone: UInt64 = 6_000
  static let followed: UInt64 = 4_000

  /// The one to show; nil leaves the line to hints.
  var current: Notice? {
    if attention == .away { return nil }
    return answer ?? (heldBack < reports.count ? reports[heldBack].notice : nil)
  }

  /// How many are told after the current one.
  var behind: Int {
    let others = reports.count - heldBack + omitted
    return current == nil ? 0 : answer == nil ? others - 1 : others
  }

  /// - Parameter topic: of a report; a later one on the same topic takes its place.
  mutating func add(_ notice: Notice, about topic: Notice.Topic? = nil, now: UInt64) {
    let notice = Notice(
      FittedText.bounded(notice.text, toScalars: NoticeQueue.maximumScalars), notice.kind)
    if notice.isAnswer {
      answer = notice
      shown = nil
    } else {
      if let topic { remove(topic) }
      report(Report(notice: notice, topic: topic))
    }
    settle(now)
  }

  private mutating func report(_ report: Report) {
    if let place = reports.firstIndex(where: { $0.notice == report.notice }) {
      // Said again, it is there to be read for as long again.
      if report.notice == shown { shown = nil }
      reports[place] = report
    } else if report.topic != nil {
      // What it says bears on the next key.
      reports.insert(report, at: heldBack)
    } else if reports.count < NoticeQueue.capacity {
      reports.append(report)
    } else {
      omitted += 1
    }
  }

  /// The person did something else: what answers the action before does not hold any longer.
  mutating func endAnswer(now: UInt64) {
    answer = nil
    settle(now)
  }

  /// The same, but only why something was not done: what was done still holds.
  mutating func endRefusal(now: UInt64) {
    guard answer?.kind == .refusal else { return }
    endAnswer(now: now)
  }

  /// What a topic's report says is not so any longer.
  mutating func withdraw(_ topic: Notice.Topic, now: UInt64) {
    remove(topic)
    settle(now)
  }

  mutating func attend(_ attention: Attention, now: UInt64) {
    guard attention != self.attention else { return }
    self.attention = attention
    heldBack = attention == .typing ? reports.count : 0
    settle(now)
  }

  /// A person has read the current one.
  mutating func dismiss(now: UInt64) {
    removeCurrent()
    settle(now)
  }

  var deadline: UInt64? {
    guard current != nil else { return nil }
    return since + (behind > 0 ? NoticeQueue.followed : NoticeQueue.alone)
  }

  mutating func advance(to now: UInt64) {
    while let deadline, deadline <= now { dismiss(now: now) }
  }

  private mutating func removeCurrent() {
    if answer != nil {
      answer = nil
    } else if heldBack < reports.count {
      removeReport(at: heldBack)
    }
  }

  private mutating func remove(_ topic: Notice.Topic) {
    if let place = reports.firstIndex(where: { $0.topic == topic }) { removeReport(at: place) }
  }

  private mutating func removeReport(at place: Int) {
    reports.remove(at: place)
    if place < heldBack { heldBack -= 1 }
    guard reports.isEmpty, omitted > 0 else { return }
    let text = "\(omitted) more notices had no room here. `board log` tells what others did."
    reports.append(Report(notice: Notice(text, .loss), topic: nil))
    omitted = 0
  }

  /// The time of a notice begins when it is to be seen, also when it was interrupted.
  private mutating func settle(_ now: UInt64) {
    guard current != shown else { return }
    shown = current
    since = now
  }
}
