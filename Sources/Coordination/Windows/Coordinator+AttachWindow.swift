import BoardModel
import LogRecords
import Wire

// How windows attach that are listed (SPEC.md WIN-009 and further).
extension Coordinator {
  /// Why a window may not attach, beyond the rules that hold for every session; nil if it may.
  func refusal(
    of window: AttachWindow, by author: Author
  ) -> (code: ErrorCode, text: String)? {
    if let refusal = refusal(of: window.activity) { return refusal }
    let id = window.attach.session
    guard let record = sessions[id]?.record else { return refusalToMake(window, by: author) }
    guard record.author.user == author.user else { return nil }
    let isSame =
      record.window.map { $0.activity.subject == window.activity.subject }
      ?? (record.configuration == window.activity.configuration)
    return isSame
      ? nil : (.activityRefused, "The window \(id) is for something else.")
  }

  private func refusalToMake(
    _ window: AttachWindow, by author: Author
  ) -> (code: ErrorCode, text: String)? {
    let id = window.attach.session
    switch window.manner {
    case .adopt, .takeOver:
      // A promised session does not exist yet: the first window that comes makes it, for what was
      // promised.
      guard let promised = reservations.reservation(of: id, now: now.monotonic),
        promised.author.user == author.user, promised.board == window.attach.board,
        promised.activity.subject == window.activity.subject
      else {
        return (.sessionUnknown, "The window \(id) is not known here any longer.")
      }
      return nil
    case .additional: return nil
    case .resume:
      guard
        let key = WindowKey(user: author.user, board: window.attach.board, window.activity),
        let other = self.window(for: key)
          ?? reservations.reservation(for: key, now: now.monotonic)?.session,
        other != id
      else { return nil }
      return (.alreadyOpen, "There is a window for this already, \(other).")
    }
  }

  /// Whether the window asks for a session whose present window may still be alive.
  func isContested(_ window: AttachWindow) -> Bool {
    guard window.manner != .takeOver, let session = sessions[window.attach.session],
      session.route != nil
    else { return false }
    return session.record.instance != window.attach.instance
      && session.record.instance != window.previous
  }

  /// The record of a new window.
  mutating func newRecord(of window: AttachWindow) -> WindowRecord {
    let id = window.attach.session
    if let opener = reservations.remove(id)?.opener { watchers.watch(id, by: opener) }
    return WindowRecord(
      activity: window.activity, place: window.place, since: now.wall, toldEnd: lastEnd)
  }

  /// Notes that a known window came to another place, or back; it may not have been listed before.
  mutating func noteReturn(_ window: AttachWindow, of author: Author) {
    guard var session = sessions[window.attach.session] else { return }
    session.record.author = author
    if session.record.window == nil {
      session.record.window = newRecord(of: window)
      return remember(session)
    }
    session.record.window?.place = window.place
    session.record.window?.since = now.wall
    sessions[window.attach.session] = session
  }

  /// Tells those who wait for a window that it is shown, and the window which others have ended.
  mutating func windowAttached(_ session: SessionID, _ id: ConnectionID) {
    for watcher in watchers.watchers(of: session) {
      send(watcher, WindowRegistered(session: session).frame())
    }
    tellEnds(to: session, id)
  }
}
