import BoardModel
import LogRecords
import Wire

// Which windows a user has, and what they would show (SPEC.md WIN-016 and further).
extension Coordinator {
  mutating func listWindows(_ id: ConnectionID, _ request: UInt64, _ body: ListWindows) {
    guard let author = author(of: id) else { return }
    if let wanted = body.session { return describe(wanted, id, request, author) }
    let listed = sessions.listed(of: author.user).filter { boards.mayRead($0.board, author.user) }
    // What is said of a window is current only where its board is in memory.
    for record in listed {
      switch boards[record.board] {
      case .stored, .loading, .reloading:
        return waitForBoard(record.board, id, request, .listWindows(body))
      case .loaded, .damaged, nil: continue
      }
    }
    turnCost.handling += MessageCost.ofList(listed.count)
    var frames: [Frame] = []
    var chunk: [WindowSummary] = []
    var size = 0
    for record in listed {
      guard let summary = summary(of: record.id, withInfo: false) else { continue }
      let cost = summary.byteCount
      if size + cost > Limits.chunkBytes - 64 {
        frames.append(
          WindowList(windows: chunk).frame(request: request, flags: [.response, .more]))
        (chunk, size) = ([], 0)
      }
      chunk.append(summary)
      size += cost
    }
    frames.append(WindowList(windows: chunk).frame(request: request, flags: .response))
    respondWhenDurable(
      id, request, frames, to: .listWindows(body), reading: listed.map(\.board))
  }

  /// Answers for one window, or for a session that was promised.
  private mutating func describe(
    _ wanted: SessionID, _ id: ConnectionID, _ request: UInt64, _ author: Author
  ) {
    if let promised = promise(of: wanted), promised.author.user == author.user,
      boards.mayRead(promised.board, author.user)
    {
      openings.watch(wanted, by: id)
      return respond(
        id, request,
        WindowList(windows: [
          WindowSummary(
            session: wanted, board: promised.board,
            configuration: promised.activity.configuration ?? .board,
            activity: promised.activity, badge: 0, summary: "", place: "",
            author: promised.author, isConnected: false, since: now.wall, drafts: 0, unsent: 0)
        ]))
    }
    guard let record = sessions[wanted]?.record, record.author.user == author.user,
      let window = record.window, window.end == nil, boards.mayRead(record.board, author.user)
    else {
      return refuse(
        id, request, .windowUnknown, "You have no window \(wanted), or it ended already.")
    }
    openings.watch(wanted, by: id)
    switch boards[record.board] {
    case .stored, .loading, .reloading:
      waitForBoard(record.board, id, request, .listWindows(ListWindows(session: wanted)))
    case .loaded, .damaged, nil:
      let list = WindowList(windows: [summary(of: wanted, withInfo: true)].compactMap(\.self))
      respondWhenDurable(
        id, request, [list.frame(request: request, flags: .response)],
        to: .listWindows(ListWindows(session: wanted)), reading: [record.board])
    }
  }

  private func summary(of session: SessionID, withInfo: Bool) -> WindowSummary? {
    guard let session = sessions[session], let window = session.record.window else { return nil }
    let record = session.record
    let view = view(of: record)
    let activity = Activity(
      type: window.activity.type, title: view?.title ?? window.activity.title,
      target: window.activity.target, userInfo: withInfo ? window.activity.userInfo : [])
    return WindowSummary(
      session: record.id, board: record.board, configuration: record.configuration,
      activity: activity, badge: view?.badge ?? 0, summary: view?.summary ?? "",
      place: window.place, author: record.author, isConnected: session.route != nil,
      since: window.since, drafts: window.drafts, unsent: window.unsent)
  }

  /// What the board says that a window shows; nil where the board is not in memory.
  func view(of record: SessionRecord) -> WindowView? {
    guard let window = record.window else { return nil }
    return boards.readLoaded(record.board) {
      WindowView(window.activity, on: $0.tip, for: record.author.user)
    }
  }

  /// Takes what a window says of itself.
  mutating func takeWindowState(_ id: ConnectionID, _ body: WindowState) {
    guard let session = attachment(of: id), let board = sessions[session]?.record.board else {
      return
    }
    var told = body
    // Sent before the window knew that its card was purged.
    if case .card(let card) = body.activity.subject,
      boards.resident(board)?.purge(of: card) != nil
    {
      let left = body.activity.purging(.card(card), keepsInfo: body.drafts > 0 || body.unsent > 0)
      told = WindowState(activity: left, drafts: body.drafts, unsent: body.unsent)
    }
    if let excess = sessions.describe(session, told, configuration.shares.infoBytes) {
      noteInfoNotKept(of: id, excess)
      tellInfoNotKept(id, excess)
    }
  }

  /// Counts for the audit that a window will not come back as it was left.
  mutating func noteInfoNotKept(of id: ConnectionID, _ excess: Excess) {
    noteRefusal(
      at: id,
      "The limit \(excess.name(of: "info-bytes")) is reached: what a window of "
        + "\(author(of: id)?.user ?? "") keeps of itself, such as where it is scrolled to, is not kept."
    )
  }

  /// Tells a window that it will not come back as it was left (SPEC.md LIM-022).
  mutating func tellInfoNotKept(_ id: ConnectionID, _ excess: Excess) {
    let text =
      "The limit \(excess.name(of: "info-bytes")) is reached: "
      + "\(excess.words("bytes of what windows keep")). This lasts until some are closed (board close)."
    send(id, InfoNotKept(text: text).frame())
  }
}

extension WindowSummary {
  fileprivate var byteCount: Int {
    128 + activity.type.utf8.count + activity.title.utf8.count + activity.userInfo.count
      + summary.utf8.count + place.utf8.count + author.user.utf8.count
      + author.device.utf8.count
  }
}
