import BoardModel
import Testing
import Wire

@testable import WindowSync

@Suite("Asking another user from a window")
struct InviteTests {
  private let activity = Activity(.card(CardID(high: 0xCA, low: 1)), title: "One")
  private var invite: Invite { Invite(board: Fixture.board, user: "ben", activity: activity) }

  private func live() -> World {
    var world = World()
    world.send(.start(wallClock: 5))
    world.heal()
    return world
  }

  /// What was asked of the coordinator, which has not answered.
  private func asked(_ world: inout World) -> [(link: Int, request: UInt64)] {
    world.send(.ask(.invite(invite)))
    world.settle()
    return world.coordinator.received.filter { $0.message == .invite(invite) }
      .map { ($0.link, $0.frame.request) }
  }

  private func answers(_ world: World) -> [Answer] {
    world.windows[0].log.compactMap {
      if case .answered(.invite(invite), let answer) = $0 { answer } else { nil }
    }
  }

  @Test("How many windows were told is heard")
  func told() throws {
    var world = live()
    let question = try #require(asked(&world).first)
    #expect(answers(world).isEmpty)
    world.coordinator.outbox.append(
      (question.link, Invited(windows: 2).frame(request: question.request, flags: .response)))
    world.collect()
    world.settle()
    #expect(answers(world) == [.success(.invited(Invited(windows: 2)))])
  }

  @Test("What the coordinator refuses is told with its reason, and the window goes on")
  func refused() throws {
    var world = live()
    let question = try #require(asked(&world).first)
    let error = ErrorMessage(code: .boardUnknown, text: "There is no board.")
    world.coordinator.outbox.append(
      (question.link, error.frame(request: question.request, flags: .response)))
    world.collect()
    world.settle()
    #expect(answers(world) == [.failure(Unanswered("There is no board.", code: .boardUnknown))])
    #expect(world.windows[0].replica.isQuiet)
    #expect(world.windows[0].notices.isEmpty)
  }

  @Test(
    "Whatever it is refused for, it is answered once",
    arguments: [ErrorCode.boardUnknown, .notAttached, .fenced, .draining, .tooManyConnections])
  func refused(with code: ErrorCode) throws {
    var world = live()
    let question = try #require(asked(&world).first)
    let error = ErrorMessage(code: code, text: "no")
    world.coordinator.outbox.append(
      (question.link, error.frame(request: question.request, flags: .response)))
    world.collect()
    world.settle()
    #expect(answers(world) == [.failure(Unanswered("no", code: code))])
  }

  @Test("A lost link answers it, and nobody is asked twice")
  func lost() {
    var world = live()
    #expect(asked(&world).count == 1)
    world.cut(0)
    #expect(answers(world) == [.failure(Unanswered("the connection ended"))])
    world.heal()
    #expect(asked(&world).count == 2)
  }

  @Test("Without a link, or a coordinator that knows of windows, nobody is asked")
  func unable() {
    var world = World()
    world.reachable = false
    world.send(.start(wallClock: 5))
    world.send(.ask(.invite(invite)))
    let unasked = Answer.failure(Unanswered("there is no connection to the coordinator"))
    #expect(answers(world) == [unasked])
    var old = World()
    old.coordinator.features = [Feature.digest]
    old.send(.start(wallClock: 5))
    old.heal()
    #expect(asked(&old).isEmpty)
    #expect(answers(old) == [unasked])
  }
}
