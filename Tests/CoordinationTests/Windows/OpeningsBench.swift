import BoardModel
import LogRecords
import Wire

@testable import Coordination

/// Who waits for windows that others open, in a certain state: connection 1 asked for session 1, a
/// window on card 1, at the time 1000.
struct OpeningsBench {
  enum State: String, CaseIterable {
    case nothing
    /// Session 1 is promised to who is on connection 1.
    case promised
    /// It is, and session 2 is promised on connection 2 for the same.
    case promisedTwice
    /// It is promised for a board, of whose windows there may be many.
    case promisedBoard
    /// It is promised, and after it as many more on that connection as one may have.
    case promisedMost
    /// Connection 1 is told when session 1 is shown.
    case watched
    /// Connection 2 is too.
    case watchedTwice
    /// Connection 1 is, and when as many more are as one may watch.
    case watchedMost
    /// Connection 3, which has session 1, was asked whether it is there, for connection 4.
    case asked
    /// Connection 5 waits for that too.
    case askedTwice
  }

  enum Event: String, CaseIterable {
    /// Session 1 is promised (again) on connection 2, session 2 on connection 1, for the same.
    case promise, promiseSecond
    /// Whether session 1, or what it is for, is promised just before, and at, the end of five
    /// seconds.
    case find, findLate, findKey, findKeyLate
    /// Connection 1, or 2, is told when session 1 is shown; connection 1 when session 3 is.
    case watch, watchByOther, watchThird
    /// Connection 1, 2, 3 or 4 ended.
    case forgetFirst, forgetSecond, forgetThird, forgetFourth
    /// Session 1, or 2, is forgotten.
    case forgetSession, forgetSecondSession
    /// Connection 6 wants the session that connection 3 has, that connection 7 has.
    case challenge, challengeOther
    /// Connection 3, or 7, is asked for connection 6, at the time 2000.
    case ask, askOther
    /// Connection 3 answers, with another nonce; connection 7 does.
    case answer, answerWrongly, answerOfOther
    /// Connection 3 has the session just before, and at, the end of two seconds.
    case settleSoon, settleLate
    /// Connection 7 has the session, nobody has.
    case settleElsewhere, settleAlone
  }

  var openings = Openings()
  private static let key = WindowKey(user: "ann", board: board(1), .card(1))

  init(_ state: State) {
    switch state {
    case .nothing: break
    case .promised, .promisedTwice, .promisedMost: promise(1, by: 1)
    case .promisedBoard: promise(1, by: 1, .board)
    case .watched, .watchedTwice, .watchedMost: openings.watch(session(1), by: ConnectionID(1))
    case .asked, .askedTwice: ask(of: 3, for: 4, at: 1_000)
    }
    switch state {
    case .promisedTwice: promise(2, by: 2)
    case .promisedMost:
      for number in 100..<UInt64(99 + Reservations.mostOfOne) {
        promise(number, by: 1, .card(number))
      }
    case .watchedTwice: openings.watch(session(1), by: ConnectionID(2))
    case .watchedMost:
      for number in 100..<UInt64(99 + Limits.watchedSessions) {
        openings.watch(session(number), by: ConnectionID(1))
      }
    case .askedTwice: _ = challenge(of: 3, by: 5)
    case .nothing, .promised, .promisedBoard, .watched, .asked: break
    }
  }

  private mutating func promise(
    _ number: UInt64, by connection: UInt64, _ activity: Activity = .card(1)
  ) {
    openings.promise(Self.promise(number, by: connection, activity))
  }

  private static func promise(
    _ number: UInt64, by connection: UInt64, _ activity: Activity = .card(1)
  ) -> Reservations.Reservation {
    Reservations.Reservation(
      session: session(number), board: board(1), author: Author(user: "ann", device: "laptop"),
      activity: activity, opener: ConnectionID(connection), until: 6_000)
  }

  private static func challenger(_ connection: UInt64) -> Probe.Challenger {
    Probe.Challenger(
      connection: ConnectionID(connection), request: connection + 10,
      message: .attach(CoordinatorHarness().attachBody(1, instance: connection)))
  }

  private mutating func challenge(of incumbent: UInt64, by connection: UInt64) -> Bool {
    openings.challenge(
      session(1), of: ConnectionID(incumbent), by: Self.challenger(connection))
  }

  private mutating func ask(of incumbent: UInt64, for connection: UInt64, at time: UInt64) {
    openings.ask(
      session(1), of: ConnectionID(incumbent), nonce: incumbent + 20,
      for: Self.challenger(connection), now: Moment(monotonic: time, wall: 0))
  }

  /// What comes of an event, in words.
  mutating func happen(_ event: Event) -> String {
    switch event {
    case .promise: promise(1, by: 2)
    case .promiseSecond: promise(2, by: 1)
    case .find: return find(at: 5_999)
    case .findLate: return find(at: 6_000)
    case .findKey: return findKey(at: 5_999)
    case .findKeyLate: return findKey(at: 6_000)
    case .watch: openings.watch(session(1), by: ConnectionID(1))
    case .watchByOther: openings.watch(session(1), by: ConnectionID(2))
    case .watchThird: openings.watch(session(3), by: ConnectionID(1))
    case .forgetFirst: openings.forget(ConnectionID(1))
    case .forgetSecond: openings.forget(ConnectionID(2))
    case .forgetThird: openings.forget(ConnectionID(3))
    case .forgetFourth: openings.forget(ConnectionID(4))
    case .forgetSession: openings.forget(session(1))
    case .forgetSecondSession: openings.forget(session(2))
    case .challenge: return challenge(of: 3, by: 6) ? "waits" : "ask"
    case .challengeOther: return challenge(of: 7, by: 6) ? "waits" : "ask"
    case .ask: ask(of: 3, for: 6, at: 2_000)
    case .askOther: ask(of: 7, for: 6, at: 2_000)
    case .answer: return answer(of: 3, nonce: 23)
    case .answerWrongly: return answer(of: 3, nonce: 24)
    case .answerOfOther: return answer(of: 7, nonce: 23)
    case .settleSoon: return settle(route: 3, at: 2_999)
    case .settleLate: return settle(route: 3, at: 3_000)
    case .settleElsewhere: return settle(route: 7, at: 2_000)
    case .settleAlone: return settle(route: nil, at: 2_000)
    }
    return "-"
  }

  private func find(at time: UInt64) -> String {
    let promise = openings.promise(of: session(1), now: Moment(monotonic: time, wall: 0))
    return promise.map(Self.words) ?? "-"
  }

  private func findKey(at time: UInt64) -> String {
    let now = Moment(monotonic: time, wall: 0)
    let promises = Self.key.map { openings.promises(for: $0, now: now) } ?? []
    return promises.isEmpty ? "-" : promises.map(Self.words).joined(separator: ", ")
  }

  private mutating func answer(of connection: UInt64, nonce: UInt64) -> String {
    let waiting = openings.answered(session(1), by: ConnectionID(connection), nonce: nonce)
    return waiting.isEmpty ? "-" : "refuse \(Self.words(waiting))"
  }

  private mutating func settle(route: UInt64?, at time: UInt64) -> String {
    let probe = openings.settle(
      session(1), route: route.map { ConnectionID($0) }, now: Moment(monotonic: time, wall: 0))
    return probe.map { "over: \(Self.words($0))" } ?? "-"
  }
}

// The words of what waits.
extension OpeningsBench {
  /// The session, the connection that opened it, and for what, if that is not the first card.
  private static func words(_ promise: Reservations.Reservation) -> String {
    let activity: String =
      switch promise.activity.subject {
      case .card(card(1)): ""
      case .card: " other card"
      case .board: " board"
      default: " ?"
      }
    let usual = Self.promise(
      promise.session.low, by: promise.opener.rawValue, promise.activity)
    let isUsual = promise.author == usual.author && promise.until == usual.until
    return "\(promise.session.low) by \(promise.opener.rawValue)\(activity)" + (isUsual ? "" : " ?")
  }

  private static func words(_ challengers: [Probe.Challenger]) -> String {
    challengers.map { challenger in
      let number = challenger.connection.rawValue
      let usual = Self.challenger(number)
      let isUsual = challenger.request == usual.request && challenger.message == usual.message
      return "\(number)" + (isUsual ? "" : " ?")
    }.joined(separator: " ")
  }

  private static func words(_ probe: Probe) -> String {
    "asked \(probe.incumbent.rawValue) with \(probe.nonce) until \(probe.deadline) "
      + "for \(words(probe.challengers))"
  }

  /// How things stand: what is promised of sessions 1, 2 and the oldest of many more, which place it
  /// has among those that are found by what it is for, who watches sessions 1 to 3 and the oldest of
  /// many more, how many more are watched, and who is asked whether it is there.
  var standing: String {
    var words: [String] = []
    let start = Moment(monotonic: 1_000, wall: 0)
    for number in [1, 2, 100] as [UInt64] {
      guard let promise = openings.promise(of: session(number), now: start) else { continue }
      let found = promise.key.map { openings.promises(for: $0, now: start) } ?? []
      let place = found.firstIndex { $0.session == promise.session }
      words.append("promised \(Self.words(promise))" + (place.map { " #\($0 + 1)" } ?? ""))
    }
    for number in [1, 2, 3, 100] as [UInt64] {
      let watchers = openings.watchers.watchers(of: session(number)).map(\.rawValue)
      if !watchers.isEmpty { words.append("\(number) watched by \(watchers)") }
    }
    let others = openings.watchers.bySession.count { $0.key.low >= 100 }
    if others > 0 { words.append("\(others) others watched") }
    for (_, probe) in openings.probes { words.append(Self.words(probe)) }
    if let deadline = openings.deadline { words.append("due \(deadline)") }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}
