import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("Carrying from another board")
struct CarryingCopiesTests {
  static let there = CarryingTests.there
  static let id = CarriedTests.id(1)

  static let full = CardCopy(
    title: "Brought", body: "text\nmore", due: 20_000, priority: nil,
    labels: [.init(name: "new", colour: 5), .init(name: "red", colour: 1)],
    assignees: ["carl"],
    items: [.init(text: "step", isDone: true), .init(text: "next", isDone: false)])

  static func plain(_ title: String) -> CardCopy {
    CardCopy(title: title, body: "", due: nil, priority: nil, labels: [], assignees: [], items: [])
  }

  static func bench(
    _ titles: [String], columns width: Int = 80, isPointer: Bool = false
  ) -> Bench {
    var bench = CarryingTests.bench(columns: width)
    bench.keys("l")
    bench.carries(
      titles.indices.map { CardID(high: 1, low: UInt64($0)) }, titles: titles, on: there,
      isPointer: isPointer)
    return bench
  }

  @Test("Copies are loaded one after the other, asked for, and made as one edit with all they hold")
  func copies() {
    for width in [40, 80, 200] {
      var bench = Self.bench(["Brought", "Plain"], columns: width)
      let red = LabelID(high: 1, low: 1)
      bench.other(.labelCreate(red, name: "red", colour: 1))
      #expect(bench.screen[0].contains(" + copy to Doing "), "\(bench.screen[0])")
      bench.keys("<space>")
      #expect(bench.drags == [.load(Self.id, item: 0, .card)])
      #expect(bench.screen[0].contains(" copying 1 of 2 "), "\(bench.screen[0])")
      bench.told(.loading(Self.id, item: 0, received: 40, of: 100))
      #expect(bench.screen[0].contains(" copying 1 of 2, 40 % "), "\(bench.screen[0])")
      #expect(bench.screen[11].hasPrefix(" Esc stops"))
      #expect(!bench.screen[11].contains("y copies"))
      bench.told(.loaded(Self.id, item: 0, Self.full.bytes))
      #expect(bench.screen[0].contains(" copying 2 of 2 "), "\(bench.screen[0])")
      bench.told(.loaded(Self.id, item: 1, Self.plain("Plain").bytes))
      #expect(bench.drags.last == .drop(Self.id, .copy))
      #expect(bench.intents.isEmpty)
      bench.told(.dropped(Self.id))
      #expect(bench.intents.count == 1)
      #expect(bench.titles(1) == ["Four", "Brought", "Plain"])
      #expect(bench.notice == "Copied 2 cards to “Doing”. u undoes.")
      let made = bench.board.liveCards(in: Bench.column(1))[1].id
      #expect(CardCopy(of: made, on: bench.board) == Self.full)
      #expect(bench.board.labels(on: made).contains { $0.id == red })
      #expect(bench.board.labels.map(\.name.value) == ["new", "red"])
      bench.keys("u")
      #expect(bench.titles(1) == ["Four"])
    }
  }

  @Test("Esc stops the copying, and it is carried on")
  func stops() {
    var bench = Self.bench(["A", "B"])
    bench.keys("<space><esc>")
    #expect(bench.drags.last == .stopLoading)
    #expect(bench.window.model.carried.held?.id == Self.id)
    #expect(bench.notice == "Nothing was copied.")
    bench.told(.loaded(Self.id, item: 0, Self.plain("A").bytes))
    #expect(bench.window.model.carried.held?.id == Self.id)
    #expect(bench.intents.isEmpty)
    bench.keys("<esc>")
    #expect(bench.drags.last == .cancel(Self.id))
  }

  @Test("While it comes, a second Space and y do nothing twice")
  func busy() {
    var bench = Self.bench(["A", "B"])
    bench.keys("<space>")
    bench.forgetEffects()
    bench.keys("<space>y")
    #expect(bench.drags.isEmpty)
    #expect(bench.notice == "It is being put down already.")
  }

  private static let hostile: [[UInt8]] = [
    [], [0xFF], plain("A").bytes + [0], Array(full.bytes.dropLast()), plain(" ").bytes,
  ]

  @Test("Bytes that are no card copy nothing, say so, and lose nothing", arguments: hostile)
  func malformed(bytes: [UInt8]) {
    var bench = Self.bench(["A"])
    bench.keys("<space>")
    bench.told(.loaded(Self.id, item: 0, bytes))
    #expect(bench.notice == "Nothing was copied: what came is no card.")
    #expect(bench.window.model.carried.held?.id == Self.id)
    #expect(bench.intents.isEmpty)
    bench.forgetEffects()
    bench.keys("<space>")
    #expect(bench.drags == [.load(Self.id, item: 0, .card)])
  }

  @Test("Answers about anything else, and late ones, change nothing")
  func wrongIDs() {
    var bench = Self.bench(["A"])
    bench.keys("<space>")
    let card = Self.plain("A").bytes
    bench.forgetEffects()
    for report: DragReport in [
      .loaded(CarriedTests.id(7), item: 0, card), .loaded(Self.id, item: 1, card),
      .loaded(Self.id, item: -1, card), .notLoaded(CarriedTests.id(7), item: 0, reason: "no"),
      .dropped(Self.id), .dropped(CarriedTests.id(7)), .notDropped(Self.id, reason: "no"),
      .notLifted(DraggedItems(CarriedTests.drag(7), isOwn: true), reason: "no"),
      .loading(CarriedTests.id(7), item: 0, received: 9, of: 3),
      .loading(Self.id, item: 0, received: .max, of: .max),
    ] {
      bench.told(report)
    }
    #expect(bench.drags.isEmpty)
    #expect(bench.intents.isEmpty)
    guard case .fetching = bench.window.model.carried.state else {
      Issue.record("no longer fetched")
      return
    }
    bench.told(.notLoaded(Self.id, item: 0, reason: "there is no connection to the coordinator"))
    #expect(
      bench.notice == "Nothing was copied: there is no connection to the coordinator.")
  }

  @Test("What is too much for one edit is not asked for")
  func tooMuch() {
    var bench = Self.bench((0..<10).map { "card \($0)" })
    let large = CardCopy(
      title: "x", body: "", due: nil, priority: nil, labels: [], assignees: [],
      items: (0..<200).map { .init(text: "\($0)", isDone: false) })
    bench.keys("<space>")
    for item in 0..<10 { bench.told(.loaded(Self.id, item: item, large.bytes)) }
    #expect(bench.notice == "That is too much to be copied at once.")
    #expect(!bench.drags.contains { if case .drop = $0 { true } else { false } })
    #expect(bench.window.model.carried.held?.id == Self.id)
  }

  @Test("What has too many bytes for one edit is not asked for, nor made")
  func tooManyBytes() {
    var bench = Self.bench(["A", "B"])
    let large = CardCopy(
      title: "x", body: String(repeating: "y", count: 400_000), due: nil, priority: nil, labels: [],
      assignees: [], items: [])
    bench.keys("<space>")
    for item in 0..<2 { bench.told(.loaded(Self.id, item: item, large.bytes)) }
    #expect(bench.notice == "That is too much to be copied at once.")
    #expect(!bench.drags.contains { if case .drop = $0 { true } else { false } })
    bench = Self.bench(["A"])
    bench.keys("<space>")
    bench.told(.loaded(Self.id, item: 0, large.bytes))
    #expect(bench.drags.last == .drop(Self.id, .copy))
  }

  @Test("A long text is made in parts, which count as well")
  func parts() {
    let model = CarryingTests.bench().window.model
    let long = CardCopy(
      title: "x", body: String(repeating: "y", count: 70_000), due: nil, priority: nil, labels: [],
      assignees: [], items: [])
    let place = CardPlace(column: Bench.column(0), anchors: Anchors())
    let short = Array(repeating: Self.plain("A"), count: 998)
    #expect(model.refusal(ofMaking: short + [long], at: place) == nil)
    #expect(
      model.refusal(ofMaking: short + [Self.plain("A"), long], at: place)
        == "That is too much to be copied at once.")
  }

  private static let failures: [(String, @Sendable (inout Bench) -> Void)] = [
    (
      "Nothing was copied: no link.",
      { $0.told(.notLoaded(id, item: 0, reason: "no link")) }
    ),
    ("Nothing was copied: what came is no card.", { $0.told(.loaded(id, item: 0, [1, 2])) }),
    ("Nothing was copied.", { $0.keys("<esc>") }),
    (
      "Somebody deleted this column meanwhile.",
      {
        $0.other(
          .columnDelete(Bench.column(1), seen: [Bench.card(1, 0)], disposition: .archive))
        $0.told(.loaded(id, item: 0, plain("A").bytes))
      }
    ),
    (
      "Nothing was put down: it was late.",
      {
        $0.told(.loaded(id, item: 0, plain("A").bytes))
        $0.told(.notDropped(id, reason: "it was late"))
      }
    ),
  ]

  @Test(
    "What a pointer let go of and could not be put down is carried no longer",
    arguments: failures.indices)
  func pointerFailures(index: Int) {
    let (words, fail) = Self.failures[index]
    for isPointer in [true, false] {
      var bench = Self.bench(["A"], isPointer: isPointer)
      if isPointer { bench.mouse(.release(.left), 30, 4) } else { bench.keys("<space>") }
      #expect(bench.drags == [.load(Self.id, item: 0, .card)])
      fail(&bench)
      #expect(bench.notice == words)
      #expect((bench.drags.last == .cancel(Self.id)) == isPointer)
      #expect((bench.window.model.carried.dragged == nil) == isPointer)
      #expect(bench.intents.isEmpty)
    }
  }

  @Test("What was taken up in the place of what failed is not let go of")
  func pointerAfterFailure() {
    var bench = Self.bench(["A"], isPointer: true)
    bench.mouse(.release(.left), 30, 4)
    bench.told(.loaded(Self.id, item: 0, Self.plain("A").bytes))
    bench.carries([Bench.card(0, 0)], isPointer: true, number: 2)
    bench.told(.notDropped(Self.id, reason: "it was late"))
    #expect(bench.window.model.carried.held?.id == CarriedTests.id(2))
    #expect(bench.drags.last == .drop(Self.id, .copy))
  }

  @Test("What has no text is let go of on the first line too")
  func pointerWithoutText() {
    var bench = CarryingTests.bench()
    let items = [DragItem(card: nil, title: "thing", types: ["application/x-board-card"])]
    bench.carries(DragContent(isPointer: true, moves: true, copies: true, items: items))
    bench.mouse(.release(.left), 30, 0)
    #expect(bench.notice == "There is no text of it.")
    #expect(bench.drags == [.cancel(Self.id)])
  }

  @Test("A column that is deleted while it comes takes nothing, and it is carried on")
  func columnGone() {
    var bench = Self.bench(["A"])
    bench.keys("<space>")
    bench.other(.columnDelete(Bench.column(1), seen: [Bench.card(1, 0)], disposition: .archive))
    bench.told(.loaded(Self.id, item: 0, Self.plain("A").bytes))
    #expect(bench.notice == "Somebody deleted this column meanwhile.")
    #expect(bench.window.model.carried.held?.id == Self.id)
  }

  @Test("What is no card, or may only be moved, is not copied to another board")
  func offers() {
    for (moves, copies, types) in [
      (true, false, ["application/x-board-card"]), (true, true, ["text/plain"]),
      (true, true, []),
    ] {
      var bench = CarryingTests.bench()
      let items = [DragItem(card: nil, title: "thing", types: types)]
      bench.carries(
        DragContent(isPointer: false, moves: moves, copies: copies, items: items))
      #expect(bench.screen[0].contains("✕ It is of another board"), "\(bench.screen[0])")
      bench.keys("<space>")
      #expect(bench.notice == "It is of another board, and cannot be copied.")
      #expect(bench.drags.isEmpty)
    }
  }
}
