import BoardModel
import LogRecords
import Wire

// How windows end for good, and who is told (SPEC.md WIN-021 and further).
extension Coordinator {
  mutating func endWindow(_ id: ConnectionID, _ request: UInt64, _ body: EndWindow) {
    guard let author = connections[id]?.author else { return }
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
    commits.gathering.answers.append(.windowEnded(id, request: request))
  }

  /// Ends a window: from here on nobody can attach as its session.
  mutating func end(
    _ session: SessionID, _ ending: Ending, _ reason: String, by author: Author
  ) {
    lastEnd += 1
    sessions[session]?.record.window?.end = WindowRecord.End(
      number: lastEnd, reason: reason, author: author, time: now.wall)
    // The user information of the window is of no use any more.
    if let activity = sessions[session]?.record.window?.activity {
      sessions[session]?.record.window?.activity = activity.withoutInfo
    }
    if let route = sessions[session]?.route {
      withdraw(route)
      commits.gathering.answers.append(
        .windowEnd(route, WindowEnd(ending: ending, reason: reason, author: author)))
    }
    sessions[session]?.record.lastSeen = now.wall
    commits.gathering.add(session)
    watchers.remove(session)
    endsToTell.insert(session)
  }

  /// Tells the user's attached windows of these ends, which are durable.
  mutating func tellEnds(of ended: [SessionRecord]) {
    for record in ended where endsToTell.remove(record.id) != nil {
      for other in windowIndex.windows(of: record.author.user) {
        if let route = sessions[other]?.route { tellEnds(to: other, route) }
      }
    }
  }

  /// Tells a window which others of its user ended since it was told last.
  mutating func tellEnds(to session: SessionID, _ id: ConnectionID) {
    guard connections[id]?.features.contains(Feature.windows) == true,
      connections[id]?.window?.session == session,
      let record = sessions[session]?.record, let told = record.window?.toldEnd, told < lastEnd
    else { return }
    var ends: [(number: UInt64, window: GoneWindow)] = []
    for other in windowIndex.windows(of: record.author.user) where other != session {
      guard let ended = sessions[other], let window = ended.durable?.window, let end = window.end,
        end.number > told
      else { continue }
      ends.append(
        (
          end.number,
          GoneWindow(
            session: other, board: ended.record.board, activity: window.activity,
            reason: end.reason, author: end.author, time: end.time)
        ))
    }
    guard let last = ends.map(\.number).max() else { return }
    sessions[session]?.record.window?.toldEnd = last
    unsavedSessions.insert(session)
    let newest = ends.sorted { $0.number < $1.number }.suffix(Coordinator.endsAtOnce)
    var chunk: [GoneWindow] = []
    var size = 0
    for (_, window) in newest {
      if size + window.byteCount > Limits.chunkBytes, !chunk.isEmpty {
        send(id, WindowsGone(windows: chunk).frame())
        (chunk, size) = ([], 0)
      }
      chunk.append(window)
      size += window.byteCount
    }
    send(id, WindowsGone(windows: chunk).frame())
  }

  /// The most ended windows that one window is told of when it attaches: nobody reads more.
  static let endsAtOnce = 64

  /// Ends windows on cards that are gone, where no person is at the window and nothing is lost.
  mutating func endWindowsWithoutCard(on board: BoardID) {
    guard let durable = durableBoard(board) else { return }
    for session in windowIndex.cardWindows(on: board) {
      guard sessions[session]?.route == nil, let record = sessions[session]?.record,
        let window = record.window, window.end == nil, !window.holdsSomething,
        case .card(let id) = window.activity.subject
      else { continue }
      guard let card = durable.card(id) else {
        end(session, .standard, "its card is gone", by: record.author)
        continue
      }
      if card.archived.value {
        end(session, .standard, "its card was archived", by: card.archived.stamp.author)
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
}
