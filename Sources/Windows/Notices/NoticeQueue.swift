/// Something a person is told at the bottom of the window.
public struct Notice: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case information
    /// An edit did not go as meant, or something needs attention.
    case warning
  }

  public let text: String
  public let kind: Kind

  public init(_ text: String, _ kind: Kind = .information) {
    self.text = text
    self.kind = kind
  }
}

/// Notices one after the other, each long enough to be read.
struct NoticeQueue: Sendable {
  private(set) var waiting: [Notice] = []
  private var since: UInt64 = 0

  /// More would be read by nobody; what is dropped first is the oldest information.
  static let capacity = 16
  /// What one says is bounded, whatever titles it quotes.
  static let maximumScalars = 300

  /// Milliseconds for which a notice stays, alone and with others behind it.
  private static let alone: UInt64 = 6_000
  private static let followed: UInt64 = 2_500

  var current: Notice? { waiting.first }

  mutating func add(_ notice: Notice, now: UInt64) {
    let text = String(
      String.UnicodeScalarView(notice.text.unicodeScalars.prefix(NoticeQueue.maximumScalars)))
    let bounded = Notice(text, notice.kind)
    guard !waiting.contains(bounded) else {
      if current == bounded { since = now }
      return
    }
    if waiting.count == NoticeQueue.capacity {
      waiting.remove(at: waiting.firstIndex { $0.kind == .information } ?? 0)
    }
    if waiting.isEmpty { since = now }
    waiting.append(bounded)
  }

  /// A person has read the current one.
  mutating func dismiss(now: UInt64) {
    guard !waiting.isEmpty else { return }
    waiting.removeFirst()
    since = now
  }

  var deadline: UInt64? {
    guard !waiting.isEmpty else { return nil }
    return since + (waiting.count > 1 ? NoticeQueue.followed : NoticeQueue.alone)
  }

  mutating func advance(to now: UInt64) {
    while let deadline, deadline <= now {
      waiting.removeFirst()
      since = now
    }
  }
}
