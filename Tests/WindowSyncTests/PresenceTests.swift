import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

struct PresenceTests {
  private let card = CardID(high: 0xCA, low: 1)
  private var looking: PresenceState { PresenceState(isActive: true, focus: .card(card)) }

  private func live() -> World {
    var world = World()
    world.send(.start(wallClock: 5))
    world.heal()
    return world
  }

  @Test(
    "What a person does is said at most every 100 milliseconds, and again after each attach",
    .holds("PRS-013"))
  func presencePublisher() {
    var world = live()
    world.send(.presence(looking))
    world.settle()
    #expect(world.said() == [looking])
    // Faster than anyone can follow: the last counts.
    for number in 2...9 as ClosedRange<UInt64> {
      world.send(
        .presence(PresenceState(isActive: true, focus: .card(CardID(high: 0, low: number)))))
    }
    world.settle()
    #expect(world.said().isEmpty)
    let before = world.now
    world.advance()
    world.settle()
    #expect(world.now == before + 100)
    let last = PresenceState(isActive: true, focus: .card(CardID(high: 0, low: 9)))
    #expect(world.said() == [last])
    // The same again is nothing new.
    world.now += 1_000
    world.send(.presence(last))
    world.settle()
    #expect(world.said().isEmpty)
    world.cut(0)
    world.heal()
    #expect(world.said() == [last])
  }

  @Test("A window that said nothing is not present")
  func silent() {
    var world = live()
    world.advance()
    world.settle()
    #expect(world.said().isEmpty)
  }

  @Test("A caret behind what is not sent yet waits for it", .holds("PRS-015"))
  func caret() throws {
    var world = live()
    world.windows[0].holdsStore = true
    world.send(
      .edit(
        .cardCreate(
          card, in: Fixture.column(1), title: "Card", body: "abc", at: Anchors())))
    let operation = try #require(world.windows[0].replica.newest)
    let caret = TextIdentity(operation: operation.id, offset: 2)
    let typing = PresenceState(isActive: true, focus: .body(card, caret: caret))
    world.send(.presence(typing))
    world.settle()
    #expect(world.said().isEmpty)
    world.windows[0].holdsStore = false
    world.pay(0)
    world.settle()
    // First the operation, then the caret in it.
    let order = world.coordinator.received.compactMap { arrived -> String? in
      switch arrived.message {
      case .submit: "submit"
      case .presence: "presence"
      default: nil
      }
    }
    #expect(order == ["submit", "presence"])
    #expect(world.said() == [typing])
  }

  @Test("Others are known as they were told, and not known twice")
  func others() {
    var world = live()
    let ben = Author(user: "ben", device: "lap")
    world.tell(Present(session: SessionID(high: 9, low: 2), author: ben, state: looking))
    world.tell(Present(session: SessionID(high: 9, low: 1), author: ben, state: looking))
    let one = OtherWindow(session: SessionID(high: 9, low: 1), author: ben, state: looking)
    let two = OtherWindow(session: SessionID(high: 9, low: 2), author: ben, state: looking)
    #expect(world.shown == [[two], [one, two]])
    #expect(world.windows[0].replica.others == [one.session: one, two.session: two])
    world.tell(Present(session: two.session, author: ben, state: looking))
    world.tell(Present(session: SessionID(high: 9, low: 7), author: ben, state: nil))
    #expect(world.shown.count == 2)
    world.tell(Present(session: two.session, author: ben, state: nil))
    #expect(world.shown.last == [one])
    // Whoever told a window of itself would put a second caret beside its own.
    world.tell(
      Present(
        session: world.windows[0].replica.identity.session, author: ben, state: looking))
    #expect(world.shown.count == 3)
  }

  @Test("No more others are kept than a coordinator tells of", .holds("PRS-020"))
  func crowd() {
    var world = live()
    let ben = Author(user: "ben", device: "lap")
    let all = (1...300 as ClosedRange<UInt64>).map { SessionID(high: 9, low: $0) }
    for session in all { world.tell(Present(session: session, author: ben, state: looking)) }
    #expect(world.windows[0].replica.others.count == Limits.presenceOthers)
    // The place of one that is gone is free.
    world.tell(Present(session: all[0], author: ben, state: nil))
    world.tell(Present(session: all[299], author: ben, state: looking))
    #expect(world.windows[0].replica.others[all[299]] != nil)
    #expect(world.windows[0].replica.others.count == Limits.presenceOthers)
  }

  @Test("How many more others there are is told to the window, until the link is lost")
  func more() {
    var world = live()
    for count in [44, 44, 3] as [UInt32] { world.tell(MorePresent(count: count)) }
    world.cut(0)
    let told = world.windows[0].log.compactMap {
      if case .moreOthers(let count) = $0 { count } else { nil }
    }
    #expect(told == [44, 3, 0])
  }

  @Test("Others are forgotten when the link is lost", .holds("PRS-017"))
  func lost() {
    var world = live()
    world.tell(
      Present(
        session: SessionID(high: 9, low: 2), author: Author(user: "ben", device: "lap"),
        state: looking))
    world.cut(0)
    #expect(world.windows[0].replica.others.isEmpty)
    #expect(world.shown.last == [])
  }

  @Test("Without the feature nothing is said, and what is told all the same ends the link")
  func notAgreed() {
    var world = World()
    world.coordinator.features = [Feature.digest]
    world.send(.start(wallClock: 5))
    world.heal()
    world.send(.presence(looking))
    world.settle()
    #expect(world.said().isEmpty)
    world.tell(
      Present(
        session: SessionID(high: 9, low: 2), author: Author(user: "ben", device: "lap"),
        state: looking))
    #expect(world.windows[0].replica.others.isEmpty)
    #expect(
      world.windows[0].notices.contains { if case .coordinatorFault = $0 { true } else { false } })
  }

  @Test("A command says nothing")
  func command() {
    var world = World()
    world.windows = [Window(1, configuration: .command)]
    world.send(.start(wallClock: 5))
    world.heal()
    world.send(.presence(looking))
    world.settle()
    #expect(world.said().isEmpty)
  }
}

extension World {
  /// What the coordinator was told since it was asked last.
  fileprivate mutating func said() -> [PresenceState] {
    let said = coordinator.received.compactMap { arrived -> PresenceState? in
      if case .presence(let presence) = arrived.message { presence.state } else { nil }
    }
    coordinator.received = []
    return said
  }

  fileprivate mutating func tell(_ present: some MessageBody) {
    guard let link = windows[0].link else { return }
    coordinator.event(link, present)
    collect()
    settle()
  }

  /// The lists of others that the window was given.
  fileprivate var shown: [[OtherWindow]] {
    windows[0].log.compactMap { if case .others(let others) = $0 { others } else { nil } }
  }
}
