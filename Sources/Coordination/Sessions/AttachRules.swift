import BoardModel
import LogRecords
import Wire

/// An ATTACH, and what else decides about it.
struct AttachRequest: Sendable {
  let connection: ConnectionID
  let author: Author
  let body: Attach
  /// The message that `body` was part of, for a window that is listed.
  var window: AttachWindow?
  /// The sequence number of the last durable operation of the board.
  let sequence: UInt64
  /// The session that made the board. Nobody attaches as it, as it is forgotten.
  let creator: SessionID
  /// What was promised to whom opened the window.
  var promise: Reservations.Reservation?
  /// The session that was promised first for what the window is for.
  var promised: SessionID?
}

/// What becomes of an ATTACH.
enum AttachDecision: Hashable, Sendable {
  case refused(Refusal)
  /// Another process has the session, perhaps: its connection is asked whether it is alive
  /// (SPEC.md WIN-010).
  case contested(incumbent: ConnectionID)
  /// The connection may act for the session as soon as its epoch is durable.
  case admitted(displacing: DisplacedRoute?)
}

/// A connection that may not act for its session any longer.
enum DisplacedRoute: Hashable, Sendable {
  /// The same process has a newer one.
  case replaced(ConnectionID)
  /// Another process has the session.
  case fenced(ConnectionID)
}

extension SessionTable {
  /// Why a session is not made for the window; nil where it is.
  func refusalToMake(_ request: AttachRequest, _ share: Share) -> Refusal? {
    let body = request.body
    if let window = request.window, let refusal = refusalToMake(window, request) { return refusal }
    if body.epoch > 0 || body.firstPending != 1 || body.session == request.creator {
      return .unknown(body.session)
    }
    guard forgotten[body.board] < .max else { return .epochsUsedUp(body.board) }
    return counts.excess(of: share, for: request.author).map { .tooManySessions($0) }
  }

  private func refusalToMake(_ window: AttachWindow, _ request: AttachRequest) -> Refusal? {
    let (id, user) = (request.body.session, request.author.user)
    // A promised session does not exist yet: the first window that comes makes it, for what was
    // promised.
    let isPromised =
      request.promise.map {
        $0.author.user == user && $0.board == request.body.board
          && $0.activity.subject == window.activity.subject
      } ?? false
    switch window.manner {
    case .adopt, .takeOver: return isPromised ? nil : .notPromised(id)
    case .additional: return nil
    case .resume:
      guard let key = WindowKey(user: user, board: request.body.board, window.activity),
        let other = self.window(for: key) ?? (isPromised ? nil : request.promised),
        other != id
      else { return nil }
      return .alreadyOpen(other)
    }
  }
}

extension Session {
  /// Why the window may not attach as this session; nil where it may.
  func refusal(of request: AttachRequest) -> Refusal? {
    let (body, window) = (request.body, request.window)
    guard record.author.user == request.author.user else { return .notYours(body.session) }
    if let window, !isFor(window.activity) { return .otherActivity(body.session) }
    if let end = record.window?.end {
      // If the log fails the window has not ended, and telling it now that it had would lose it.
      return durable?.window?.end == nil ? .endsJustNow : .ended(end)
    }
    if record.board != body.board { return .otherBoard(body.session, record.board) }
    if record.instance != body.instance, body.epoch > 0, body.epoch != record.epoch,
      window?.previous != record.instance
    {
      // Its counters may have been given to other operations since, so the log tells it what it
      // has.
      return .fenced(body.session)
    }
    let last = ledger.lastCounter(through: request.sequence)
    if body.firstPending == 0 || body.firstPending > last + 1 {
      return .counterUnknown(body.firstPending, last: last)
    }
    // Only another instance raises the epoch.
    if record.instance != body.instance, record.epoch == .max { return .epochsUsedUp(body.board) }
    return nil
  }

  /// Why the window cannot have what it acknowledges; nil where it can. Nobody was told of what is
  /// not durable yet.
  ///
  /// - Parameter durable: the sequence number of the last durable operation of the board.
  func refusal(of body: Acknowledge, durable: UInt64) -> Refusal? {
    let last = ledger.lastCounter(through: durable)
    if body.counter > last { return .unordered(counter: body.counter, last: last) }
    if body.sequence > durable { return .unordered(sequence: body.sequence, last: durable) }
    return nil
  }

  private func isFor(_ activity: Activity) -> Bool {
    record.window.map { $0.activity.subject == activity.subject }
      ?? (record.configuration == activity.configuration)
  }

  /// The connection that is asked whether it is alive before the window gets the session; nil where
  /// nobody is.
  func incumbent(against request: AttachRequest) -> ConnectionID? {
    guard let window = request.window, window.manner != .takeOver,
      record.instance != request.body.instance, record.instance != window.previous
    else { return nil }
    return route
  }
}

extension Refusal {
  static func unknown(_ session: SessionID) -> Refusal {
    Refusal(
      .sessionUnknown, "The window \(session) is not known here any longer. Start a new one.")
  }

  static func notPromised(_ session: SessionID) -> Refusal {
    Refusal(.sessionUnknown, "The window \(session) is not known here any longer.")
  }

  static func counterUnknown(_ counter: UInt64, last: UInt64) -> Refusal {
    Refusal(
      .sessionUnknown,
      "The window's next edit is number \(counter), but the last known here is "
        + "\(last). Start a new window.")
  }

  static func epochsUsedUp(_ board: BoardID) -> Refusal {
    Refusal(
      .limitReached,
      "The board \(board) has had \(UInt32.max) windows that edited it, and takes no more. Make "
        + "another board.")
  }

  static func unordered(counter: UInt64, last: UInt64) -> Refusal {
    Refusal(
      .sessionUnknown,
      "The window acknowledges its edit \(counter), but the last that is kept here is \(last). "
        + "Start a new window.")
  }

  static func unordered(sequence: UInt64, last: UInt64) -> Refusal {
    Refusal(
      .incarnationChanged,
      "The window acknowledges operation \(sequence), but the last that is kept here is \(last). "
        + "Start a new window.")
  }

  static func tooManySessions(_ excess: Excess) -> Refusal {
    Refusal(
      .limitReached,
      "The limit \(excess.name(of: "sessions")) is reached: \(excess.words("windows")), also such as "
        + "are away. Close some with `board close`; those that hold nothing make room after a day.")
  }

  static func alreadyOpen(_ other: SessionID) -> Refusal {
    Refusal(.alreadyOpen, "There is a window for this already, \(other).")
  }

  static func notYours(_ session: SessionID) -> Refusal {
    Refusal(.notYourSession, "The window \(session) belongs to another user.")
  }

  static func otherActivity(_ session: SessionID) -> Refusal {
    Refusal(.activityRefused, "The window \(session) is for something else.")
  }

  static func otherBoard(_ session: SessionID, _ board: BoardID) -> Refusal {
    Refusal(.otherBoard, "The window \(session) is on the board \(board).")
  }

  static func fenced(_ session: SessionID) -> Refusal {
    Refusal(
      .fenced, "Another terminal took the window \(session) over while this one was away.")
  }

  static func ended(_ end: WindowRecord.End) -> Refusal {
    let reason = end.reason.isEmpty ? "" : ": \(end.reason)"
    return Refusal(
      .sessionEnded,
      "This window was closed by \(end.author.user) on \(end.author.device)\(reason).")
  }

  /// The answer about a session whose end is not durable yet: a later request learns of the end.
  static let endsJustNow = Refusal(.notNow, "This window is being closed.")
}
