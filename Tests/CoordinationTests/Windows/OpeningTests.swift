import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

@Suite("Windows are not opened twice")
struct OpeningTests {
  @Test(
    "A window that nobody has is promised to who asks, and then made by attaching",
    .holds("WIN-009", "WIN-015"))
  func fresh() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let asker = try harness.show(1, .board)
    let opened = try harness.open(asker.connection, 2, .card(1))
    #expect(opened.opening == .fresh)
    #expect(opened.session == session(2))
    #expect(opened.configuration == .card)
    #expect(try harness.windows(asker.connection, 2).first?.activity == .card(1))
    _ = try harness.show(2, .card(1), .adopt)
    let registered = harness.take(asker.connection).contains {
      $0 == .windowRegistered(WindowRegistered(session: session(2)))
    }
    #expect(registered)
  }

  @Test(
    "A window that is there is activated instead of opened, for its user only",
    .holds("WIN-004", "WIN-005"))
  func activated() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let shown = try harness.show(2, .card(1))
    let asker = try harness.greeted(device: "phone")
    let number = harness.begin(
      asker,
      OpenWindow(
        board: board(1), session: session(3), activity: .card(1), isAdditional: false))
    harness.pong(shown.connection)
    guard case .windowOpened(let opened) = try harness.answer(asker, number) else {
      Issue.record("not opened")
      return
    }
    #expect(opened.opening == .activated)
    #expect(opened.session == session(2))
    #expect(opened.place == "tty1")
    #expect(
      harness.take(shown.connection).contains(
        .activate(Activate(author: Author(user: "ann", device: "phone")))))
    let other = try harness.greeted(user: "ben")
    #expect(try harness.open(other, 4, .card(1)).opening == .fresh)
    #expect(harness.take(shown.connection).isEmpty)
  }

  @Test("A window that is away is adopted, with what it kept of itself", .holds("WIN-006"))
  func adopted() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let shown = try harness.show(2, .card(1))
    harness.send(
      shown.connection,
      WindowState(activity: .card(1, info: [1, 2, 3]), drafts: 1, unsent: 0).frame())
    harness.handle(.closed(shown.connection))
    let asker = try harness.greeted()
    let opened = try harness.open(asker, 3, .card(1))
    #expect(opened.opening == .adopt)
    #expect(opened.session == session(2))
    #expect(opened.activity.userInfo == [1, 2, 3])
    let adopted = try harness.show(2, .card(1), .adopt, instance: 2)
    #expect(adopted.attached.epoch == 2)
  }

  @Test(
    "Of two that open the same card one gets it, in whatever order they attach",
    .holds("WIN-006", "WIN-012"))
  func race() throws {
    for first in [2, 3] as [UInt64] {
      var harness = CoordinatorHarness()
      try harness.makeBoard()
      let ann = try harness.greeted()
      let second = try harness.greeted(device: "phone")
      #expect(try harness.open(ann, 2, .card(1)).opening == .fresh)
      let other = try harness.open(second, 3, .card(1))
      #expect(other.opening == .activated)
      #expect(other.session == session(2))
      // Also those that did not ask.
      for number in first == 2 ? [2, 3] : [3, 2] as [UInt64] {
        let reply = try harness.request(
          number == 2 ? ann : second, harness.windowBody(number, .card(1)))
        guard number == 3 else { continue }
        guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
        #expect(error.code == .alreadyOpen)
      }
      #expect(harness.coordinator.route(of: session(2)) == ann)
      #expect(harness.coordinator.route(of: session(3)) == nil)
    }
  }

  @Test(
    "A promise ends after five seconds, and with the connection it was made to", .holds("WIN-007"))
  func promises() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let asker = try harness.greeted()
    #expect(try harness.open(asker, 2, .card(1)).opening == .fresh)
    harness.advance(5_001)
    #expect(try harness.open(asker, 3, .card(1)).opening == .fresh)
    harness.handle(.closed(asker))
    let later = try harness.greeted()
    #expect(try harness.open(later, 4, .card(1)).opening == .fresh)
    let stranger = try harness.greeted()
    let late = try harness.refusal(stranger, harness.windowBody(3, .card(1)))
    #expect(late.code == .alreadyOpen)
  }

  @Test(
    "A promise is for what was asked, not for another card that has its window", .holds("WIN-012"))
  func otherThanPromised() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    _ = try harness.show(2, .card(1))
    let asker = try harness.greeted()
    #expect(try harness.open(asker, 3, .card(2)).opening == .fresh)
    for manner in [AttachManner.adopt, .takeOver] {
      #expect(
        try harness.refusal(asker, harness.windowBody(3, .card(1), manner)).code
          == .sessionUnknown)
    }
    _ = try harness.show(3, .card(2), .adopt)
  }

  @Test("A further window is opened where that is what is asked for", .holds("WIN-007"))
  func additional() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    _ = try harness.show(2, .card(1))
    let asker = try harness.greeted()
    #expect(try harness.open(asker, 3, .card(1), additional: true).opening == .fresh)
    _ = try harness.show(3, .card(1), .additional)
    #expect(try harness.windows(asker).map(\.session) == [session(2), session(3)])
  }

  @Test(
    "Board windows are without limit, the favourites and a column to be made are not",
    .holds("WIN-001", "WIN-004"))
  func kinds() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    _ = try harness.show(1, .board)
    _ = try harness.show(2, .board)
    _ = try harness.show(3, .favourites)
    _ = try harness.show(4, .addColumn)
    let asker = try harness.greeted()
    let second = try harness.refusal(asker, harness.windowBody(5, .favourites))
    #expect(second.code == .alreadyOpen)
    let behind = Activity(.addColumn(after: column(1)), title: "New column")
    let third = try harness.refusal(asker, harness.windowBody(6, behind))
    #expect(third.code == .alreadyOpen)
    #expect(try harness.open(asker, 7, .board).opening == .fresh)
    #expect(
      try harness.windows(asker).map(\.configuration) == [.board, .board, .favourites, .addColumn])
  }

  @Test(
    "What no window can be for is refused, and so is too much of it",
    .holds("WIN-002", "WIN-003", "WIN-008", "WIN-014"))
  func refused() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let asker = try harness.greeted()
    let unknown = Activity(type: "calendar", title: "", target: nil)
    #expect(
      try harness.refusal(
        asker,
        OpenWindow(board: board(1), session: session(2), activity: unknown, isAdditional: false)
      ).code == .activityRefused)
    #expect(
      try harness.refusal(asker, harness.windowBody(2, unknown)).code == .activityRefused)
    let cardless = Activity(type: "card", title: "", target: nil)
    #expect(
      try harness.refusal(asker, harness.windowBody(2, cardless)).code == .activityRefused)
    let large = Activity.card(1, info: [UInt8](repeating: 0, count: 32_769))
    #expect(try harness.refusal(asker, harness.windowBody(2, large)).code == .requestTooLarge)
    _ = try harness.show(2, .card(1))
    #expect(
      try harness.refusal(asker, harness.windowBody(2, .favourites, .adopt)).code
        == .activityRefused)
    #expect(
      try harness.refusal(
        asker,
        OpenWindow(board: board(1), session: session(2), activity: .board, isAdditional: false)
      ).code == .identifierInUse)
    let nobody = try harness.refusal(asker, harness.windowBody(9, .card(2), .adopt))
    #expect(nobody.code == .sessionUnknown)
  }
}
