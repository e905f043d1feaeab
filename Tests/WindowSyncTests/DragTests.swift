import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("A window and what its user carries")
struct DragTests {
  private static let card = CardID(high: 0xCA, low: 1)
  private static let first = DragID(high: 0xD7, low: 1)
  private static let second = DragID(high: 0xD7, low: 2)
  private static let content = DragContent(
    isPointer: false, moves: true, copies: true,
    items: [
      DragItem(
        card: card, title: "Card", types: CardRepresentation.allCases.map(\.rawValue))
    ])

  private static func drag(_ id: DragID, session: UInt64 = 1) -> Drag {
    Drag(
      id: id, session: SessionID(high: 1, low: session), board: Fixture.board,
      author: ScriptedCoordinator.author, content: content)
  }

  private static func items(_ id: DragID) -> DraggedItems {
    DraggedItems(id, content, on: Fixture.board)
  }

  private static func named(_ id: DragID) -> DraggedItems {
    DraggedItems(drag(id), isOwn: true)
  }

  private func live() -> World {
    var world = World()
    world.send(.start(wallClock: 5))
    world.heal()
    world.tell(Carried(drag: nil, ended: nil))
    return world
  }

  // MARK: Carrying

  @Test(
    "A lift is said once it is known what is carried, and is over when it is not named",
    .holds("DRG-022"))
  func lift() {
    var world = World()
    world.send(.drag(.lift(Self.items(Self.first))))
    world.send(.start(wallClock: 5))
    world.heal()
    #expect(world.asked(Lift.type).isEmpty, "another window may carry something")
    world.tell(Carried(drag: nil, ended: nil))
    #expect(
      world.asked(Lift.type).map(\.message) == [
        .lift(Lift(drag: Self.first, content: Self.content))
      ])
    // What the coordinator said before it had the LIFT is no word about it.
    world.tell(Carried(drag: nil, ended: nil))
    #expect(world.reports().isEmpty)
    world.answer(Lift.type, Lifted())
    world.tell(Carried(drag: Self.drag(Self.first), ended: nil))
    #expect(world.reports() == [.carrying(Self.named(Self.first))])
    let ended = EndedDrag(
      drag: Self.first, end: .dropped, author: ScriptedCoordinator.author, place: "tty2")
    world.tell(Carried(drag: nil, ended: ended))
    #expect(world.reports() == [.carrying(nil), .ended(Self.named(Self.first), ended)])
    #expect(world.windows[0].replica.dragging.items == nil)
  }

  @Test(
    "Without a link nothing is known; what was lifted is over if it is not named afterwards",
    .holds("DRG-022"))
  func cut() {
    var world = live()
    world.send(.drag(.lift(Self.items(Self.first))))
    world.settle()
    world.cut(0)
    world.heal()
    #expect(world.windows[0].replica.dragging.items?.id == Self.first)
    world.tell(Carried(drag: nil, ended: nil))
    #expect(world.windows[0].replica.dragging.items == nil)
    #expect(world.asked(Lift.type).count == 1, "it is not lifted again: it may have been put down")
    world.tell(Carried(drag: Self.drag(Self.second, session: 9), ended: nil))
    #expect(world.windows[0].replica.dragging.items?.id == Self.second)
    world.cut(0)
    #expect(world.reports().last == .carrying(nil))
    #expect(world.windows[0].replica.dragging.items == nil)
  }

  @Test("What is lifted takes the place of the former, and a refusal is told")
  func refused() {
    var world = live()
    world.send(.drag(.lift(Self.items(Self.first))))
    world.settle()
    world.send(.drag(.lift(Self.items(Self.second))))
    world.settle()
    #expect(world.asked(Lift.type).count == 2)
    _ = world.reports()
    world.answer(Lift.type, Lifted())
    world.answer(Lift.type, ErrorMessage(code: .requestTooLarge, text: "too much"))
    #expect(
      world.reports() == [
        .carrying(nil), .notLifted(Self.items(Self.second), reason: "too much"),
      ])
    #expect(world.windows[0].replica.dragging.items == nil)
  }

  @Test("What is cancelled before it was said is never said; what was said is let go of")
  func cancelled() {
    var world = World()
    world.send(.drag(.lift(Self.items(Self.first))))
    world.send(.drag(.cancel(Self.first)))
    world.send(.start(wallClock: 5))
    world.heal()
    world.tell(Carried(drag: nil, ended: nil))
    #expect(world.asked(Lift.type).isEmpty && world.asked(CancelDrag.type).isEmpty)
    world.send(.drag(.lift(Self.items(Self.second))))
    world.send(.drag(.cancel(Self.second)))
    world.settle()
    #expect(
      world.asked(CancelDrag.type).map(\.message) == [.cancelDrag(CancelDrag(drag: Self.second))])
    // Of another window.
    world.tell(Carried(drag: Self.drag(Self.first, session: 9), ended: nil))
    world.send(.drag(.cancel(Self.first)))
    world.send(.drag(.cancel(DragID(high: 0, low: 0))))
    world.settle()
    #expect(world.asked(CancelDrag.type).count == 2)
  }

  @Test("What was let go of without a link is let go of when there is one")
  func cancelledWithoutLink() {
    var world = live()
    world.send(.drag(.lift(Self.items(Self.first))))
    world.settle()
    world.answer(Lift.type, Lifted())
    world.cut(0)
    world.send(.drag(.cancel(Self.first)))
    world.heal()
    _ = world.reports()
    world.tell(Carried(drag: Self.drag(Self.first), ended: nil))
    #expect(
      world.asked(CancelDrag.type).map(\.message) == [.cancelDrag(CancelDrag(drag: Self.first))])
    #expect(world.reports().isEmpty, "it is nothing to show")
  }

  @Test("A lift whose answer was lost with the link, and that is not named, is told to be over")
  func unanswered() {
    var world = live()
    world.send(.drag(.lift(Self.items(Self.first))))
    world.settle()
    world.cut(0)
    world.heal()
    _ = world.reports()
    world.tell(Carried(drag: nil, ended: nil))
    #expect(
      world.reports() == [
        .carrying(nil), .notLifted(Self.items(Self.first), reason: "the connection ended"),
      ])
  }

  // MARK: Dropping

  @Test("A drop is answered, refused, or lost with the link; without one it is refused at once")
  func drop() {
    var world = World()
    world.send(.drag(.drop(Self.first, .move)))
    #expect(
      world.reports() == [
        .notDropped(Self.first, reason: "there is no connection to the coordinator")
      ])
    world = live()
    _ = world.reports()
    world.send(.drag(.drop(Self.first, .copy)))
    world.settle()
    world.answer(Drop.type, Dropped())
    #expect(world.reports() == [.dropped(Self.first)])
    world.send(.drag(.drop(Self.second, .copy)))
    world.settle()
    world.answer(Drop.type, ErrorMessage(code: .dragOver, text: "it is over"))
    #expect(world.reports() == [.notDropped(Self.second, reason: "it is over")])
    world.send(.drag(.drop(Self.first, .copy)))
    world.settle()
    world.cut(0)
    #expect(world.reports().first == .notDropped(Self.first, reason: "the connection ended"))
  }

  // MARK: Loading

  @Test(
    "A representation is loaded part by part, and again where it is another meanwhile",
    .holds("DRG-011"))
  func loading() {
    var world = live()
    _ = world.reports()
    world.send(.drag(.load(Self.first, item: 2, .markdown)))
    world.settle()
    let old = Array("older".utf8)
    let whole = Array("hello, world".utf8)
    world.answer(Load.type, Part(total: 5, digest: SHA256.hash(old), bytes: Array(old[..<3])))
    world.answer(Load.type, Part(total: 6, digest: SHA256.hash(old), bytes: Array(old[3...])))
    world.answer(Load.type, Part(total: 5, digest: SHA256.hash(old), bytes: Array(old[..<3])))
    world.answer(Load.type, Part(total: 12, digest: SHA256.hash(whole), bytes: Array(whole[3...])))
    world.answer(Load.type, Part(total: 12, digest: SHA256.hash(whole), bytes: Array(whole[..<7])))
    world.answer(Load.type, Part(total: 12, digest: SHA256.hash(whole), bytes: Array(whole[7...])))
    #expect(
      world.asked(Load.type).map(\.message)
        == [0, 3, 0, 3, 0, 7].map {
          .load(Load(drag: Self.first, item: 2, type: "text/markdown", offset: $0))
        })
    #expect(
      world.reports() == [
        .loading(Self.first, item: 2, received: 3, of: 5),
        .loading(Self.first, item: 2, received: 0, of: 6),
        .loading(Self.first, item: 2, received: 3, of: 5),
        .loading(Self.first, item: 2, received: 0, of: 12),
        .loading(Self.first, item: 2, received: 7, of: 12),
        .loaded(Self.first, item: 2, whole),
      ])
  }

  @Test("What is nothing to load, too large or nonsense is given up, and says why")
  func notLoaded() {
    var world = live()
    let digest = SHA256.hash([])
    let bad: [(Part, String)] = [
      (Part(total: 1 << 40, digest: digest, bytes: [1]), "it is too large"),
      (Part(total: 1, digest: digest, bytes: [1, 2]), "the coordinator sent something else"),
      (Part(total: 9, digest: digest, bytes: []), "the coordinator sent something else"),
    ]
    for (part, reason) in bad {
      _ = world.reports()
      world.send(.drag(.load(Self.first, item: 0, .card)))
      world.settle()
      world.answer(Load.type, part)
      #expect(world.reports() == [.notLoaded(Self.first, item: 0, reason: reason)])
    }
    world.send(.drag(.load(Self.first, item: 0, .card)))
    world.settle()
    for _ in 0...3 { world.answer(Load.type, Part(total: 1, digest: digest, bytes: [1])) }
    #expect(
      world.reports().last
        == .notLoaded(Self.first, item: 0, reason: "it changes all the time"))
    world.send(.drag(.load(Self.first, item: 0, .card)))
    world.settle()
    world.answer(Load.type, ErrorMessage(code: .representationUnavailable, text: "nobody has it"))
    #expect(
      world.reports().last == .notLoaded(Self.first, item: 0, reason: "nobody has it"))
    // An empty one is whole at once.
    world.send(.drag(.load(Self.first, item: 0, .card)))
    world.settle()
    world.answer(Load.type, Part(total: 0, digest: digest, bytes: []))
    #expect(world.reports() == [.loaded(Self.first, item: 0, [])])
  }

  @Test("What is not wanted any longer is not taken, and a cut ends the loading")
  func stopped() {
    var world = live()
    _ = world.reports()
    let digest = SHA256.hash([1])
    world.send(.drag(.load(Self.first, item: 0, .card)))
    world.settle()
    world.send(.drag(.stopLoading))
    world.answer(Load.type, Part(total: 1, digest: digest, bytes: [1]))
    #expect(world.reports().isEmpty)
    world.send(.drag(.load(Self.first, item: 0, .card)))
    world.settle()
    world.send(.drag(.load(Self.first, item: 1, .card)))
    world.settle()
    world.answer(Load.type, Part(total: 1, digest: digest, bytes: [1]))
    #expect(world.reports().isEmpty, "the answer to the former question")
    world.cut(0)
    #expect(
      world.reports().contains(
        .notLoaded(Self.first, item: 1, reason: "there is no connection to the coordinator")))
  }

  // MARK: Serving

  @Test(
    "A window gives what it lifted as it shows it, also what is not saved yet", .holds("DRG-010"))
  func serving() throws {
    var world = live()
    world.windows[0].holdsStore = false
    world.send(
      .edit(
        .cardCreate(
          Self.card, in: Fixture.column(1), title: "Card", body: "text", at: Anchors())))
    world.settle()
    world.send(.drag(.lift(Self.items(Self.first))))
    world.settle()
    world.cut(0)
    world.send(.edit(.cardRetitle(Self.card, title: "Not sent yet")))
    world.heal()
    world.tell(Carried(drag: Self.drag(Self.first), ended: nil))
    let load = Load(drag: Self.first, item: 0, type: "text/plain", offset: 4)
    #expect(
      world.ask(load, 1)
        == .part(Part(of: Part.Whole(Array("Not sent yet\n\ntext".utf8)), from: 4)))
    let others = [
      Load(drag: Self.second, item: 0, type: "text/plain", offset: 0),
      Load(drag: Self.first, item: 1, type: "text/plain", offset: 0),
      Load(drag: Self.first, item: .max, type: "text/plain", offset: 0),
      Load(drag: Self.first, item: 0, type: "image/png", offset: 0),
    ]
    for (index, load) in others.enumerated() {
      guard case .error(let error) = world.ask(load, UInt64(index) + 2) else {
        Issue.record("\(load) is answered")
        continue
      }
      #expect(error.code == .representationUnavailable)
    }
  }

  @Test("A command takes no part in drags")
  func command() {
    var world = World()
    world.windows[0] = Window(1, configuration: .command)
    world.send(.drag(.lift(Self.items(Self.first))))
    world.send(.start(wallClock: 5))
    world.heal()
    world.tell(Carried(drag: Self.drag(Self.second), ended: nil))
    #expect(world.reports().isEmpty && world.asked(Lift.type).isEmpty)
  }

  @Test("What was not agreed on is a fault of the coordinator")
  func notAgreed() {
    var world = World()
    world.coordinator.features.removeAll { $0 == Feature.drags }
    world.send(.start(wallClock: 5))
    world.heal()
    world.send(.drag(.lift(Self.items(Self.first))))
    world.settle()
    #expect(world.asked(Lift.type).isEmpty)
    world.tell(Carried(drag: nil, ended: nil))
    let isFault = world.windows[0].notices.contains {
      if case .coordinatorFault = $0 { true } else { false }
    }
    #expect(isFault)
  }
}

extension World {
  /// The coordinator says something by itself.
  fileprivate mutating func tell(_ body: some MessageBody) {
    guard let link = windows[0].link else { return }
    coordinator.event(link, body)
    collect()
    settle()
  }

  fileprivate func asked(_ type: FrameType) -> [(link: Int, frame: Frame, message: Message?)] {
    coordinator.received.filter { $0.frame.type == type }
  }

  /// Answers the first request of the type that was not answered.
  fileprivate mutating func answer(_ type: FrameType, _ body: some MessageBody) {
    guard let link = windows[0].link,
      let open = windows[0].replica.link.conversation.value?.open.first(where: { request in
        asked(type).contains { $0.link == link && $0.frame.request == request.number }
      })
    else {
      Issue.record("nothing was asked")
      return
    }
    coordinator.outbox.append((link, body.frame(request: open.number, flags: .response)))
    collect()
    settle()
  }

  /// The coordinator asks, and is answered.
  fileprivate mutating func ask(_ load: Load, _ request: UInt64) -> Message? {
    guard let link = windows[0].link else { return nil }
    let before = coordinator.received.count
    coordinator.outbox.append((link, load.frame(request: request)))
    collect()
    settle()
    return coordinator.received.dropFirst(before).first { $0.frame.request == request }?.message
  }

  /// What was said of drags since the last look.
  fileprivate mutating func reports() -> [DragReport] {
    let reports = windows[0].log.compactMap {
      if case .drag(let report) = $0 { report } else { nil }
    }
    windows[0].log = []
    return reports
  }
}
