public import BoardModel
import Wire

/// Another window of the board, and where the person at it is.
public struct OtherWindow: Hashable, Sendable {
  public let session: SessionID
  public let author: Author
  public let state: PresenceState

  public init(session: SessionID, author: Author, state: PresenceState) {
    self.session = session
    self.author = author
    self.state = state
  }
}

/// Who looks at what (SPEC.md PRS): what the coordinator was told of the person at this window, and
/// what it told of the others.
struct PresenceExchange: Hashable, Sendable {
  private(set) var publisher = PresencePublisher()
  private(set) var others: [SessionID: OtherWindow] = [:]
  private var othersChanged = false
  /// How many more windows there are than the others.
  private(set) var more = 0
  private var moreChanged = false

  /// Whether the presence of the person at this window can be told.
  enum Reach: Hashable, Sendable {
    /// The connection does not speak for a window, or one side does not know of presence.
    case none
    /// Something else has to be sent before what the person looks at means anything.
    case later
    case now
  }

  mutating func want(_ state: PresenceState) { publisher.wanted = state }

  /// Takes what the coordinator says of a window that is not this one.
  mutating func take(_ present: Present) {
    let other = present.state.map {
      OtherWindow(session: present.session, author: present.author, state: $0)
    }
    guard others[present.session] != other else { return }
    guard others.count < Limits.presenceOthers || others[present.session] != nil else { return }
    others[present.session] = other
    othersChanged = true
  }

  /// Takes how many more there are than the coordinator tells of.
  mutating func take(_ present: MorePresent) { setMore(Int(present.count)) }

  private mutating func setMore(_ count: Int) {
    guard more != count else { return }
    more = count
    moreChanged = true
  }

  /// - Returns: the presence to send now; nil if there is none. Without a link the others are
  ///   forgotten.
  mutating func next(_ reach: Reach, now: UInt64) -> PresenceState? {
    switch reach {
    case .none:
      publisher.detached()
      if !others.isEmpty {
        others = [:]
        othersChanged = true
      }
      setMore(0)
      return nil
    case .later:
      publisher.postpone()
      return nil
    case .now: return publisher.next(now: now)
    }
  }

  /// - Returns: the others in ascending order of their sessions, if they changed since the last
  ///   call.
  mutating func takeOthers() -> [OtherWindow]? {
    guard othersChanged else { return nil }
    othersChanged = false
    return others.values.sorted { $0.session < $1.session }
  }

  /// - Returns: how many more there are, if that changed since the last call.
  mutating func takeMore() -> Int? {
    guard moreChanged else { return nil }
    moreChanged = false
    return more
  }
}

/// What the coordinator was told of the person at this window, and when it is told again.
struct PresencePublisher: Hashable, Sendable {
  /// The shortest time between two PRESENCE messages, in milliseconds: nobody follows a caret that
  /// is faster.
  static let pause: UInt64 = 100

  /// The presence that the window reported last.
  var wanted: PresenceState?
  /// The presence that the coordinator was told on this attachment.
  private(set) var told: PresenceState?
  private(set) var earliest: UInt64 = 0
  /// The time at which there is something to say; nil if there is nothing.
  private(set) var due: UInt64?

  mutating func detached() { (told, due) = (nil, nil) }

  /// Forgets the due time, because something else has to be sent first.
  mutating func postpone() { due = nil }

  /// - Returns: the presence to send now; nil if there is none.
  mutating func next(now: UInt64) -> PresenceState? {
    due = nil
    guard let wanted, wanted != told else { return nil }
    guard now >= earliest else {
      due = earliest
      return nil
    }
    told = wanted
    earliest = now + Self.pause
    return wanted
  }
}
