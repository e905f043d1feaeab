/// The notices of a window: at most one answer to the last action, which is shown at once, and
/// behind it the reports of what happened by itself, shown one after the other, each long enough to
/// be read.
struct NoticeQueue: Sendable {
  /// The person's attention to the last line at the moment.
  enum Attention: Hashable, Sendable {
    case watched
    /// The line shows the hints of a prompt; only notices that come meanwhile take their place.
    case typing
    /// The line shows the keys between which the person must choose: only an answer takes their
    /// place, and all reports wait.
    case deciding
    /// The line is not visible.
    case away
  }

  struct Report: Hashable, Sendable {
    let notice: Notice
    let topic: Notice.Topic?
  }

  private var answer: Notice?
  /// The reports that wait or are shown: those about a topic first, else the oldest first.
  private(set) var reports: [Report] = []
  /// The number of reports that came when `capacity` were waiting already.
  private var omitted = 0
  private var attention = Attention.watched
  /// The number of reports, from the first, that wait until the prompt is done.
  private var heldBack = 0
  /// The milliseconds of a clock that never goes back.
  private var now: UInt64 = 0
  private var shown: Notice?
  /// The time at which `shown` appeared.
  private var since: UInt64 = 0

  /// The most reports that wait: nobody would read more in one go. Of those beyond, only the number
  /// is told.
  static let capacity = 16
  /// The most scalars of a notice, whatever titles it quotes.
  static let maximumScalars = 300
  /// The milliseconds for which a notice stays when it is alone. `followed` is for one with others
  /// behind it.
  static let alone: UInt64 = 6_000
  static let followed: UInt64 = 4_000

  /// The notice to show; nil leaves the line to hints.
  var current: Notice? {
    if attention == .away { return nil }
    if attention == .deciding { return answer }
    return answer ?? (heldBack < reports.count ? reports[heldBack].notice : nil)
  }

  /// The number of notices that are shown after the current one.
  var behind: Int {
    // Where a choice is awaited nothing is shown behind the answer.
    let others = attention == .deciding ? 0 : reports.count - heldBack + omitted
    return current == nil ? 0 : answer == nil ? others - 1 : others
  }

  /// - Parameter topic: the topic of a report; a later report on the same topic replaces it.
  mutating func add(_ notice: Notice, about topic: Notice.Topic? = nil) {
    let notice = Notice(
      FittedText.bounded(notice.text, toScalars: NoticeQueue.maximumScalars), notice.kind)
    if notice.isAnswer {
      answer = notice
      shown = nil
    } else {
      if let topic { remove(topic) }
      report(Report(notice: notice, topic: topic))
    }
    settle()
  }

  private mutating func report(_ report: Report) {
    if let place = reports.firstIndex(where: { $0.notice == report.notice }) {
      // A report that is repeated is shown for its whole time again.
      if report.notice == shown { shown = nil }
      reports[place] = report
    } else if report.topic != nil {
      // A report about a topic matters for the next key, so that it goes first.
      reports.insert(report, at: heldBack)
    } else if reports.count < NoticeQueue.capacity {
      reports.append(report)
    } else {
      omitted += 1
    }
  }

  /// Ends the answer, because the person did something else.
  mutating func endAnswer() {
    answer = nil
    settle()
  }

  /// Ends the answer if it is a refusal; an answer that something was done still holds.
  mutating func endRefusal() {
    guard answer?.kind == .refusal else { return }
    endAnswer()
  }

  /// Removes the report of a topic, because it is no longer true.
  mutating func withdraw(_ topic: Notice.Topic) {
    remove(topic)
    settle()
  }

  mutating func attend(_ attention: Attention) {
    guard attention != self.attention else { return }
    self.attention = attention
    heldBack = attention == .typing ? reports.count : 0
    settle()
  }

  /// Removes the current notice, because the person has read it.
  mutating func dismiss() {
    removeCurrent()
    settle()
  }

  var deadline: UInt64? {
    guard current != nil else { return nil }
    return since + (behind > 0 ? NoticeQueue.followed : NoticeQueue.alone)
  }

  mutating func advance(to now: UInt64) {
    self.now = now
    while let deadline, deadline <= now { dismiss() }
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

  /// Starts the time of a notice when it becomes visible, also after an interruption.
  private mutating func settle() {
    guard current != shown else { return }
    shown = current
    since = now
  }
}
