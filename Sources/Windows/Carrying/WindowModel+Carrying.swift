import BoardModel
import WindowSync
import Wording

// This part of the model takes items up, puts them down, and carries out what follows.
extension WindowModel {
  // MARK: Taking up

  /// Takes up the marked cards, else the focused one.
  mutating func lift() {
    guard !view.selection.isEmpty else { return refuse(view.noCard) }
    let cards = view.live(view.selection)
    guard !cards.isEmpty else { return refuse(view.archivedAlready) }
    guard let dragged = dragged(of: cards, isPointer: false) else {
      return refuse("No more than \(WindowModel.maximumCarried) cards can be carried at once.")
    }
    carry(.lift(dragged))
  }

  /// Takes up cards with the pointer. The drag is announced, so that this user's other windows can
  /// take the cards, unless there are too many of them.
  mutating func liftAtPointer(_ cards: [CardID]) {
    if let dragged = dragged(of: cards, isPointer: true) { carry(.lift(dragged)) }
  }

  private mutating func dragged(of cards: [CardID], isPointer: Bool) -> DraggedItems? {
    guard let board, cards.count <= WindowModel.maximumCarried else { return nil }
    // Windows show the number of several cards, not their titles.
    let title = cards.count == 1 ? card(cards[0])?.title.value ?? "" : ""
    let shown = String(
      String.UnicodeScalarView(title.unicodeScalars.prefix(WindowModel.carriedScalars)))
    let items = cards.map { DragItem(card: $0, title: shown, types: WindowModel.carriedTypes) }
    let content = DragContent(isPointer: isPointer, moves: true, copies: true, items: items)
    return DraggedItems(identifiers.next(DragKind.self), content, on: board.id)
  }

  private static let carriedTypes = CardRepresentation.allCases.map(\.rawValue)
  /// The scalars of a title that other windows are sent to show.
  private static let carriedScalars = 100
  /// The bytes of one drag: the coordinator's bound (SPEC.md DRG-003), less some room for the
  /// fields around the items.
  private static let carriedBytes = 65_000
  /// The bytes of one card among several: whether there is an identifier, the identifier, an empty
  /// title, and the types.
  private static let carriedCardBytes =
    1 + 16 + 2 + 4 + carriedTypes.reduce(0) { $0 + 2 + $1.utf8.count }
  private static let maximumCarried = min(
    DragContent.maximumItems, carriedBytes / carriedCardBytes)

  // MARK: Putting down

  /// Puts down what is carried where the focus is, or takes something up.
  mutating func liftOrPutDown() {
    switch carried.state {
    case .nothing: lift()
    case .held(let dragged): putDown(scene.proposal(of: dragged))
    case .fetching, .dropping: refuse(WindowModel.isPutDownAlready)
    }
  }

  mutating func putDown(_ proposal: CarryProposal) {
    guard let dragged = carried.held else { return }
    switch proposal {
    case .forbidden(let reason): refuse(reason)
    case .stays:
      carry(.release)
      answer(
        dragged.content.items.count == 1 ? "It stays where it is." : "They stay where they are.")
    case .fetch(let place):
      carry(.fetch(Fetch(.make(place), count: dragged.content.items.count)))
    case .land(let landing) where dragged.isOwn && dragged.board == board?.id:
      if land(landing) { carry(.release) }
    case .land(let landing): carry(.drop(landing))
    }
  }

  /// Does what a command does with what is carried.
  /// - Returns: false if it does nothing with it.
  mutating func useCarried(_ use: CommandRow.Carried) -> Bool {
    switch use {
    case .kept: return false
    case .putDown: liftOrPutDown()
    case .copied: copyCarriedText()
    case .letGo: letGo()
    }
    return true
  }

  /// Stops the fetch that is under way, else lets go of what is carried.
  mutating func letGo() {
    switch carried.state {
    case .nothing: break
    case .fetching(let dragged, _):
      carry(.stop)
      endAtPointer(dragged)
      answer("Nothing was copied.")
    case .held:
      carry(.release)
      answer("Let go: nothing was moved.")
    case .dropping: refuse(WindowModel.isPutDownAlready)
    }
  }

  /// Copies the cards to the clipboard as Markdown, for other programs.
  mutating func copyText(of cards: [CardID]) {
    guard let board else { return }
    copyOut(cards.compactMap { CardCopy(of: $0, on: board)?.markdown })
  }

  mutating func copyCarriedText() {
    guard let dragged = carried.held else { return refuse(WindowModel.isPutDownAlready) }
    if dragged.board == board?.id {
      copyText(of: dragged.cards)
      endAtPointer(dragged)
    } else if dragged.offers(.markdown), !dragged.content.items.isEmpty {
      carry(.fetch(Fetch(.text, count: dragged.content.items.count)))
    } else {
      refuse("There is no text of it.")
      endAtPointer(dragged)
    }
  }

  private mutating func copyOut(_ texts: [String]) {
    guard !texts.isEmpty else { return refuse(Scene.nothingLeft) }
    effects.append(.copyToClipboard(texts.joined(separator: "\n\n") + "\n"))
    answer(texts.count == 1 ? "Its text is copied." : "The texts of \(texts.count) are copied.")
  }

  /// Lets go of items that hang at another window's pointer: its button was released here, so that
  /// nothing more comes from it.
  private mutating func endAtPointer(_ dragged: DraggedItems) {
    guard dragged.isAtPointer, !dragged.isOwn, carried.held?.id == dragged.id else { return }
    carry(.release)
  }

  /// Whether a drag of this window continues although the coordinator let it lapse: a pointer that
  /// stays here longer than the coordinator remembers its drag can still put the items down.
  func goesOn(_ dragged: DraggedItems, _ ended: EndedDrag?) -> Bool {
    dragged.isAtPointer && viewport.isActive && ended?.end == .lapsed
  }

  private static let isPutDownAlready = "It is being put down already."

  // MARK: What comes of it

  /// Takes what the replica reports of the drag.
  /// - Returns: what the window is to handle, beside what the model has done.
  mutating func take(_ report: DragReport) -> [Carried.Outcome] {
    switch report {
    case .ended(let dragged, let ended): tell(dragged, ended)
    // Items at the pointer can be put down in this window even if the coordinator refused the drag.
    case .notLifted(let dragged, let reason):
      if !dragged.isAtPointer {
        refuse("It is not carried any longer: \(WindowModel.sentence(reason))")
      }
    case .carrying, .dropped, .notDropped, .loading, .loaded, .notLoaded: break
    }
    return carry(.report(report))
  }

  /// Handles an event of the drag and performs its outcomes.
  /// - Returns: the outcomes, for the window to handle the rest of them.
  @discardableResult
  mutating func carry(_ event: Carried.Event) -> [Carried.Outcome] {
    let dragged = carried.dragged
    let outcomes = carried.handle(event)
    for outcome in outcomes { perform(outcome, dragged) }
    return outcomes
  }

  /// - Parameter dragged: the items that were carried before the event.
  private mutating func perform(_ outcome: Carried.Outcome, _ dragged: DraggedItems?) {
    switch outcome {
    case .request(let request): effects.append(.drag(request))
    case .notDropped(let reason):
      refuse("Nothing was put down: \(WindowModel.sentence(reason))")
      if let dragged { endAtPointer(dragged) }
    case .notFetched(let reason):
      refuse("Nothing was copied: \(WindowModel.sentence(reason))")
      if let dragged { endAtPointer(dragged) }
    case .fetched(.texts(let texts)):
      copyOut(texts)
      if let dragged { endAtPointer(dragged) }
    case .fetched(.copies(let copies, let place)):
      if let refusal = refusal(ofMaking: copies, at: place) {
        refuse(refusal)
        if let dragged { endAtPointer(dragged) }
      } else {
        carry(.drop(.make(copies, place)))
      }
    case .landed(let landing): _ = land(landing)
    }
  }

  private static func sentence(_ reason: String) -> String {
    reason.hasSuffix(".") ? reason : reason + "."
  }

  /// - Returns: false if it cannot be done; the reason has then been shown.
  private mutating func land(_ landing: Landing) -> Bool {
    switch landing {
    case .move(let cards, let place): move(cards, to: place)
    case .duplicate(let cards, let place): copy(view.live(cards), to: place)
    case .make(let copies, let place): make(copies, at: place)
    case .favour(let cards): favourCarried(view.live(cards))
    // The form for the new column has already gathered the cards.
    case .gather: true
    }
  }

  private mutating func move(_ cards: [CardID], to place: CardPlace) -> Bool {
    let cards = view.live(cards)
    guard let first = cards.first else {
      refuse(Scene.nothingLeft)
      return false
    }
    let move = Intent.cardMove(cards, to: place.column, at: place.anchors)
    guard edit(move) else { return false }
    view.await(.card(first))
    let what = cards.count == 1 ? words.card(first) : "\(cards.count) cards"
    answer("Moved \(what) to \(words.column(place.column)). \(view.undoHint(move))")
    return true
  }

  private mutating func favourCarried(_ cards: [CardID]) -> Bool {
    guard let first = cards.first, mayEdit(nil) else { return false }
    favour(cards, marked: true)
    view.await(.card(first))
    answer(
      cards.count == 1
        ? "\(words.card(first)) is a favourite now." : "\(cards.count) cards are favourites now.")
    return true
  }

  /// Says what another window did with the items that this one took up, or that the drag lapsed.
  private mutating func tell(_ dragged: DraggedItems, _ ended: EndedDrag?) {
    guard !goesOn(dragged, ended) else { return }
    guard let ended else {
      // The coordinator, which holds the drag, does not know it any longer.
      if carried.dragged == nil { report("Let go: nothing was moved.", .news) }
      return
    }
    let isFar = dragged.device.map { $0 != ended.author.device } ?? false
    let place = ended.place.isEmpty ? (isFar ? "" : "another window") : ended.place
    let at =
      isFar
      ? " on \(ended.author.device)" + (place.isEmpty ? "" : ", \(place)") : " in \(place)"
    switch ended.end {
    case .dropped: report("Put down\(at).", .news)
    case .cancelled: report("Let go\(at): nothing was moved.", .news)
    case .lapsed: report("Let go: nothing was moved.", .news)
    case .replaced: break
    }
  }
}
