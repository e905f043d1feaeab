import BoardModel
import SampleHistory
import Testing
import Wire

@testable import WindowSync

/// A directory: every state against every message, error, event and request, with what follows.
@Suite("The transitions of a directory")
struct DirectoryTableTests {
  static let operation = Operation(
    id: OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1), base: 0,
    queued: false, intent: .boardCreate(title: "New"))
  static let activity = Activity(.board, title: "B")

  static func welcome(_ features: [UInt16]) -> [UInt8] {
    Welcome(
      minor: 0, features: features, frameLimit: Limits.frameBytes, requestsInFlight: 4,
      keepaliveMilliseconds: 15_000, time: 1, cluster: "test", peer: ScriptedCoordinator.author,
      incarnation: IncarnationID(high: 1, low: 1), agent: "scripted"
    ).frame(request: 1, flags: .response).bytes
  }

  static let wants: [(name: String, event: DirectoryEvent)] = [
    ("list", .listBoards(ListBoards())),
    ("create", .createBoard(CreateBoard(board: Fixture.board, operation: operation))),
    ("listWindows", .listWindows(ListWindows(session: nil))),
    (
      "openWindow",
      .openWindow(
        OpenWindow(
          board: Fixture.board, session: SessionID(high: 1, low: 5), activity: activity,
          isAdditional: false))
    ),
    (
      "endWindow",
      .endWindow(
        EndWindow(session: SessionID(high: 1, low: 5), ending: .standard, reason: "r"))
    ),
    ("excerpt", .fetchExcerpt(FetchExcerpt(board: Fixture.board, level: 1, cards: ["1"]))),
    ("attach", .attach(messages.attach)),
    ("submit", .submit(Submit(operation: operation))),
    ("detach", .detach(Detach(close: true))),
    ("invite", .invite(Invite(board: Fixture.board, user: "bob", activity: activity))),
  ].map { (name: String, question: Question) in (name, .ask(question)) }

  static func greeted(_ features: [UInt16] = [Feature.windows]) -> [DirectoryEvent] {
    [.start, .connected, .received(welcome(features))]
  }

  static let cut = DirectoryEvent.disconnected(reason: "cut", retry: .automatic, jitter: 3)

  static let submit = DirectoryEvent.ask(.submit(Submit(operation: operation)))

  static let detach = DirectoryEvent.ask(.detach(Detach(close: true)))

  /// A directory whose session is attached.
  static var attached: [DirectoryEvent] {
    greeted() + [
      .ask(.attach(messages.attach)),
      .received(messages.body(.attached).frame(request: 2, flags: .response).bytes),
    ]
  }

  /// The next connection, up to WELCOME.
  static var again: [DirectoryEvent] {
    [.timer, .connected, .received(welcome([Feature.windows]))]
  }

  static let ways: [(name: String, events: [DirectoryEvent])] =
    [
      ("idle", []),
      ("idle-wishing", [wants[0].event]),
      ("waiting", [.start, cut]),
      ("dialing", [.start]),
      ("greeting", [.start, .connected]),
      ("greeted", greeted()),
      ("greeted-old", greeted([])),
      ("closing", greeted() + [.received(Goodbye(reason: 0, text: "moved").frame().bytes)]),
      ("leaving", greeted() + [.leave]),
      ("refused", [.start, .disconnected(reason: "CA", retry: .identityRefused, jitter: 3)]),
      ("left", [.leave]),
      ("attached", attached),
      ("submitting", attached + [submit]),
      ("cut-attached", attached + [cut]),
      ("attaching-again", attached + [submit, cut] + again),
      ("detaching", attached + [detach]),
      ("detaching-again", attached + [detach, cut] + again),
    ] + wants.map { ("asked-\($0.name)", greeted() + [$0.event]) }

  static let errors: [(name: String, code: ErrorCode)] = [
    ("identityRefused", .identityRefused), ("upgrade", .noCommonVersion),
    ("tooManyConnections", .tooManyConnections), ("fenced", .fenced),
    ("storeUnavailable", .storeUnavailable), ("tooManyRequests", .tooManyRequests),
    ("boardExists", .boardUnknown), ("notAttached", .notAttached),
  ]

  static let messages = SampleMessages(
    board: Fixture.board, session: SessionID(high: 1, low: 1), other: SessionID(high: 1, low: 50),
    instance: InstanceID(high: 2, low: 1), operation: operation, card: Fixture.card(60),
    drag: DragID(high: 0xD7, low: 1), sequence: 3)

  /// What can happen in a state in which the requests `open` are not answered.
  static func happenings(_ open: [UInt64]) -> [(name: String, event: DirectoryEvent)] {
    let number = open.first
    func answer(_ body: some MessageBody) -> DirectoryEvent {
      .received(
        body.frame(request: number ?? 0, flags: number == nil ? [] : .response).bytes)
    }
    var result = MessageKind.allCases.map { kind -> (name: String, event: DirectoryEvent) in
      let body = messages.body(kind)
      return switch messages.form(kind) {
      case .event: (kind.rawValue, .received(body.frame().bytes))
      case .request: (kind.rawValue, .received(body.frame(request: 1_000).bytes))
      case .response: (kind.rawValue, answer(body))
      }
    }
    for (name, code) in errors {
      result.append(("!\(name)", answer(ErrorMessage(code: code, text: "no", retryAfter: 70))))
      result.append(
        ("!!\(name)", .received(ErrorMessage(code: code, text: "no").frame().bytes)))
    }
    let others: [(name: String, event: DirectoryEvent)] = [
      ("(malformed)", .received(Array(repeating: 0xFF, count: 16))),
      (
        "(refusing goodbye)",
        .received(
          Goodbye(reason: ErrorCode.identityRefused.rawValue, text: "no").frame().bytes)
      ),
      ("(start)", .start), ("(connected)", .connected), ("(cut)", cut),
      ("(stranger)", .disconnected(reason: "CA", retry: .identityRefused, jitter: 3)),
      ("(timer)", .timer), ("(leave)", .leave),
    ]
    return result + others + wants.map { ("(\($0.name))", $0.event) }
  }

  static func line(_ directory: BoardDirectory) -> String {
    switch directory.link.state {
    case .linked(_, let attempt):
      "linked(attempt \(attempt), asked \((directory.link.conversation.value?.open ?? []).map(Self.text)))"
    case let other: shortText(other)
    }
  }

  private static func text(_ open: Conversation<Question>.Open) -> String {
    if let request = open.request { return "request(\(shortText(request)))" }
    return open.type == Hello.type ? "hello" : "ping"
  }

  static func texts(_ effect: DirectoryEffect) -> [String] {
    guard case .send(let bytes) = effect else { return [shortText(effect)] }
    return sentTexts(bytes)
  }

  @Test("Whatever happens in a state has the effects of the table", arguments: ways)
  func table(_ way: (name: String, events: [DirectoryEvent])) throws {
    var start = BoardDirectory(grease: 5)
    for event in way.events {
      _ = start.handle(event, now: event == .timer ? 90_000 : 1_000)
    }
    let open = start.link.conversation.value?.open.map(\.number) ?? []
    var groups: [(outcome: String, names: [String])] = []
    for (name, event) in Self.happenings(open) {
      var directory = start
      let effects = directory.handle(event, now: name == "(timer)" ? 90_000 : 1_010)
      let received: [UInt8]? = if case .received(let bytes) = event { bytes } else { nil }
      let outcome = sparing(
        received,
        in: ([Self.line(directory)] + effects.flatMap(Self.texts)).joined(separator: "\n    "))
      if let index = groups.firstIndex(where: { $0.outcome == outcome }) {
        groups[index].names.append(name)
      } else {
        groups.append((outcome, [name]))
      }
    }
    try Recorded.table(
      "Directory/\(way.name)",
      [Self.line(start)] + groups.map { "\($0.names.joined(separator: " "))\n  \($0.outcome)" })
  }
}
