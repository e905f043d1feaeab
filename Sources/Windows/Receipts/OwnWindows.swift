import BoardModel

/// A window of the same person, as the coordinator lists it.
public struct OwnWindow: Hashable, Sendable {
  let title: String
  /// The device, and the place on it.
  let whereabouts: String

  public init(title: String, device: String, place: String) {
    self.title = title
    whereabouts = place.isEmpty ? device : "\(device), \(place)"
  }
}

/// The person's other windows that receipts name, as far as known; one is asked for at a time.
struct OwnWindows: Sendable {
  /// The windows that were asked for; nil for one that the coordinator does not list, because it
  /// was closed or was a command.
  private var found: [SessionID: OwnWindow?] = [:]
  private var search = Search.idle

  private enum Search {
    case idle
    case asked(SessionID)
    /// The request failed; it is not repeated until the link changes.
    case unavailable
  }

  enum Knowledge: Equatable {
    case unknown
    case listed(OwnWindow)
    case notListed
  }

  /// The most windows: every receipt names two.
  private static let capacity = 2 * BoardLimits.receipts

  func knowledge(of session: SessionID) -> Knowledge {
    switch found[session] {
    case nil: .unknown
    case .some(nil): .notListed
    case .some(let window?): .listed(window)
    }
  }

  /// The first of the sessions that has not been asked for; nil while another one is.
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
