import BoardModel
import LogRecords
import Wire

/// What a window is for, where there may be only one such window (SPEC.md WIN-004).
struct WindowKey: Hashable, Sendable {
  let user: String
  let board: BoardID
  let configuration: Configuration
  /// The card, for a card window.
  let card: CardID?

  /// Fails for windows of which there may be any number.
  init?(user: String, board: BoardID, _ activity: Activity) {
    switch activity.subject {
    case .card(let card): self.card = card
    case .favourites, .addColumn: card = nil
    case .board, nil: return nil
    }
    guard let configuration = activity.configuration else { return nil }
    self.user = user
    self.board = board
    self.configuration = configuration
  }
}

/// Finds windows by what they are for and by their user. It holds every listed session, also those
/// that have ended.
struct WindowIndex: Sendable {
  private var places: [SessionID: Place] = [:]
  private var byKey: [WindowKey: Set<SessionID>] = [:]
  private var byUser: [String: Set<SessionID>] = [:]
  private var cardWindows: [BoardID: Set<SessionID>] = [:]

  /// Where a session is found.
  private struct Place {
    let user: String
    let key: WindowKey?
    /// The board, for a card window.
    let board: BoardID?
  }

  /// Has a session found by what its record says, and by nothing that an earlier one said.
  mutating func insert(_ record: SessionRecord) {
    remove(record.id)
    guard let window = record.window else { return }
    let place = Place(
      user: record.author.user,
      key: WindowKey(user: record.author.user, board: record.board, window.activity),
      board: record.configuration == .card ? record.board : nil)
    places[record.id] = place
    byUser[place.user, default: []].insert(record.id)
    if let key = place.key { byKey[key, default: []].insert(record.id) }
    if let board = place.board { cardWindows[board, default: []].insert(record.id) }
  }

  mutating func remove(_ id: SessionID) {
    guard let place = places.removeValue(forKey: id) else { return }
    byUser.drop(id, from: place.user)
    if let key = place.key { byKey.drop(id, from: key) }
    if let board = place.board { cardWindows.drop(id, from: board) }
    places.giveBackSpareRoom()
  }

  /// The sessions with this key, in ascending order.
  func windows(for key: WindowKey) -> [SessionID] { (byKey[key] ?? []).sorted() }

  /// The sessions of this user, in ascending order.
  func windows(of user: String) -> [SessionID] { (byUser[user] ?? []).sorted() }

  func count(of user: String) -> Int { byUser[user]?.count ?? 0 }

  /// The sessions of windows on single cards of a board, in ascending order.
  func cardWindows(on board: BoardID) -> [SessionID] { (cardWindows[board] ?? []).sorted() }
}

extension Dictionary where Value == Set<SessionID> {
  fileprivate mutating func drop(_ session: SessionID, from key: Key) {
    self[key]?.remove(session)
    guard self[key]?.isEmpty == true else { return }
    self[key] = nil
    giveBackSpareRoom()
  }
}
