import BoardModel
import Randomness
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("Board directory")
struct DirectoryTests {
  private let operation = Operation(
    id: OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1), base: 0,
    queued: false, intent: .boardCreate(title: "New"))

  private func welcome(_ request: UInt64, features: [UInt16] = []) -> [UInt8] {
    Welcome(
      minor: 0, features: features, frameLimit: Limits.frameBytes, requestsInFlight: 4,
      keepaliveMilliseconds: 15_000, time: 1, cluster: "test", peer: ScriptedCoordinator.author,
      incarnation: IncarnationID(high: 1, low: 1), agent: "scripted"
    ).frame(request: request, flags: .response).bytes
  }

  private let asking = DirectoryEvent.ask(.listBoards(ListBoards()))

  private func connected(features: [UInt16] = []) -> BoardDirectory {
    var directory = BoardDirectory(grease: 5)
    #expect(directory.handle(.start, now: 0) == [.connect])
    _ = directory.handle(.connected, now: 0)
    _ = directory.handle(.received(welcome(1, features: features)), now: 0)
    return directory
  }

  private func summary(_ number: UInt64) -> BoardSummary {
    BoardSummary(id: BoardID(high: 0, low: number), title: "\(number)", sequence: 1, time: 1)
  }

  private func sent(_ effects: [DirectoryEffect]) throws -> [Message] {
    try effects.flatMap { effect -> [Message] in
      guard case .send(let bytes) = effect else { return [] }
      return try Fixture.frames(bytes).compactMap { bytes in
        var decoder = FrameDecoder(limit: .max)
        decoder.feed(bytes)
        return try decoder.next().flatMap { try Message($0) }
      }
    }
  }

  @Test("A list that comes in parts is one list")
  func list() throws {
    var directory = connected()
    #expect(try sent(directory.handle(asking, now: 1)) == [.listBoards(ListBoards())])
    let first = Boards(boards: [summary(1)]).frame(request: 2, flags: [.response, .more])
    let last = Boards(boards: [summary(2)]).frame(request: 2, flags: .response)
    #expect(directory.handle(.received(first.bytes), now: 2).isEmpty)
    #expect(
      directory.handle(.received(last.bytes), now: 2).contains(
        .answered(
          .listBoards(ListBoards()),
          .success(.boards(Boards(boards: [summary(1), summary(2)]))))))
  }

  @Test(
    "A list is not asked for again before the time that the coordinator named", .holds("ERR-006"))
  func patience() throws {
    for pause in [7_000, UInt32.max] {
      var directory = connected()
      _ = directory.handle(asking, now: 1)
      let refusal = ErrorMessage(code: .notNow, text: "later", retryAfter: pause)
        .frame(request: 2, flags: .response)
      #expect(directory.handle(.received(refusal.bytes), now: 2).contains(.disconnect))
      _ = directory.handle(
        .disconnected(reason: "closed", retry: .automatic, jitter: 0), now: 3)
      let earliest = 2 + min(UInt64(pause), 60_000)
      #expect(!directory.handle(.timer, now: earliest - 1).contains(.connect))
      #expect(directory.handle(.timer, now: earliest + 1).contains(.connect))
    }
  }

  @Test("A creation whose answer is lost is asked for again with the same bytes")
  func create() throws {
    var directory = connected()
    let board = BoardID(high: 0, low: 9)
    let creation = CreateBoard(board: board, operation: operation)
    let first = try sent(directory.handle(.ask(.createBoard(creation)), now: 1))
    _ = directory.handle(.disconnected(reason: "cut", retry: .automatic, jitter: 0), now: 2)
    #expect(directory.handle(.timer, now: 400).contains(.connect))
    _ = directory.handle(.connected, now: 400)
    let again = try sent(directory.handle(.received(welcome(1)), now: 400))
    #expect(first == [.createBoard(creation)])
    #expect(again.contains(first[0]))
    let stored = StoredOutcome(counter: 1, sequence: 1, time: 1, outcome: .applied)
    let outcome = OutcomeMessage(stored: stored)
    let answer = outcome.frame(request: 2, flags: .response)
    #expect(
      directory.handle(.received(answer.bytes), now: 401).contains(
        .answered(.createBoard(creation), .success(.outcome(outcome)))))
    #expect(directory.handle(.leave, now: 402).contains(.disconnect))
    #expect(
      directory.handle(.disconnected(reason: "", retry: .automatic, jitter: 0), now: 402)
        == [.left])
  }

  @Test("Another user is invited, and how many windows were told is heard")
  func invite() throws {
    let body = Invite(
      board: BoardID(high: 0, low: 9), user: "ben", activity: Activity(.board, title: "Work"))
    var directory = connected(features: [Feature.windows])
    #expect(try sent(directory.handle(.ask(.invite(body)), now: 1)) == [.invite(body)])
    let answer = Invited(windows: 3).frame(request: 2, flags: .response)
    #expect(
      directory.handle(.received(answer.bytes), now: 2).contains(
        .answered(.invite(body), .success(.invited(Invited(windows: 3))))))
    var old = connected()
    let refused = old.handle(.ask(.invite(body)), now: 1).contains {
      guard case .answered(.invite(body), .failure(let failure)) = $0 else { return false }
      return failure.code == .windowUnknown
    }
    #expect(refused)
  }

  @Test("A window that is shown is told of, whether or not something is asked at the time")
  func registered() throws {
    var directory = connected(features: [Feature.windows])
    let session = SessionID(high: 3, low: 3)
    let frame = WindowRegistered(session: session).frame()
    #expect(directory.handle(.received(frame.bytes), now: 1) == [.registered(session)])
    #expect(
      try sent(directory.handle(.ask(.listWindows(ListWindows(session: session))), now: 2))
        == [.listWindows(ListWindows(session: session))])
    #expect(directory.handle(.received(frame.bytes), now: 3).contains(.registered(session)))
  }

  @Test("What the coordinator will not do is said, and the rest goes on")
  func failure() throws {
    var directory = connected()
    let question = Question.createBoard(
      CreateBoard(board: BoardID(high: 0, low: 9), operation: operation))
    _ = directory.handle(.ask(question), now: 1)
    let error = ErrorMessage(code: .identifierInUse, text: "another board")
    let effects = directory.handle(
      .received(error.frame(request: 2, flags: .response).bytes), now: 1)
    let failure = Unanswered("another board", code: .identifierInUse)
    #expect(effects.contains(.answered(question, .failure(failure))))
    #expect(try sent(directory.handle(asking, now: 2)) == [.listBoards(ListBoards())])
  }

  @Test("A refused identity ends it; an unreachable coordinator is tried again")
  func unreachable() {
    var directory = BoardDirectory(grease: 1)
    _ = directory.handle(.start, now: 0)
    let effects = directory.handle(
      .disconnected(reason: "no route", retry: .automatic, jitter: 0), now: 0)
    #expect(effects.first == .interrupted(reason: "no route", retryIn: 50))
    _ = directory.handle(.timer, now: 50)
    #expect(
      directory.handle(.disconnected(reason: "CA", retry: .identityRefused, jitter: 0), now: 51)
        == [.refused(.identityRefused("CA"))])
  }

  @Test("Devices come in parts as one list, which an older coordinator is not asked for")
  func devices() throws {
    let question = Question.listDevices(ListDevices())
    var directory = connected(features: [Feature.devices])
    #expect(
      try sent(directory.handle(.ask(question), now: 1)) == [.listDevices(ListDevices())])
    let entries = (0..<3).map { number in
      DeviceEntry(
        device: "d\(number)", joined: 1, used: 2, expires: 3, connections: 0, isRevoked: false)
    }
    let parts = [Array(entries.prefix(2)), Array(entries.dropFirst(2))].map { Devices(devices: $0) }
    let first = parts[0].frame(request: 2, flags: [.response, .more])
    #expect(directory.handle(.received(first.bytes), now: 2).isEmpty)
    let last = parts[1].frame(request: 2, flags: .response)
    #expect(
      directory.handle(.received(last.bytes), now: 3)
        == [.answered(question, .success(.devices(Devices(devices: entries))))])
    var old = connected()
    guard
      case .answered(question, .failure(let failure))? = old.handle(.ask(question), now: 1).first
    else { return #expect(Bool(false)) }
    #expect(failure.reason.contains("too old"))
  }

  @Test("RENEW needs no feature, and is asked again behind a cut")
  func renewed() throws {
    let body = Renew(request: [1, 2])
    var directory = connected()
    #expect(try sent(directory.handle(.ask(.renew(body)), now: 1)) == [.renew(body)])
    _ = directory.handle(.disconnected(reason: "cut", retry: .automatic, jitter: 0), now: 2)
    _ = directory.handle(.timer, now: 60)
    _ = directory.handle(.connected, now: 60)
    #expect(
      try sent(directory.handle(.received(welcome(1)), now: 60)).contains(.renew(body)))
    let answer = CertificateMessage(certificate: [3], authority: [4])
    #expect(
      directory.handle(
        .received(answer.frame(request: 2, flags: .response).bytes), now: 61
      ).contains(.answered(.renew(body), .success(.certificate(answer)))))
  }

  @Test("Random bytes never trap")
  func hostile() {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      var directory = connected()
      _ = directory.handle(asking, now: 1)
      var bytes = Boards(boards: [summary(1)]).frame(request: 2, flags: .response).bytes
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let effects = directory.handle(.received(bytes), now: 2)
      #expect(effects.count < 8)
    }
  }
}
