import BoardModel
import LogRecords
import Wire

// How windows end for good, and who is told (SPEC.md WIN-021 and further).
extension Coordinator {
  mutating func endWindow(_ id: ConnectionID, _ request: UInt64, _ body: EndWindow) {
    guard let author = author(of: id) else { return }
    guard let record = sessions[body.session]?.record, let window = record.window,
      window.end == nil, record.author.user == author.user
    else {
      return refuse(
        id, request, .windowUnknown, "You have no window \(body.session), or it ended already.")
    }
    guard body.ending != .standard || !window.holdsSomething else {
      return refuse(
        id, request, .draftsHeld,
        "The window holds \(window.drafts) drafts and \(window.unsent) unsent edits. Commit or "
          + "discard them.")
    }
    end(body.session, body.ending, body.reason, by: author)
    commits.answer(.windowEnded(id, request: request))
  }

  /// Ends a window: from here on nobody can attach as its session.
  mutating func end(
    _ session: SessionID, _ ending: Ending, _ reason: String, by author: Author
  ) {
    let title = title(of: session)
    if let route = sessions.end(session, reason, titled: title, by: author, now: now) {
      withdraw(route)
      commits.answer(
        .windowEnd(route, WindowEnd(ending: ending, reason: reason, author: author)))
    }
    commits.save([session])
  }

  /// What the board says that a window shows; nothing where the board is not in memory.
  func title(of session: SessionID) -> String {
    sessions[session].flatMap { view(of: $0.record) }?.title ?? ""
  }

  /// Tells a user's attached windows of the others that ended durably.
  mutating func tellEnds(to user: String) {
    for session in sessions.windows(of: user) {
      if let route = sessions[session]?.route { tellEnds(to: session, route) }
    }
  }

  /// Tells a window which others of its user ended since it was told last.
  mutating func tellEnds(to session: SessionID, _ id: ConnectionID) {
    guard hasAgreed(id, on: Feature.windows), attachment(of: id) == session,
      let user = author(of: id)?.user
    else { return }
    var chunk: [GoneWindow] = []
    var size = 0
    for ended in sessions.takeEnds(untoldTo: session) {
      let window = boards.mayRead(ended.board, user) ? ended : ended.untitled
      if size + window.byteCount > Limits.chunkBytes, !chunk.isEmpty {
        send(id, WindowsGone(windows: chunk).frame())
        (chunk, size) = ([], 0)
      }
      chunk.append(window)
      size += window.byteCount
    }
    if !chunk.isEmpty { send(id, WindowsGone(windows: chunk).frame()) }
  }

  /// Ends windows on cards that are gone, where no person is at the window and nothing is lost.
  mutating func endWindowsWithoutCard(on board: BoardID) {
    guard let loaded = boards.loaded(board) else { return }
    for (record, card) in sessions.idleCardWindows(on: board)
    where boards.mayRead(board, record.author.user) {
      let (tip, durable) = (loaded.tip, loaded.durable.sequence)
      if let card = tip.card(card) {
        guard card.archived.value, card.archived.stamp.sequence <= durable else { continue }
        end(record.id, .standard, "its card was archived", by: card.archived.stamp.author)
      } else if let purge = tip.purge(of: card) {
        guard purge.sequence <= durable else { continue }
        end(record.id, .standard, "its card was purged", by: purge.author)
      } else {
        end(record.id, .standard, "its card is gone", by: record.author)
      }
    }
  }
}

extension GoneWindow {
  /// The size in bytes, estimated rather too large than too small.
  fileprivate var byteCount: Int {
    96 + activity.type.utf8.count + activity.title.utf8.count + reason.utf8.count
      + author.user.utf8.count + author.device.utf8.count
  }
}

extension Activity {
  var withoutInfo: Activity { Activity(type: type, title: title, target: target) }

  var untitled: Activity { titled("") }

  func titled(_ title: String) -> Activity {
    Activity(type: type, title: title, target: target, userInfo: userInfo)
  }
}

extension GoneWindow {
  /// Without what the board's title or a card's was.
  fileprivate var untitled: GoneWindow {
    GoneWindow(
      session: session, board: board,
      activity: Activity(type: activity.type, title: "", target: activity.target, userInfo: []),
      reason: reason, author: author, time: time)
  }
}
