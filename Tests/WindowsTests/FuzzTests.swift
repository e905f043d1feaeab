import BoardModel
import Randomness
import Screen
import Testing
import WindowSync
import Wording

@testable import Windows

@Suite("Random inputs")
struct FuzzTests {
  /// 80 seeds of 250 inputs, on boards of all shapes and terminals of all sizes; the second half in
  /// windows that are not for the board.
  @Test("No input traps, effects stay bounded, every frame fills its grid", arguments: 0..<80)
  func inputs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let columns = (0..<random.below(7)).map { column in
      (
        Self.title(&random) + "\(column)",
        (0..<random.below([3, 12, 40][random.below(3)])).map { _ in "x" + Self.title(&random) }
      )
    }
    var bench = Bench(
      columns, columns: 1 + random.below(150), rows: 1 + random.below(45),
      subject: seed < 40 ? .board : Self.subjects[Int(seed % 4)], comes: seed % 8 != 7)
    if random.below(2) == 0 {
      bench.send(.clock(86_400_000 * 20_000, zone: LocalZone(ahead: -3_600)))
    }
    var isCursorSeen = false
    for step in 0..<250 {
      bench.forgetEffects()
      Self.step(&bench, &random)
      #expect(bench.effects.count < 200, "\(bench.effects.count)")
      let grid = bench.window.render()
      #expect(grid.size == bench.window.model.viewport.size)
      isCursorSeen = isCursorSeen || grid.cursor != nil
      let isFilled = (0..<grid.size.rows).allSatisfy { Self.isFilled($0, grid) }
      #expect(isFilled)
      if step % 10 == 0 { Self.check(bench) }
    }
  }

  private static let subjects: [Subject] = [
    .card(Bench.card(0, 0)), .favourites, .addColumn(after: Bench.column(0)),
    .card(Bench.card(1, 1)),
  ]

  /// Wide characters have their second cell, and nothing else has one.
  private static func isFilled(_ row: Int, _ grid: Grid) -> Bool {
    var column = 0
    while column < grid.size.columns {
      guard let cell = grid[Position(column: column, row: row)], cell.columns > 0 else {
        return false
      }
      column += Int(cell.columns)
    }
    return column == grid.size.columns
  }

  private static func check(_ bench: Bench) {
    let model = bench.window.model
    if let card = model.view.focus.card {
      #expect(model.view.contents.place(of: card).map { $0.lane == model.view.focus.lane } == true)
    }
    #expect(model.notices.reports.count <= NoticeQueue.capacity + Notice.Topic.allCases.count)
    #expect(model.view.marked.count <= ViewState.maximumMarked)
    #expect((try? ViewState(bytes: bench.window.viewState.bytes)) == bench.window.viewState)
  }

  private static func step(_ bench: inout Bench, _ random: inout SeededGenerator) {
    switch random.below(40) {
    case 0:
      bench.send(
        .resized(TerminalSize(columns: random.below(220), rows: random.below(60))))
    case 1...3: other(&bench, &random)
    case 4: bench.wait(UInt64(random.below(3_000)))
    case 5:
      let texts = ["one\ntwo\n", "\u{301}\u{202E}x", "日本語👨‍👩‍👧", "", "/tmp/a", "file:///b"]
      bench.paste(texts[random.below(texts.count)])
    case 20:
      let path = ["/tmp/a", "/b"][random.below(2)]
      let readings: [FileReading] = [.text("- a\n\t\n日本語\n"), .absent, .refused("no"), .text("")]
      bench.send(.file(path: path, readings[random.below(4)]))
    case 6: bench.shows.toggle()
    case 7...8: bench.showPending()
    case 9...16: mouse(&bench, &random)
    case 17:
      bench.send(
        .editorFinished(
          bench.window.model.view.focus.card ?? Bench.card(0, 0), .saved("edited\n", openedAs: nil))
      )
    case 18:
      bench.send(.boards([BoardListing(id: bench.board.id, title: "Home")]))
    case 19 where random.below(2) == 0:
      let subject = Subject.card(bench.window.model.view.focus.card ?? Bench.card(0, 0))
      let results: [OpeningResult] = [
        .registered, .activated(place: "at the left"), .failed(reason: "no"),
      ]
      bench.send(.openedWindow(subject, results[random.below(3)]))
    case 21 where random.below(4) == 0:
      let fate: DraftFate = [.kept, .committed, .discarded][random.below(3)]
      bench.send(.replicaNotice(.ending(fate, reason: "", by: Bench.otherAuthor)))
    case 22 where random.below(8) == 0:
      bench.send(.standing(.fenced(.inUse("There is another."))))
    case 23 where random.below(4) == 0: bench.send(.standing(.writable))
    case 24: bench.come()
    case 25:
      bench.other(
        .cardFavourite(bench.window.model.view.focus.card ?? Bench.card(0, 0), marked: true),
        by: Bench.author)
    case 26...29: drags(&bench, &random)
    case 30: invitations(&bench, &random)
    case 19: bench.send(.status([.saved, .saving(2), .reconnecting][random.below(3)]))
    default:
      let chords = Self.chords
      let chord = chords[random.below(chords.count)]
      bench.send(.input(.key(chord.key, chord.modifiers)))
    }
  }

  private static func invitations(_ bench: inout Bench, _ random: inout SeededGenerator) {
    let cards = bench.window.model.view.contents.lanes.flatMap(\.cards)
    let card = cards.isEmpty ? Bench.card(9, 9) : cards[random.below(cards.count)]
    let subjects: [Subject] = [.card(card), .card(Bench.card(9, 9)), .board, .favourites]
    let subject = subjects[random.below(4)]
    let answers: [InviteAnswer] = [.told(windows: random.below(3)), .failed(reason: "no")]
    guard random.below(3) == 0 else {
      return bench.send(.invited(by: Bench.otherAuthor, subject, title: title(&random)))
    }
    bench.send(.inviteAnswered(user: "bob", subject, answers[random.below(2)]))
  }

  /// What this window lifted, others did, and nobody has.
  private static func drags(_ bench: inout Bench, _ random: inout SeededGenerator) {
    let dragged = bench.window.model.carried.dragged
    let id = random.below(4) == 0 ? DragID(high: 5, low: 1) : dragged?.id ?? DragID(high: 5, low: 2)
    let item = random.below(3)
    let copy = CardCopy(
      title: title(&random), body: "text", due: 20_000, priority: nil,
      labels: [CardCopy.Label(name: title(&random), colour: 3)], assignees: ["carl"],
      items: [CardCopy.Item(text: "step", isDone: true)])
    let bytes = [copy.bytes, Array("# One".utf8), [], [0xFF, 0x1B]][random.below(4)]
    let ended = EndedDrag(
      drag: id, end: DragEnd.allCases[random.below(4)], author: Bench.otherAuthor, place: "here")
    switch random.below(12) {
    case 0...3:
      let cards = bench.window.model.view.contents.lanes.flatMap(\.cards).prefix(random.below(4))
      let isHere = random.below(2) == 0
      bench.carries(
        Array(cards), on: isHere ? nil : CarryingTests.there, isPointer: random.below(2) == 0,
        number: UInt64(3 + random.below(3)))
    case 4:
      let dragged = bench.window.model.carried.dragged
      bench.told(.carrying(nil))
      if let dragged, dragged.isOwn { bench.told(.ended(dragged, ended)) }
    case 5:
      guard let dragged = bench.window.model.carried.dragged, dragged.isOwn else { return }
      bench.told(.carrying(nil))
      bench.told(.notLifted(dragged, reason: "no"))
    case 6...7: bench.told(.dropped(id))
    case 8: bench.told(.notDropped(id, reason: "no"))
    case 9: bench.told(.loading(id, item: item, received: random.next(), of: random.next()))
    case 10: bench.told(.loaded(id, item: item, bytes))
    default: bench.told(.notLoaded(id, item: item, reason: "no"))
    }
  }

  private static let chords: [KeyChord] = {
    var chords = Keymap<BoardCommand>.board.bindings.flatMap(\.chords)
    chords += Keymap<TextCommand>.text.bindings.flatMap(\.chords)
    chords += Keymap<CardCommand>.card.bindings.flatMap(\.chords)
    chords += Keymap<SectionCommand>.section.bindings.flatMap(\.chords)
    chords += Keymap<ReceiptCommand>.receipts.bindings.flatMap(\.chords)
    chords += Keymap<BoardListCommand>.boardList.bindings.flatMap(\.chords)
    chords += Keymap<HistoryCommand>.history.bindings.flatMap(\.chords)
    chords += Keymap<SoleCardCommand>.soleCard.bindings.flatMap(\.chords)
    chords += Keymap<ColumnFormCommand>.columnForm.bindings.flatMap(\.chords)
    chords += [KeyChord(.enter), KeyChord(.enter), KeyChord(.escape), .character("ä")]
    chords += [KeyChord(.tab), KeyChord(.tab), KeyChord(.tab), .character("i"), .character("y")]
    return chords
  }()

  private static func mouse(_ bench: inout Bench, _ random: inout SeededGenerator) {
    let actions: [MouseEvent.Action] = [
      .press(.left), .drag(.left), .drag(.left), .drag(.left), .release(.left), .move,
      .wheel(.up), .wheel(.down), .wheel(.left), .wheel(.right), .press(.right),
    ]
    let place = Position(column: random.below(230) - 5, row: random.below(64) - 2)
    let modifiers: Modifiers = random.below(4) == 0 ? .control : []
    bench.send(
      .input(.mouse(MouseEvent(actions[random.below(actions.count)], at: place, modifiers))))
  }

  private static func other(_ bench: inout Bench, _ random: inout SeededGenerator) {
    let cards = bench.window.model.view.contents.lanes.flatMap(\.cards)
    let columns = bench.board.liveColumns.map(\.id)
    guard !cards.isEmpty, !columns.isEmpty else {
      let id = ColumnID(high: random.next(), low: random.next())
      bench.other(.columnCreate(id, title: "new", at: Anchors()))
      return
    }
    let card = cards[random.below(cards.count)]
    let column = columns[random.below(columns.count)]
    if random.below(2) == 0 { return otherDetail(&bench, &random, card, column) }
    switch random.below(7) {
    case 0: bench.other(.cardMove([card], to: column, at: Anchors()), touches: [card])
    case 1: bench.other(.cardArchive(card), touches: [card])
    case 2: bench.other(.cardRetitle(card, title: title(&random) + "!"), touches: [card])
    case 3:
      bench.other(.columnDelete(column, seen: [], disposition: .archive))
    case 4:
      let id = CardID(high: random.next(), low: random.next())
      bench.other(.cardCreate(id, in: column, title: "new", body: "text", at: Anchors()))
    default:
      let open = bench.window.viewState.openCard ?? card
      guard let body = bench.board.card(open)?.body else { return }
      let place = random.below(body.visibleCount + 1)
      let end = min(body.visibleCount, place + random.below(4))
      bench.other(
        .cardSplice(open, body.splice(replacing: place..<end, with: title(&random) + "+")))
    }
  }

  /// What a card has beside its title, displacing what the window's user did, or with proposals.
  private static func otherDetail(
    _ bench: inout Bench, _ random: inout SeededGenerator, _ card: CardID, _ column: ColumnID
  ) {
    let open = bench.window.viewState.openCard ?? card
    let old = bench.board.sequence - min(bench.board.sequence, UInt64(random.below(20)))
    let label = LabelID(high: 1, low: UInt64(random.below(4)))
    let item = ItemID(high: 2, low: UInt64(random.below(4)))
    let comment = CommentID(high: random.next(), low: 1)
    let user = ["ann", "bob", ""][random.below(3)]
    switch random.below(16) {
    case 0: bench.other(.labelCreate(label, name: title(&random), colour: 3))
    case 1: bench.other(.attach(open, .label(label)))
    case 2: bench.other(.attach(open, .assignee("carl.\(random.below(5))")))
    case 3: bench.other(.set(.cardDue(open), .number(UInt32(random.below(40_000)))), base: old)
    case 4: bench.other(.itemAdd(open, item, text: title(&random), at: Anchors()))
    case 5: bench.other(.set(.itemDone(open, item), .flag(random.below(2) == 0)), base: old)
    case 6: bench.other(.set(.itemRemoved(open, item), .flag(true)))
    case 7: bench.other(.commentAdd(open, comment, text: title(&random) + "\n" + title(&random)))
    case 8: bench.other(.set(.labelRemoved(label), .flag(random.below(2) == 0)))
    case 9: bench.other(.set(.columnWIPLimit(column), .number(UInt32(1 + random.below(3)))))
    case 10: bench.otherQueues(.cardRetitle(open, title: title(&random) + "?"), base: old)
    case 11: bench.otherQueues(.set(.cardDue(open), .number(77)), base: old)
    case 12: bench.other(.cardRetitle(open, title: title(&random) + "!"), base: old)
    case 13: bench.other(.cardMove([open], to: column, at: Anchors()), base: old)
    case 14:
      bench.other(.set(.memberRole("bob"), .role(.owner)))
      let role = Role.allCases[random.below(4)]
      bench.other(.set(.memberRole(user), .role(user == "bob" ? .owner : role)))
    default:
      bench.other(.receiptsSeen(through: bench.board.sequence), by: Bench.author)
    }
  }

  private static func title(_ random: inout SeededGenerator) -> String {
    (0..<(1 + random.below(6))).map { _ in
      [
        "plan", "日本語", "Übergrößenträger", "a\u{300}", "👨‍👩‍👧", "\u{202E}rtl", " ", "naïve",
        "averyveryverylongwordthatneverends",
      ][random.below(9)]
    }.joined(separator: " ")
  }

  /// Local typing and others' splices in any order, with a disk that is slow at times: in the end the
  /// card holds what the window showed.
  @Test("What an open card shows is what its board comes to hold", arguments: 0..<150)
  func draft(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bench = Bench([("To do", ["a"])])
    bench.otherTypes("some text to begin with\nand a line", at: 0)
    bench.keys("<enter><enter>")
    for _ in 0..<80 {
      switch random.below(14) {
      case 0...4: bench.keys(["x", "y", "<enter>", "ä"][random.below(4)])
      case 5: bench.keys(["<bs>", "<del>", "<c-w>", "<c-k>"][random.below(4)])
      case 6: bench.keys(["<left>", "<right>", "<up>", "<down>", "<c-right>"][random.below(5)])
      case 7...8: bench.otherTypes("Z", at: random.below(bench.visibleBodyCount + 1))
      case 9:
        let place = random.below(bench.visibleBodyCount + 1)
        bench.otherDeletes(place..<min(bench.visibleBodyCount, place + random.below(5)))
      case 10: bench.wait(200)
      case 11: bench.shows.toggle()
      default: bench.showPending()
      }
    }
    bench.shows = true
    bench.showPending()
    bench.wait(200)
    guard case .card(let editor) = bench.window.mode else {
      Issue.record("not open")
      return
    }
    #expect(editor.body.draft.text.string == bench.body)
    #expect(!editor.body.draft.isDirty)
  }
}

extension Bench {
  var visibleBodyCount: Int { board.card(Bench.card(0, 0))?.body.visibleCount ?? 0 }
}
