import BoardModel
import LogRecords
import Wire

@testable import Coordination

/// What the people at two boards do, in a certain state: sessions 1 and 2 are on board 1, session 4
/// on board 2.
struct PresenceBench {
  enum State: String, CaseIterable {
    /// Nobody has said anything.
    case silent
    /// Session 1 said what its person looks at, and no window was told.
    case said
    /// A window was told of that.
    case told
    /// A window was told, and the person looks at something else since.
    case changed
    /// A window was told, and the attachment of session 1 ended since.
    case left
    /// A window was told that it ended.
    case leftTold
    /// Session 1 came and left, and no window was told of either.
    case leftUnheard
    /// Sessions 1 and 2 said something, and the window had room for the first only.
    case partlyTold
    /// The same, and session 1 left since.
    case partlyLeft
    /// Session 4 said something on board 2.
    case elsewhere
  }

  enum Event: String, CaseIterable {
    /// Session 1 says the same, something else, the same from another device.
    case say, sayElse, sayFromOtherDevice
    case saySecond, sayElsewhere
    case end, endSecond, endElsewhere
    case forget, forgetElsewhere
    /// A window was told through that change, has room again for what it was not told of.
    case catchUpZero, catchUpOne, catchUpTwo, catchUpRest, catchUpElsewhere
    /// The time is just before, and at, the end of the pause since windows were told.
    case dueSoon, dueLater, nextSoon, nextLater
    /// A window is told that knows of no change, of the first, of two, the one of session 1; one that
    /// was told that there is one more than it knows of.
    case tellNew, tellKnowing, tellKnowingTwo, tellOwn, tellCounting
    /// A window has no room, has room for one PRESENT.
    case tellFull, tellNarrow
    /// The window of session 1 and a new one, none, a new one on board 2.
    case tellBoth, tellNobody, tellElsewhere
  }

  var presence = PresenceTable()
  static let soon = Moment(monotonic: 1_049, wall: 0)
  static let later = Moment(monotonic: 1_050, wall: 0)
  private static let ann = Author(user: "ann", device: "laptop")
  private static let bob = Author(user: "bob", device: "phone")
  private static let onCard = PresenceState(isActive: true, focus: .card(card(1)))
  private static let onBoard = PresenceState(isActive: false, focus: nil)

  init(_ state: State) {
    let start = Moment(monotonic: 1_000, wall: 0)
    switch state {
    case .silent: return
    case .elsewhere: happen(.sayElsewhere)
    case .said, .told, .changed, .left, .leftTold, .leftUnheard: happen(.say)
    case .partlyTold, .partlyLeft:
      happen(.say)
      happen(.saySecond)
    }
    switch state {
    case .silent, .said, .elsewhere: break
    case .leftUnheard: happen(.end)
    case .told, .changed, .left, .leftTold: _ = tell([Self.window()], at: start)
    case .partlyTold, .partlyLeft: _ = tell([Self.window(room: Self.frameBytes)], at: start)
    }
    if state == .changed { happen(.sayElse) }
    if state == .left || state == .leftTold || state == .partlyLeft { happen(.end) }
    if state == .leftTold { _ = tell([Self.window(told: 1)], at: start) }
  }

  /// What comes of an event, in words.
  @discardableResult
  mutating func happen(_ event: Event) -> String {
    switch event {
    case .say: presence.set(session(1), Self.ann, Self.onCard, on: board(1))
    case .sayElse: presence.set(session(1), Self.ann, Self.onBoard, on: board(1))
    case .sayFromOtherDevice:
      presence.set(
        session(1), Author(user: "ann", device: "desktop"), Self.onCard, on: board(1))
    case .saySecond: presence.set(session(2), Self.bob, Self.onBoard, on: board(1))
    case .sayElsewhere: presence.set(session(4), Self.bob, Self.onCard, on: board(2))
    case .end: presence.end(session(1), on: board(1))
    case .endSecond: presence.end(session(2), on: board(1))
    case .endElsewhere: presence.end(session(1), on: board(2))
    case .forget: presence.forget(board(1))
    case .forgetElsewhere: presence.forget(board(2))
    case .catchUpZero: presence.catchUp(on: board(1), after: PresenceTold())
    case .catchUpOne: presence.catchUp(on: board(1), after: PresenceTold(through: 1))
    case .catchUpTwo: presence.catchUp(on: board(1), after: PresenceTold(through: 2))
    case .catchUpRest:
      presence.catchUp(on: board(1), after: PresenceTold(through: 2, isWhole: false))
    case .catchUpElsewhere: presence.catchUp(on: board(2), after: PresenceTold())
    case .dueSoon: return "due \(presence.due(now: Self.soon).map(\.low))"
    case .dueLater: return "due \(presence.due(now: Self.later).map(\.low))"
    case .nextSoon: return "next \(presence.next(now: Self.soon).map { "\($0)" } ?? "never")"
    case .nextLater: return "next \(presence.next(now: Self.later).map { "\($0)" } ?? "never")"
    case .tellNew: return tell([Self.window()])
    case .tellKnowing: return tell([Self.window(told: 1)])
    case .tellKnowingTwo: return tell([Self.window(told: 2)])
    case .tellOwn: return tell([Self.window(1)])
    case .tellCounting: return tell([Self.window(more: 1)])
    case .tellFull: return tell([Self.window(room: 0)])
    case .tellNarrow: return tell([Self.window(room: Self.frameBytes)])
    case .tellBoth: return tell([Self.window(1), Self.window()])
    case .tellNobody: return tell([])
    case .tellElsewhere: return tell([Self.window()], on: 2)
    }
    return "-"
  }

  /// The size of PRESENT of a person who looks at a card.
  private static let frameBytes =
    Present(session: session(1), author: ann, state: onCard).frame().bytes.count

  /// A window of the session of that number, on the connection of that number.
  private static func window(
    _ number: UInt64 = 9, told: UInt64 = 0, more: Int = 0, room: Int = 10_000
  ) -> PresenceTable.Listener {
    // The first change was of session 1, the second of session 2.
    let known = [session(1), session(2)].prefix(Int(told))
    return PresenceTable.Listener(
      connection: ConnectionID(number), session: session(number),
      told: PresenceTold(through: told, known: Set(known), more: more), room: room,
      waitsForRoom: false)
  }

  private mutating func tell(
    _ windows: [PresenceTable.Listener], on number: UInt64 = 1, at time: Moment = later
  ) -> String {
    let tellings = presence.tell(board(number), to: windows, now: time)
    return tellings.isEmpty ? "-" : tellings.map(Self.words).joined(separator: ", ")
  }

  private static func words(_ id: ConnectionID, _ telling: PresenceTelling) -> String {
    var decoder = FrameDecoder(limit: 1 << 16)
    decoder.feed(telling.bytes)
    var words: [String] = []
    while let frame = try? decoder.next() {
      switch try? Message(frame) {
      case .present(let present):
        words.append("\(present.session.low) \(Self.words(present.state, present.author))")
      case .morePresent(let present): words.append("\(present.count) more")
      default: return "\(frame)"
      }
    }
    let known = telling.told.known.map { "\($0.low)" }.sorted().joined(separator: ",")
    return "to \(id.rawValue) [\(words.joined(separator: "; "))] "
      + "through \(telling.told.through) knows [\(known)]"
      + (telling.told.isWhole ? "" : " without room")
  }

  private static func words(_ state: PresenceState?, _ author: Author) -> String {
    let focus = state == nil ? "gone" : state == onCard ? "card" : state == onBoard ? "board" : "?"
    return "\(focus) of \(author.user)/\(author.device)"
  }

  /// How things stand on each board: the last change and when windows were told, what each session
  /// said last with the change that said it, and whether windows may have to be told.
  var standing: String {
    let known = Set(presence.rolls.keys).union(presence.untold)
    let boards = known.sorted().map { id in
      var words = ["board \(id.low):"]
      if let roll = presence.rolls[id] {
        words.append("\(roll.newest)")
        for entry in roll.entries.values.sorted(by: { $0.change < $1.change }) {
          let said = Self.words(entry.state, entry.author)
          words.append("[\(entry.session.low) \(said) \(entry.change)]")
        }
        if let time = roll.round.toldAt { words.append("told at \(time)") }
      }
      if presence.untold.contains(id) { words.append("untold") }
      return words.joined(separator: " ")
    }
    return boards.isEmpty ? "nothing" : boards.joined(separator: ", ")
  }
}
