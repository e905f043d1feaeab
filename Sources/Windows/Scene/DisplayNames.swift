import BoardModel
import WindowSync

/// What people want to be called, as far as the coordinator told it. Who somebody is, their user's
/// name alone says: several may want to be called the same (SPEC.md USR-007).
struct DisplayNames: Equatable, Sendable {
  private var names: [String: String] = [:]
  /// The users whom the coordinator was asked about since the link came up.
  private var asked: Set<String> = []
  /// Those of them about whom it has not answered.
  private var awaited: Set<String> = []
  /// Whether there may be people whom it was not asked about.
  private var isDue = true

  /// The most users in one question (SPEC.md *users-at-once*).
  static let atOnce = 64

  /// The most scalars of a display name (SPEC.md *display-name-scalars*).
  private static let length = 64

  /// The display name; empty where there is none.
  func name(of user: String) -> String { names[user] ?? "" }

  /// The words for a person: the display name, with the user's name behind it.
  func person(_ user: String) -> String {
    let name = name(of: user)
    return name.isEmpty || name == user ? user : "\(name) (\(user))"
  }

  /// Takes what was told of people who were asked about; of others a coordinator could tell without
  /// end.
  mutating func take(_ told: [String: String]) {
    for (user, name) in told where asked.contains(user) {
      let name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(DisplayNames.length)))
      names[user] = name.isEmpty ? nil : name
      awaited.remove(user)
    }
    isDue = true
  }

  /// Notes that there may be others to ask about.
  mutating func expectOthers() { isDue = true }

  /// Forgets what was asked: the coordinator tells of no change while there is no link.
  mutating func loseLink() { (asked, awaited, isDue) = ([], [], true) }

  /// Whom to ask about now; nobody while an answer is awaited.
  mutating func question(about users: @autoclosure () -> [String]) -> [String] {
    guard isDue, awaited.isEmpty else { return [] }
    isDue = false
    let (asked, users) = (asked, users())
    let next = Array(users.filter { !asked.contains($0) }.prefix(DisplayNames.atOnce))
    self.asked.formUnion(next)
    awaited = Set(next)
    return next
  }
}

extension WindowModel {
  /// Asks what the people of the board want to be called: when the link comes up, and when there
  /// may be others whom the window has not asked about.
  mutating func askForNames(after event: WindowEvent) {
    switch event {
    case .status: if !hasLink { view.names.loseLink() }
    case .committed(let operations, _):
      // The board that shows them may come later.
      if operations.contains(where: \.givesRole) { view.names.expectOthers() }
      return
    case .board(_, let change, _, _): if change.reloaded { view.names.expectOthers() }
    case .displayNames: break
    default: return
    }
    guard hasLink, let board else { return }
    let users = view.names.question(
      about: board.members.map(\.user).filter { !$0.isEmpty })
    if !users.isEmpty { effects.append(.findUsers(users)) }
  }

  private var hasLink: Bool {
    switch status {
    case .saved, .saving: true
    case .reconnecting, .keeping, .notSaved, .stopped: false
    }
  }
}

extension CommittedOperation {
  fileprivate var givesRole: Bool { !(operation?.intent.rolesGiven.isEmpty ?? true) }
}
