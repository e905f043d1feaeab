import BoardModel
import LogRecords
import Wire

// Which session a window gets: none is opened twice by accident (SPEC.md WIN-004 and further).
extension Coordinator {
  mutating func openWindow(_ id: ConnectionID, _ request: UInt64, _ body: OpenWindow) {
    guard let author = author(of: id) else { return }
    if let refusal = body.activity.refusal { return refuse(id, request, refusal) }
    guard boards.mayRead(body.board, author.user) else {
      return refuse(id, request, .unknown(body.board))
    }
    guard sessions[body.session] == nil else {
      return refuse(
        id, request, .identifierInUse, "Another window has the identifier \(body.session).")
    }
    let key = WindowKey(user: author.user, board: body.board, body.activity)
    if let key, !body.isAdditional {
      if let session = sessions.window(for: key) {
        return answerOpen(id, request, by: session, asking: .openWindow(body))
      }
      if let promised = promise(for: key) {
        return respond(
          id, request,
          WindowOpened(
            opening: .activated, session: promised.session,
            configuration: key.configuration, activity: promised.activity, place: ""))
      }
    }
    openings.promise(
      Reservations.Reservation(
        session: body.session, board: body.board, author: author, activity: body.activity,
        opener: id, until: now.monotonic + Limits.reservationMilliseconds))
    respond(
      id, request,
      WindowOpened(
        opening: .fresh, session: body.session,
        configuration: body.activity.configuration ?? .board, activity: body.activity, place: ""))
  }

  /// What was promised of a session, which is no window yet.
  func promise(of session: SessionID) -> Reservations.Reservation? {
    sessions[session]?.record.window == nil ? openings.promise(of: session, now: now) : nil
  }

  /// The first session that was promised for the same, and is no window yet.
  func promise(for key: WindowKey) -> Reservations.Reservation? {
    openings.promises(for: key, now: now).first { sessions[$0.session]?.record.window == nil }
  }

  private mutating func answerOpen(
    _ id: ConnectionID, _ request: UInt64, by session: SessionID, asking message: Message
  ) {
    guard sessions[session]?.route != nil else {
      openings.watch(session, by: id)
      return respondOpened(id, request, .adopt, session)
    }
    if sessions[session]?.route == id { return respondOpened(id, request, .activated, session) }
    probe(session, for: Probe.Challenger(connection: id, request: request, message: message))
  }

  /// Brings the window that was asked for to the front.
  mutating func activate(
    _ session: SessionID, _ route: ConnectionID, for id: ConnectionID, _ request: UInt64
  ) {
    guard let author = author(of: id) else { return }
    send(route, Activate(author: author).frame())
    respondOpened(id, request, .activated, session)
  }

  private mutating func respondOpened(
    _ id: ConnectionID, _ request: UInt64, _ opening: Opening, _ session: SessionID
  ) {
    guard let record = sessions[session]?.record, let window = record.window else { return }
    respond(
      id, request,
      WindowOpened(
        opening: opening, session: session, configuration: record.configuration,
        activity: window.activity.titled(title(of: session)), place: window.place))
  }
}

extension Activity {
  /// Why no window can be opened for this; nil if one can.
  var refusal: Refusal? {
    guard userInfo.count <= Activity.maximumInfoBytes else {
      return Refusal(
        .requestTooLarge,
        "The user information has \(userInfo.count) bytes; at most "
          + "\(Activity.maximumInfoBytes) are taken.")
    }
    guard configuration != nil else {
      return Refusal(
        .activityRefused,
        type == Subject.cardType
          ? "A card window needs its card." : "There is no window for “\(type)”.")
    }
    return nil
  }
}

extension Subject {
  fileprivate static let cardType = "card"
}
