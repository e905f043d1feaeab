import BoardModel
import LogRecords
import Testing
import Wire

@testable import Coordination

@Suite("Transitions of the index of windows")
struct WindowIndexTransitionTests {
  enum State: String, CaseIterable {
    case empty
    /// Session 1 is a window of ann on card 1 of board 1.
    case card
    /// So is session 2.
    case cardTwice
    /// Session 1 is a window of ann for the favourites, or for the whole of board 1.
    case favourites, board
    /// Session 1 was a window of ann on card 1 of board 1, and has ended.
    case ended
  }

  enum Event: String, CaseIterable {
    /// Session 1 comes (again), session 2 for the same.
    case insert, insertSecond
    /// Session 2 comes, of another user, on another board, for another card.
    case insertOfOther, insertOnOther, insertForOther
    case insertFavourites, insertBoard, insertEnded
    /// Session 2 comes without a window.
    case insertUnlisted
    /// Session 1 comes without one, for another card, for the favourites.
    case insertAsUnlisted, insertAsOther, insertAsFavourites
    case remove, removeSecond
  }

  private static func index(_ state: State) -> WindowIndex {
    var index = WindowIndex()
    switch state {
    case .empty: break
    case .card, .cardTwice: index.insert(record(1))
    case .favourites: index.insert(record(1, Activity(.favourites, title: "")))
    case .board: index.insert(record(1, .board))
    case .ended: index.insert(record(1, end: end))
    }
    if state == .cardTwice { index.insert(record(2)) }
    return index
  }

  private static let end = WindowRecord.End(
    number: 1, reason: "", author: Author(user: "ann", device: "laptop"), time: 0)

  private static func record(
    _ number: UInt64, _ activity: Activity? = .card(1), user: String = "ann", on place: UInt64 = 1,
    end: WindowRecord.End? = nil
  ) -> SessionRecord {
    SessionRecord(
      id: session(number), board: board(place), author: Author(user: user, device: "laptop"),
      configuration: activity?.configuration ?? .board, instance: InstanceID(high: 9, low: 1),
      epoch: 1, firstEpoch: 1, acknowledgedCounter: 0, acknowledgedSequence: 0, lastSeen: 0,
      window: activity.map {
        WindowRecord(activity: $0, place: "", since: 0, toldEnd: 0, end: end)
      })
  }

  private static func happen(_ event: Event, _ index: inout WindowIndex) {
    switch event {
    case .insert: index.insert(record(1))
    case .insertSecond: index.insert(record(2))
    case .insertOfOther: index.insert(record(2, user: "bob"))
    case .insertOnOther: index.insert(record(2, on: 2))
    case .insertForOther: index.insert(record(2, .card(2)))
    case .insertFavourites: index.insert(record(2, Activity(.favourites, title: "")))
    case .insertBoard: index.insert(record(2, .board))
    case .insertEnded: index.insert(record(2, end: end))
    case .insertUnlisted: index.insert(record(2, nil))
    case .insertAsUnlisted: index.insert(record(1, nil))
    case .insertAsOther: index.insert(record(1, .card(2)))
    case .insertAsFavourites: index.insert(record(1, Activity(.favourites, title: "")))
    case .remove: index.remove(session(1))
    case .removeSecond: index.remove(session(2))
    }
  }

  /// The sessions that are found: for card 1 and for the favourites of ann on board 1, for card 1
  /// of others, of each user, and on single cards of each board.
  private static func standing(_ index: WindowIndex) -> String {
    let keys: [(String, WindowKey?)] = [
      ("card 1", WindowKey(user: "ann", board: board(1), .card(1))),
      ("card 2", WindowKey(user: "ann", board: board(1), .card(2))),
      (
        "favourites",
        WindowKey(user: "ann", board: board(1), Activity(.favourites, title: ""))
      ),
      ("bob's card 1", WindowKey(user: "bob", board: board(1), .card(1))),
      ("board 2's card 1", WindowKey(user: "ann", board: board(2), .card(1))),
    ]
    let found =
      keys.map { name, key in (name, key.map { index.windows(for: $0) } ?? []) } + [
        ("ann", index.windows(of: "ann")), ("bob", index.windows(of: "bob")),
        ("cards", index.cardWindows(on: board(1))),
        ("cards on 2", index.cardWindows(on: board(2))),
      ]
    let words = found.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.map(\.low))" }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }

  @Test(
    "Every change leaves the index as the table says", arguments: State.allCases)
  func table(state: State) throws {
    let table = try #require(Self.transitions[state])
    expectTransitions(table) { (event: Event) in
      var index = Self.index(state)
      Self.happen(event, &index)
      return Self.standing(index)
    }
  }

  /// What is found after every change. A session is found by the last that was said of it.
  private static let transitions: [State: String] = [
    .empty: """
    card 1 [1], ann [1], cards [1] <- insert
    card 1 [2], ann [2], cards [2] <- insertSecond insertEnded
    bob's card 1 [2], bob [2], cards [2] <- insertOfOther
    board 2's card 1 [2], ann [2], cards on 2 [2] <- insertOnOther
    card 2 [2], ann [2], cards [2] <- insertForOther
    favourites [2], ann [2] <- insertFavourites
    ann [2] <- insertBoard
    card 2 [1], ann [1], cards [1] <- insertAsOther
    favourites [1], ann [1] <- insertAsFavourites
    nothing <- insertUnlisted insertAsUnlisted remove removeSecond
    """,
    .card: """
    card 1 [1], ann [1], cards [1] <- insert insertUnlisted removeSecond
    card 1 [1, 2], ann [1, 2], cards [1, 2] <- insertSecond insertEnded
    card 1 [1], bob's card 1 [2], ann [1], bob [2], cards [1, 2] <- insertOfOther
    card 1 [1], board 2's card 1 [2], ann [1, 2], cards [1], cards on 2 [2] <- insertOnOther
    card 1 [1], card 2 [2], ann [1, 2], cards [1, 2] <- insertForOther
    card 1 [1], favourites [2], ann [1, 2], cards [1] <- insertFavourites
    card 1 [1], ann [1, 2], cards [1] <- insertBoard
    card 2 [1], ann [1], cards [1] <- insertAsOther
    favourites [1], ann [1] <- insertAsFavourites
    nothing <- insertAsUnlisted remove
    """,
    .cardTwice: """
    card 1 [1, 2], ann [1, 2], cards [1, 2] <- insert insertSecond insertEnded
    card 1 [1], bob's card 1 [2], ann [1], bob [2], cards [1, 2] <- insertOfOther
    card 1 [1], board 2's card 1 [2], ann [1, 2], cards [1], cards on 2 [2] <- insertOnOther
    card 1 [1], card 2 [2], ann [1, 2], cards [1, 2] <- insertForOther
    card 1 [1], favourites [2], ann [1, 2], cards [1] <- insertFavourites
    card 1 [1], ann [1, 2], cards [1] <- insertBoard
    card 1 [2], card 2 [1], ann [1, 2], cards [1, 2] <- insertAsOther
    card 1 [2], favourites [1], ann [1, 2], cards [2] <- insertAsFavourites
    card 1 [2], ann [2], cards [2] <- insertAsUnlisted remove
    card 1 [1], ann [1], cards [1] <- insertUnlisted removeSecond
    """,
    .favourites: """
    card 1 [1], ann [1], cards [1] <- insert
    card 1 [2], favourites [1], ann [1, 2], cards [2] <- insertSecond insertEnded
    favourites [1], bob's card 1 [2], ann [1], bob [2], cards [2] <- insertOfOther
    favourites [1], board 2's card 1 [2], ann [1, 2], cards on 2 [2] <- insertOnOther
    card 2 [2], favourites [1], ann [1, 2], cards [2] <- insertForOther
    favourites [1, 2], ann [1, 2] <- insertFavourites
    favourites [1], ann [1, 2] <- insertBoard
    card 2 [1], ann [1], cards [1] <- insertAsOther
    favourites [1], ann [1] <- insertUnlisted insertAsFavourites removeSecond
    nothing <- insertAsUnlisted remove
    """,
    .board: """
    card 1 [1], ann [1], cards [1] <- insert
    card 1 [2], ann [1, 2], cards [2] <- insertSecond insertEnded
    bob's card 1 [2], ann [1], bob [2], cards [2] <- insertOfOther
    board 2's card 1 [2], ann [1, 2], cards on 2 [2] <- insertOnOther
    card 2 [2], ann [1, 2], cards [2] <- insertForOther
    favourites [2], ann [1, 2] <- insertFavourites
    ann [1, 2] <- insertBoard
    card 2 [1], ann [1], cards [1] <- insertAsOther
    favourites [1], ann [1] <- insertAsFavourites
    ann [1] <- insertUnlisted removeSecond
    nothing <- insertAsUnlisted remove
    """,
    .ended: """
    card 1 [1], ann [1], cards [1] <- insert insertUnlisted removeSecond
    card 1 [1, 2], ann [1, 2], cards [1, 2] <- insertSecond insertEnded
    card 1 [1], bob's card 1 [2], ann [1], bob [2], cards [1, 2] <- insertOfOther
    card 1 [1], board 2's card 1 [2], ann [1, 2], cards [1], cards on 2 [2] <- insertOnOther
    card 1 [1], card 2 [2], ann [1, 2], cards [1, 2] <- insertForOther
    card 1 [1], favourites [2], ann [1, 2], cards [1] <- insertFavourites
    card 1 [1], ann [1, 2], cards [1] <- insertBoard
    card 2 [1], ann [1], cards [1] <- insertAsOther
    favourites [1], ann [1] <- insertAsFavourites
    nothing <- insertAsUnlisted remove
    """,
  ]
}
