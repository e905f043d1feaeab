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
  private var byKey: [WindowKey: Set<SessionID>] = [:]
  private var byUser: [String: Set<SessionID>] = [:]
  private var cardWindows: [BoardID: Set<SessionID>] = [:]

  mutating func insert(_ record: SessionRecord) {
    guard let window = record.window else { return }
    byUser[record.author.user, default: []].insert(record.id)
    if record.configuration == .card { cardWindows[record.board, default: []].insert(record.id) }
    if let key = WindowKey(user: record.author.user, board: record.board, window.activity) {
      byKey[key, default: []].insert(record.id)
    }
  }

  mutating func remove(_ record: SessionRecord) {
    guard let window = record.window else { return }
    byUser.drop(record.id, from: record.author.user)
    cardWindows.drop(record.id, from: record.board)
    if let key = WindowKey(user: record.author.user, board: record.board, window.activity) {
      byKey.drop(record.id, from: key)
    }
  }

  /// The sessions with this key, in ascending order.
  func windows(for key: WindowKey) -> [SessionID] { (byKey[key] ?? []).sorted() }

  /// The sessions of this user, in ascending order.
  func windows(of user: String) -> [SessionID] { (byUser[user] ?? []).sorted() }

  /// The sessions of windows on single cards of a board, in ascending order.
  func cardWindows(on board: BoardID) -> [SessionID] { (cardWindows[board] ?? []).sorted() }
}

extension Dictionary where Value == Set<SessionID> {
  fileprivate mutating func drop(_ session: SessionID, from key: Key) {
    self[key]?.remove(session)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
