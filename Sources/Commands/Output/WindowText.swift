import BoardModel
import Launcher
import Screen
import Wire
import Wording

/// The text and the JSON of windows.
extension UserWindows {
  func json(_ window: UserWindow) -> JSON {
    let target = window.activity.target?.description ?? ""
    return .object([
      "id": .string(window.session.description), "short": .string(name(of: window)),
      "configuration": .string(window.activity.type), "title": .string(window.title),
      "target": .string(target), "board": .string(window.board.description),
      "boardTitle": .string(window.boardTitle), "device": .string(window.device),
      "place": .string(window.place), "state": .string(window.state.rawValue),
      "since": .string(Timestamp.text(window.since)),
      "drafts": .number(UInt64(window.summary?.drafts ?? 0)),
      "unsent": .number(UInt64(window.summary?.unsent ?? 0)),
      "badge": .number(UInt64(window.summary?.badge ?? 0)),
      "summary": .string(window.summary?.summary ?? ""),
      "openHere": .bool(window.isOpenHere), "waitingHere": .number(UInt64(window.waiting)),
      "bodiesHere": .number(UInt64(window.bodies)),
    ])
  }

  var json: JSON { .object(["windows": .array(all.map { json($0) })]) }

  /// - Parameter columns: the most columns of a line; nil for no limit.
  func text(columns: Int?) -> String {
    guard !all.isEmpty else {
      return areListed
        ? "you have no windows: `board` opens one" : "this disk has none"
    }
    return TextTable.lines(all.map { row($0) })
      .map { line in columns.map { truncated(line, toColumns: $0) } ?? line }
      .joined(separator: "\n")
  }

  /// The name, kind and title of a window, for use in a sentence.
  func reference(_ window: UserWindow) -> String {
    "\(name(of: window)) \(window.activity.type) \(Wording.quote(window.title))"
  }

  /// The title, name and place of a window, for use in a sentence.
  func inSentence(_ window: UserWindow) -> String {
    "\(Wording.quote(window.title)) (\(name(of: window)), \(window.whereabouts))"
  }

  private func row(_ window: UserWindow) -> [String] {
    let since = LocalTime.text(window.since)
    let state =
      switch window.state {
      case .connected: "connected since \(since)"
      case .away:
        window.isOpenHere ? "open here, no connection since \(since)" : "away since \(since)"
      case .unlisted where !areListed:
        window.isOpenHere ? "open here, last used \(since)" : "on this disk since \(since)"
      case .unlisted where !window.isOpenHere: "only on this disk"
      case .unlisted: window.holdsUnsentWork ? "open here, not sent yet" : "open here only"
      }
    return [
      name(of: window), window.activity.type, Wording.shortened(window.title),
      Wording.shortened(window.boardTitle), state, window.whereabouts, window.contents,
    ].map { PlainText.line($0) }
  }
}

extension UserWindow {
  /// The device that shows the window, and the place on it.
  var whereabouts: String {
    guard summary != nil else { return "this device" }
    return place.isEmpty ? device : "\(device), \(place)"
  }

  /// The words for the work that the window holds, and for what its user has not seen.
  private var held: [String] {
    let unread = Int(summary?.badge ?? 0)
    return [
      UserWindow.count(Int(summary?.drafts ?? 0), "draft"),
      UserWindow.count(Int(summary?.unsent ?? 0), "unsent edit"),
      // Only edits that the coordinator has not been told of are counted here.
      waiting > Int(summary?.unsent ?? 0)
        ? UserWindow.count(waiting, "edit").map { $0 + " on this disk" } : nil,
      UserWindow.count(bodies, "body", "bodies").map { $0 + " in an editor" },
      unread > 0 ? "\(unread) not seen" : nil,
    ].compactMap { $0 }
  }

  var contents: String {
    (held + [summary?.summary ?? ""]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// A number with its noun, as in "1 draft"; nil for 0.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String? {
    guard number > 0 else { return nil }
    return "\(number) \(number == 1 ? one : many ?? one + "s")"
  }
}
