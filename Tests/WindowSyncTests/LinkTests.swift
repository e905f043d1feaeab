import BoardModel
import Randomness
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("Link")
struct LinkTests {
  private func live(_ change: (inout World) -> Void = { _ in }) -> World {
    var world = World()
    change(&world)
    world.send(.start(wallClock: 1))
    world.settle()
    return world
  }

  @Test("The first retry is fast, later ones are slower, none beyond the cap")
  func backoff() {
    var random = SeededGenerator(seed: 1)
    for attempt in 0..<70 {
      let range = Backoff.range(attempt: attempt)
      #expect(range.upperBound <= Backoff.cap)
      if attempt > 0 {
        #expect(range.upperBound >= Backoff.range(attempt: attempt - 1).upperBound)
        #expect(range.lowerBound >= Backoff.range(attempt: attempt - 1).lowerBound)
      }
      for jitter in [0, .max, random.next(), random.next()] {
        #expect(range.contains(Backoff.delay(attempt: attempt, jitter: jitter)))
      }
    }
    #expect(Backoff.range(attempt: 0) == 50...250)
    #expect(Backoff.range(attempt: 69).upperBound == 15_000)
  }

  @Test("An unreachable coordinator is dialed ever more slowly, a live link starts anew")
  func attempts() {
    var world = World()
    world.reachable = false
    world.send(.start(wallClock: 1))
    var pauses: [UInt64] = []
    for attempt in 0..<10 {
      guard case .waiting(let until, let next) = world.windows[0].replica.link.state else {
        Issue.record("not waiting")
        return
      }
      #expect(next == attempt + 1)
      pauses.append(until - world.now)
      #expect(Backoff.range(attempt: attempt).contains(until - world.now))
      world.advance()
    }
    world.heal()
    world.cut(0)
    guard case .waiting(let until, 1) = world.windows[0].replica.link.state else {
      Issue.record("not waiting")
      return
    }
    #expect(until - world.now <= 250)
  }

  @Test(
    "Request numbers rise, and no more requests are open than WELCOME allows",
    arguments: [1, 2, 5, 32])
  func inFlight(limit: Int) {
    var world = live { $0.coordinator.requestsInFlight = UInt16(limit) }
    for number in 1...100 { world.send(.edit(Fixture.create(number))) }
    let allowed = max(1, limit - 1)
    #expect(world.windows[0].up.count == allowed)
    while world.coordinator.board.cardCount < 100 {
      world.deliverUp(0)
      let open = world.windows[0].replica.link.conversation.value?.unanswered.count ?? 0
      #expect(open <= allowed)
      while !world.windows[0].down.isEmpty { world.deliverDown(0) }
    }
    world.settle()
    let numbers = world.coordinator.received.map(\.frame.request).filter { $0 > 0 }
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    #expect(world.windows[0].replica.status == .saved)
  }

  @Test("HELLO carries a meaningless feature and tag, and a meaningless frame follows WELCOME")
  func grease() throws {
    let world = live()
    guard case .hello(let hello) = world.coordinator.received.first?.message else {
      Issue.record("no HELLO")
      return
    }
    #expect(hello.features.contains(where: Grease.isGrease))
    #expect(hello.extensions.entries.map(\.tag).contains(where: Grease.isGrease))
    #expect(world.coordinator.received.first?.frame.payload.count ?? 0 < Int(Limits.helloBytes))
    let elective = world.coordinator.received[1].frame
    #expect(Grease.isGrease(elective.type.rawValue) && elective.type.isElective)
    #expect(elective.request == 0)
  }

  @Test("A silent link is pinged, and given up after two and a half intervals")
  func keepalive() {
    var world = live()
    let start = world.now
    world.windows[0].log = []
    while world.windows[0].up.isEmpty { world.advance() }
    world.settle()  // The acknowledgement that was due.
    while world.windows[0].up.isEmpty { world.advance() }
    #expect(world.now - start <= 15_000 + 2_000)
    world.settle()
    #expect(world.windows[0].replica.phase == .live)
    guard case .ping = world.coordinator.received.last?.message else {
      Issue.record("no PING")
      return
    }
    // From here on nothing comes back.
    let heard = world.now
    while world.windows[0].replica.phase == .live { world.advance() }
    #expect(world.now == heard + 37_500)
    #expect(world.windows[0].log.contains(.disconnect))
  }

  @Test("Outcomes are acknowledged after a second, or after 64 operations", .holds("EDT-019"))
  func acknowledging() {
    var world = live()
    world.send(.edit(Fixture.create(1)))
    world.settle()
    world.advance()
    world.settle()
    guard case .acknowledge(let first) = world.coordinator.received.last?.message else {
      Issue.record("no ACKNOWLEDGE")
      return
    }
    #expect(first.counter == 1 && first.sequence == 4)
    #expect(world.now == 2_000)
    for number in 2...80 { world.send(.edit(Fixture.create(number))) }
    world.settle()
    let acknowledged = world.coordinator.received.compactMap { entry -> UInt64? in
      if case .acknowledge(let body) = entry.message { body.counter } else { nil }
    }
    #expect(acknowledged.count == 2 && acknowledged[1] >= 65)
    #expect(world.now == 2_000)
  }

  @Test("A coordinator that forgot what was acknowledged is told again")
  func acknowledgingAgain() {
    var world = live()
    world.send(.edit(Fixture.create(1)))
    world.settle()
    world.advance()
    world.settle()
    world.coordinator.refuses = { _ in
      ErrorMessage(code: .acknowledgeFirst, text: "too many outcomes", retryAfter: 100)
    }
    world.send(.edit(Fixture.create(2)))
    world.settle()
    let acknowledged = world.coordinator.received.compactMap { entry -> UInt64? in
      if case .acknowledge(let body) = entry.message { body.counter } else { nil }
    }
    #expect(acknowledged == [1, 1])
    #expect(world.windows[0].replica.pending.count == 1)
    world.coordinator.refuses = { _ in nil }
    world.advance()
    world.settle()
    #expect(world.windows[0].replica.pending == [])
  }

  @Test("A transient refusal keeps the order and is sent again unchanged", .holds("EDT-015"))
  func holding() {
    var world = live()
    world.coordinator.refuses = { _ in
      ErrorMessage(code: .storeUnavailable, text: "the disk is full", retryAfter: 300)
    }
    for number in 1...5 { world.send(.edit(Fixture.create(number))) }
    world.settle()
    #expect(world.windows[0].replica.status == .notSaved(5, reason: "the disk is full"))
    #expect(world.windows[0].replica.phase == .live)
    // Once for all of them, and at once.
    #expect(world.windows[0].notices == [.storeUnavailable("the disk is full")])
    let refusedAt = world.now
    world.coordinator.refuses = { _ in nil }
    world.advance()
    #expect(world.now == refusedAt + 300)
    world.settle()
    #expect(world.windows[0].replica.status == .saved)
    #expect(world.coordinator.log.suffix(5).map(\.id.counter) == [1, 2, 3, 4, 5])
    expectOnce(world)
  }

  @Test("A board that differs is reported and fetched again; pending edits stay", .holds("DIG-006"))
  func divergence() throws {
    var world = live()
    let link = try #require(world.windows[0].link)
    world.send(.edit(Fixture.create(1)))
    world.coordinator.event(
      link,
      DigestMessage(
        sequence: world.coordinator.board.sequence, digest: BoardDigest(lanes: [1, 2, 3, 4])))
    world.collect()
    world.deliverDown(0)
    #expect(world.windows[0].notices == [.diverged(sequence: 3)])
    let reports = world.windows[0].log.filter { if case .saveReport = $0 { true } else { false } }
    #expect(reports.count == 1)
    world.heal()
    #expect(world.windows[0].replica.status == .saved)
    expectEqual(world, 0)
    expectOnce(world)
  }

  @Test("What was expected to give way is shown again once it is certain")
  func certainLoss() throws {
    var world = live()
    world.send(.edit(Fixture.create(1)))
    world.settle()
    world.cut(0)
    world.send(.edit(.cardRetitle(Fixture.card(1), title: "Mine")))
    world.settle()
    _ = world.coordinator.order(
      Fixture.foreign(1, base: 4, .cardRetitle(Fixture.card(1), title: "Theirs")))
    let before = world.windows[0].log.count
    world.heal()
    let log = world.windows[0].log[before...]
    let mine = try #require(
      log.lastIndex { effect in
        guard case .committed(let operations) = effect else { return false }
        return operations.contains { !$0.outcome.isWhole }
      })
    #expect(log.contains { if case .settled(_, .superseded) = $0 { true } else { false } })
    #expect(log[mine...].contains { if case .changed = $0 { true } else { false } })
  }

  @Test("A gap and another outcome than one's own are divergences", .holds("EDT-018"))
  func gaps() throws {
    for kind in 0..<2 {
      var world = live()
      let link = try #require(world.windows[0].link)
      let operation = Fixture.foreign(1, base: 3, Fixture.create(1))
      let committed = CommittedOperation(
        sequence: kind == 0 ? 5 : 4, time: 1, author: ScriptedCoordinator.author,
        operation: operation,
        outcome: kind == 0 ? .applied : .merged(notes: []))
      world.coordinator.event(link, Committed(operations: [committed]))
      world.collect()
      world.settle()
      #expect(world.windows[0].notices.count == 1)
      expectEqual(world, 0)
      #expect(world.windows[0].replica.phase == .live)
    }
  }

  @Test("A window told to resynchronise takes a snapshot and ignores events until it has it")
  func resync() throws {
    var world = live()
    let link = try #require(world.windows[0].link)
    world.coordinator.links[link]?.next = nil
    for number in 1...9 {
      _ = world.coordinator.order(Fixture.foreign(UInt64(number), base: 3, Fixture.create(number)))
    }
    world.coordinator.event(link, Resync(sequence: 12))
    world.collect()
    world.deliverDown(0)
    world.coordinator.event(link, Committed(operations: [world.coordinator.log[11]]))
    world.collect()
    world.settle()
    #expect(world.windows[0].notices.isEmpty)
    expectEqual(world, 0)
  }

  @Test(
    "Errors are obeyed by scope and retry class, also codes nobody knows",
    arguments: [
      (1099, "stopped"), (1199, "waiting"), (1299, "waiting"), (1399, "stopped"),
      (2099, "stopped"), (2199, "waiting"), (2299, "waiting"), (2399, "live"),
      (3099, "live"), (3199, "live"), (7345, "stopped"),
    ])
  func errors(code: UInt16, expected: String) throws {
    var world = live()
    let link = try #require(world.windows[0].link)
    world.coordinator.event(
      link, ErrorMessage(code: ErrorCode(rawValue: code), text: "because"))
    if code == 2399 {
      // The coordinator has ended the attachment.
      let session = world.windows[0].replica.identity.session
      world.coordinator.sessions[session] = nil
    }
    world.collect()
    world.settle()
    #expect(world.windows[0].replica.stateName == expected)
  }

  @Test("Undo takes back this window's edits, newest first, also twice before the disk answers")
  func undo() {
    var world = live()
    world.send(.undo(force: false))
    #expect(world.windows[0].refusals == [.nothingToUndo])
    world.send(.edit(Fixture.create(1)))
    world.send(.edit(.cardRetitle(Fixture.card(1), title: "second")))
    world.heal()
    world.windows[0].holdsStore = true
    world.send(.undo(force: false))
    world.send(.undo(force: false))
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(1))?.archived.value == true)
    #expect(world.coordinator.board.card(Fixture.card(1))?.title.value == "Card 1")
    world.send(.redo(force: false))
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(1))?.archived.value == false)
    expectEqual(world, 0)
  }

  @Test(
    "An edit the disk does not take is refused, not shown, and its counter used again",
    .holds("DSK-005"))
  func diskFull() {
    var world = live()
    world.windows[0].storeFails = true
    world.send(.edit(Fixture.create(1)))
    #expect(world.windows[0].refusals == [.notStored("disk full")])
    #expect(world.windows[0].replica.visible?.card(Fixture.card(1)) == nil)
    world.windows[0].storeFails = false
    world.send(.edit(Fixture.create(2)))
    world.heal()
    #expect(world.coordinator.log.last?.id.counter == 1)
    expectEqual(world, 0)
  }

  @Test("Leaving for good waits for the last outcome and leaves no session behind")
  func leaving() {
    var world = live()
    world.send(.edit(Fixture.create(1)))
    world.send(.leave(close: true))
    #expect(world.windows[0].replica.status == .saving(1))
    world.settle()
    #expect(
      world.windows[0].log.last == .left(kept: false)
        || world.windows[0].log.contains(.left(kept: false)))
    #expect(world.coordinator.sessions.isEmpty)
    #expect(world.coordinator.board.card(Fixture.card(1)) != nil)
    #expect(world.windows[0].disk.board?.sequence == 4)
  }

  @Test("Leaving with edits that cannot be delivered keeps the session")
  func leavingOffline() {
    var world = live()
    world.reachable = false
    world.cut(0)
    world.send(.edit(Fixture.create(1)))
    world.send(.leave(close: true))
    #expect(world.windows[0].log.contains(.left(kept: true)))
    #expect(world.windows[0].disk.pending.count == 1)
  }

  @Test("History is answered from the log, or refused where there is no link")
  func history() {
    var world = live()
    let question = Question.fetchHistory(FetchHistory(from: 2, count: 10))
    world.send(.ask(question))
    world.settle()
    let log = world.coordinator.log
    #expect(
      world.windows[0].log.contains(
        .answered(
          question, .success(.history(History(operations: Array(log[1...2]), sequence: 3))))))
    world.send(.ask(question))
    world.cut(0)
    #expect(
      world.windows[0].log.contains(
        .answered(question, .failure(Unanswered("the connection ended")))))
    world.send(.ask(question))
    #expect(
      world.windows[0].log.contains(
        .answered(question, .failure(Unanswered("there is no connection")))))
  }

  @Test("A card's history is asked for where the coordinator tells it, and only there")
  func cardHistory() {
    var world = live()
    world.send(.edit(Fixture.create(1)))
    world.settle()
    let question = Question.fetchCardHistory(
      FetchCardHistory(card: Fixture.card(1), from: 1, count: 10))
    world.send(.ask(question))
    world.settle()
    let log = world.coordinator.log.filter { $0.operation?.intent == Fixture.create(1) }
    #expect(log.count == 1)
    #expect(
      world.windows[0].log.contains(
        .answered(
          question,
          .success(
            .history(History(operations: log, sequence: world.coordinator.board.sequence))))))

    var older = live { $0.coordinator.features = [Feature.digest] }
    older.send(.ask(question))
    #expect(
      older.windows[0].log.contains(
        .answered(
          question,
          .failure(Unanswered("the coordinator is too old to tell the history of a card")))))
  }
}

extension Replica {
  var stateName: String {
    switch link.state {
    case .idle: "idle"
    case .waiting: "waiting"
    case .dialing: "dialing"
    case .linked(let phase, _):
      switch phase {
      case .greeting: "greeting"
      case .welcomed: "welcomed"
      case .attaching: "attaching"
      case .catchingUp(.operations): "operations"
      case .catchingUp(.snapshot): "snapshot"
      case .inquiring: "inquiring"
      case .carrying: "carrying"
      case .live: "live"
      case .leaving: "leaving"
      case .detaching: "detaching"
      }
    case .closing: "closing"
    case .ended(.stopped(.fenced(.takenOver))): "fenced"
    case .ended(.stopped): "stopped"
    case .ended(.left): "left"
    }
  }
}
