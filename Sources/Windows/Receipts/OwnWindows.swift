import BoardModel

/// A window of the same person's, as the coordinator lists it.
public struct OwnWindow: Hashable, Sendable {
  let title: String
  /// The device and the place there.
  let whereabouts: String

  public init(title: String, device: String, place: String) {
    self.title = title
    whereabouts = place.isEmpty ? device : "\(device), \(place)"
  }
}

/// What is known of a person's other windows, of which receipts tell: one is asked for at a time.
struct OwnWindows: Sendable {
  /// nil where the coordinator lists no such window: it was closed, or was a command.
  private var found: [SessionID: OwnWindow?] = [:]
  private var search = Search.idle

  private enum Search {
    case idle
    case asked(SessionID)
    /// Until the link is another.
    case unavailable
  }

  enum Knowledge: Equatable {
    case unknown
    case listed(OwnWindow)
    case notListed
  }

  /// Receipts are at most so many, and each names two.
  private static let capacity = 2 * BoardLimits.receipts

  func knowledge(of session: SessionID) -> Knowledge {
    switch found[session] {
    case nil: .unknown
    case .some(nil): .notListed
    case .some(let window?): .listed(window)
    }
  }

  /// The first of these that nobody was asked for.
  mutating func nextToFind(_ sessions: some Sequence<SessionID>) -> SessionID? {
    guard case .idle = search, let next = sessions.first(where: { found[$0] == nil }) else {
      return nil
    }
    search = .asked(next)
    return next
  }

  mutating func took(_ session: SessionID, _ window: OwnWindow?) {
    guard case .asked(session) = search else { return }
    search = .idle
    if found.count >= OwnWindows.capacity { found = [:] }
    found.updateValue(window, forKey: session)
  }

  mutating func couldNotFind() { search = .unavailable }

  mutating func linkChanged() { search = .idle }
}
