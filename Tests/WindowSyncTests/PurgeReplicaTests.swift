import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("A window on whose board something is purged")
struct PurgeReplicaTests {
  private static let card = Fixture.card(1)

  /// How the window learns of it.
  enum Way: CaseIterable {
    case live, away, restarted
  }

  @Test(
    "It writes its board anew in that turn, and has the disk let go of the rest",
    .holds("PRG-013"), arguments: Way.allCases)
  func kept(_ way: Way) throws {
    var world = World()
    _ = world.coordinator.order(Fixture.foreign(1, base: 0, Fixture.create(1, body: "word")))
    world.send(.start(wallClock: 1))
    world.heal()
    #expect(world.windows[0].disk.board?.entities.contains { $0.isCard } == true)
    let saved = world.windows[0].disk.board?.sequence ?? 0
    if way != .live {
      world.reachable = false
      world.cut(0)
    }
    let purge = Fixture.foreign(2, base: saved, .purge(.card(Self.card)))
    _ = world.coordinator.order(purge)
    if way == .restarted { world.restart(0) }
    world.reachable = true
    if way == .live {
      world.coordinator.fanOut()
      world.collect()
      world.settle()
    } else {
      world.heal()
    }
    #expect(world.windows[0].log.count { $0 == .clearPurged(saved + 1) } == 1)
    #expect(world.windows[0].disk.board?.entities.contains { $0.isCard } == false)
    #expect(world.windows[0].replica.confirmed?.purge(of: Self.card)?.operation == purge.id)
  }

  @Test("An edit of what was purged meanwhile is refused, and stays until then")
  func unsent() throws {
    var world = World()
    _ = world.coordinator.order(Fixture.foreign(1, base: 0, Fixture.create(1)))
    world.send(.start(wallClock: 1))
    world.settle()
    world.reachable = false
    world.cut(0)
    world.send(.edit(.cardRetitle(Self.card, title: "Mine")))
    _ = world.coordinator.order(Fixture.foreign(2, base: 1, .purge(.card(Self.card))))
    #expect(world.windows[0].disk.pending.count == 1)
    world.reachable = true
    world.heal()
    let settled = world.windows[0].log.compactMap { effect in
      if case .settled(_, let outcome) = effect { outcome } else { nil }
    }
    #expect(settled == [.rejected(.unknownCard(Self.card))])
    #expect(world.windows[0].disk.pending.isEmpty)
    // It waited while the disk let go of the rest, and leaves nothing behind either.
    let last = world.windows[0].log.lastIndex { if case .forget = $0 { true } else { false } }
    let cleared = try #require(world.windows[0].log.lastIndex { $0.isPurge })
    #expect(try #require(last) < cleared)
  }

  @Test(
    "A window that was away for a month follows over purges and compactions, and loses nothing typed",
    .holds("PRG-013", "PRG-015"))
  func month() throws {
    let other = Fixture.card(2)
    var world = World(windows: 2)
    for (counter, intent) in [
      Fixture.create(1, body: "The plan: first this, then that."),
      Fixture.create(2, body: "a pasted word"),
    ].enumerated() {
      _ = world.coordinator.order(Fixture.foreign(UInt64(counter) + 1, base: 0, intent))
    }
    for index in world.windows.indices { world.send(.start(wallClock: 1), to: index) }
    world.settle()
    world.reachable = false
    world.cut(1)
    let away = try #require(world.windows[1].replica.visible?.card(Self.card)?.body)
    world.send(
      .edit(.cardSplice(Self.card, away.splice(replacing: 0..<0, with: "Mine: "))), to: 1)
    world.send(.edit(.cardRetitle(other, title: "Mine")), to: 1)
    #expect(world.windows[1].disk.pending.count == 2)
    for round in 0..<30 {
      let body = try #require(world.windows[0].replica.visible?.card(Self.card)?.body)
      let typed = body.splice(replacing: 10..<15, with: "day\(round)")
      world.send(.edit(.cardSplice(Self.card, typed)), to: 0)
      world.settle()
      let horizon = world.windows[0].replica.confirmed?.sequence ?? 0
      world.send(.edit(.textCompact(Self.card, nil, horizon: horizon)), to: 0)
      if round == 10 { world.send(.edit(.purge(.card(other))), to: 0) }
      if round == 20 { world.send(.edit(.purge(.past(.cardBody(Self.card)))), to: 0) }
      world.settle()
    }
    // The coordinator remembers no window for so long, and begins above what it forgot.
    world.coordinator.sessions[world.windows[1].replica.identity.session] = nil
    world.coordinator.firstEpoch = 9
    world.reachable = true
    world.heal()
    var (confirmed, truth) = (
      try #require(world.windows[1].replica.confirmed), world.coordinator.board
    )
    let (own, theirs) = (confirmed.digest(), truth.digest())
    #expect(own == theirs)
    let text = truth.card(Self.card)?.body.string ?? ""
    #expect(text.contains("Mine: "), "\(text)")
    #expect(text.contains("day29"), "\(text)")
    #expect(world.windows[1].log.contains { $0.isPurge })
    #expect(world.windows[1].disk.pending.isEmpty)
    let settled = world.windows[1].log.compactMap { effect in
      if case .settled(_, let outcome) = effect { outcome } else { nil }
    }
    #expect(settled.contains(.rejected(.unknownCard(other))))
    #expect(world.windows[1].disk.board?.entities.count { $0.isCard } == 2)
  }

  /// A window that typed into a card's body while it had no link, and that body before.
  private func typedOffline() throws -> (World, Text) {
    var world = World()
    _ = world.coordinator.order(Fixture.foreign(1, base: 0, Fixture.create(1, body: "Zebraword")))
    world.send(.start(wallClock: 1))
    world.heal()
    world.reachable = false
    world.cut(0)
    let body = try #require(world.windows[0].replica.visible?.card(Self.card)?.body)
    world.send(.edit(.cardSplice(Self.card, body.splice(replacing: 5..<5, with: "mine"))))
    #expect(world.windows[0].disk.pending.map(\.extensions.context?.before) == ["Zebra"])
    return (world, body)
  }

  @Test(
    "What was made before it goes out without the words around it, and counts once",
    .holds("PRG-020"), arguments: [Way.away, .restarted])
  func contexts(_ way: Way) throws {
    var (world, body) = try typedOffline()
    let word = body.splice(replacing: 0..<9, with: "")
    let sequence = world.coordinator.board.sequence
    _ = world.coordinator.order(
      Fixture.foreign(2, base: sequence, .cardSplice(Self.card, word)))
    _ = world.coordinator.order(
      Fixture.foreign(3, base: sequence + 1, .purge(.past(.cardBody(Self.card)))))
    if way == .restarted { world.restart(0) }
    world.reachable = true
    world.heal()
    let session = world.windows[0].replica.identity.session
    let log = world.coordinator.log.filter { $0.id.session == session }
    #expect(log.count == 1 && log.allSatisfy { $0.operation?.extensions.context == nil })
    #expect(world.windows[0].disk.pending.isEmpty)
    let settled = world.windows[0].log.count { if case .settled = $0 { true } else { false } }
    #expect(settled == 1)
  }

  @Test(
    "Nor does what was made on another store's board, or before its user could not read it",
    .holds("PRG-020"), arguments: [false, true])
  func lostContexts(isOtherStore: Bool) throws {
    var world = World()
    _ = world.coordinator.order(Fixture.foreign(1, base: 0, Fixture.create(1, body: "Zebraword")))
    let backup = world.coordinator.board
    let secret = Fixture.foreign(2, base: 1, .boardRename(title: "Later"))
    _ = world.coordinator.order(secret)
    world.send(.start(wallClock: 1))
    world.heal()
    world.reachable = false
    world.cut(0)
    let body = try #require(world.windows[0].replica.visible?.card(Self.card)?.body)
    world.send(.edit(.cardSplice(Self.card, body.splice(replacing: 5..<5, with: "mine"))))
    #expect(world.windows[0].disk.pending.map(\.extensions.context?.before) == ["Zebra"])
    if isOtherStore {
      world.coordinator.incarnation = IncarnationID(high: 8, low: 8)
      world.coordinator.sessions = [:]
      world.coordinator.log.removeLast()
      world.coordinator.board = backup
      let word = body.splice(replacing: 0..<9, with: "")
      _ = world.coordinator.order(Fixture.foreign(2, base: 1, .cardSplice(Self.card, word)))
      _ = world.coordinator.order(Fixture.foreign(3, base: 2, .purge(.past(.cardBody(Self.card)))))
      for counter in UInt64(4)...9 {
        _ = world.coordinator.order(
          Fixture.foreign(counter, base: 2, .boardRename(title: "\(counter)")))
      }
    } else {
      world.coordinator.makePrivate()
    }
    world.reachable = true
    world.heal()
    if !isOtherStore {
      #expect(world.windows[0].disk.pending.map(\.extensions.context) == [nil])
      world.coordinator.share()
      world.restart(0)
      world.heal()
    }
    let own = world.coordinator.log.compactMap(\.operation).filter {
      if case .cardSplice(_, let splice) = $0.intent { splice.typedCount == 4 } else { false }
    }
    #expect(own.map(\.extensions.context) == [nil])
    #expect(world.windows[0].disk.pending.isEmpty)
  }

  @Test(
    "A window that was refused, and learns of no purge, keeps no words around its edits",
    .holds("PRG-020"), arguments: [ErrorCode.sessionInUse, .identityRefused])
  func stopped(_ code: ErrorCode) throws {
    var (world, body) = try typedOffline()
    world.coordinator.attachRefusal = code
    world.reachable = true
    world.heal()
    #expect(world.windows[0].disk.pending.map(\.extensions.context) == [nil])
    #expect(world.windows[0].replica.pending.map(\.extensions.context) == [nil])
    // Nothing is typed into it any more.
    world.send(.edit(.cardSplice(Self.card, body.splice(replacing: 0..<0, with: "more"))))
    #expect(world.windows[0].disk.pending.count == 1)
  }

  @Test("A purge that was refused clears nothing")
  func refused() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    _ = world.coordinator.order(Fixture.foreign(1, base: 0, .purge(.card(Self.card))))
    world.coordinator.fanOut()
    world.collect()
    world.settle()
    #expect(world.windows[0].replica.confirmed?.sequence == world.coordinator.board.sequence)
    #expect(!world.windows[0].log.contains { $0.isPurge })
  }
}

extension ReplicaEffect {
  fileprivate var isPurge: Bool { if case .clearPurged = self { true } else { false } }
}

extension Entity {
  fileprivate var isCard: Bool {
    switch self {
    case .card, .text: true
    default: false
    }
  }
}
