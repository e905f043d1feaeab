import BoardModel
import WindowSync

/// The other windows at the board, and what somebody there asks this person to look at.
struct Others: Sendable {
  /// The windows in ascending order of their sessions.
  private(set) var windows: [RemoteWindow] = []
  /// How many more there are, of which this window is told nothing.
  var more = 0
  private var colours = PresenceColours()
  /// The windows that are at a card: those that type first, those that are away last.
  private var byCard: [CardID: [RemoteWindow]] = [:]
  /// The newest invitation that was not opened.
  private(set) var invitation: CardInvitation?

  /// - Parameters:
  ///   - session: the session of this window, which is left out.
  ///   - user: the person at this window.
  ///   - board: the board that this window shows.
  mutating func take(
    _ others: [OtherWindow], but session: SessionID, user: String, on board: Board?
  ) {
    var previous: [SessionID: RemoteWindow] = [:]
    for window in windows { previous[window.session] = window }
    let others = others.filter { $0.session != session }
    colours.update(Set(others.map(\.author.user)), own: user)
    windows = others.map { other in
      RemoteWindow(
        other, isOwn: other.author.user == user, colour: colours[other.author.user], on: board,
        previous: previous[other.session])
    }
    var byCard: [CardID: [RemoteWindow]] = [:]
    for window in windows {
      if let card = window.card { byCard[card, default: []].append(window) }
    }
    self.byCard = byCard.mapValues { Others.sorted($0) }
  }

  func windows(at card: CardID) -> [RemoteWindow] { byCard[card] ?? [] }

  private static func sorted(_ windows: [RemoteWindow]) -> [RemoteWindow] {
    windows.sorted { ($0.rank, $0.user, $0.session) < ($1.rank, $1.user, $1.session) }
  }

  /// The first window of each person in that order, so that people who are not away come first.
  static func people(_ windows: [RemoteWindow]) -> [RemoteWindow] {
    var seen: Set<String> = []
    return sorted(windows).filter { seen.insert($0.user).inserted }
  }

  mutating func invite(_ invitation: CardInvitation) { self.invitation = invitation }

  mutating func takeInvitation() -> CardInvitation? {
    defer { invitation = nil }
    return invitation
  }
}
