import BoardModel
import Screen
import WindowSync

/// A drag of cards that hang at the pointer.
struct PointerDrag: Sendable {
  struct Target: Hashable, Sendable {
    let lane: Int
    /// The index among the cards of the column, without those that leave it.
    let index: Int
  }

  /// What a release would do now.
  enum Proposal: Hashable, Sendable {
    case move(Target)
    case copy(Target)
    /// A window opens on the pressed card, at this side.
    case openWindow(ScreenEdge)
    /// Nothing happens yet; after a pause here, a release opens a window. A card that is flung to
    /// the edge is not meant for the column there.
    case arming(ScreenEdge)
    /// Nothing happens: columns that are hidden at this side scroll into view first.
    case scrolling(ScreenEdge)
    case favourite
    /// The pointer is on the first line: the cards are copied as text.
    case copyText
    /// Nothing happens: the cards are there already.
    case cancel
    /// Nothing happens; the text is a sentence that says why, nil where nothing can be dropped at
    /// all.
    case forbidden(String?)
  }

  /// The pointer's last known place: a terminal does not report that the pointer left.
  enum Whereabouts: Hashable, Sendable {
    case here, elsewhere
  }

  /// The card that was pressed; nil if the drag holds no card of this board.
  let pressed: CardID?
  /// The dragged cards that are on this board.
  let cards: [CardID]
  let title: String
  /// The drag that was begun in another window; nil for one of this window.
  let foreignDrag: DraggedItems?
  private(set) var pointer: Position
  private(set) var proposal = Proposal.cancel
  private(set) var whereabouts = Whereabouts.here
  private var copies = false
  /// The edge of the screen at the pointer, and the time at which it opens a window on release.
  private var arming: (edge: ScreenEdge, at: UInt64)?
  /// The time at which the edge at the pointer scrolls on.
  private var scrollAt: UInt64?
  /// The time at which a pointer that has not moved is taken to be elsewhere.
  private var goneAt: UInt64?

  /// The milliseconds between scrolling steps at the upper and lower edge. `horizontalPause` is for
  /// the sides.
  private static let verticalPause: UInt64 = 120
  private static let horizontalPause: UInt64 = 450
  /// The milliseconds at an edge of the screen before a release opens a window, so that passing
  /// does not.
  static let armingMilliseconds: UInt64 = 300
  /// The milliseconds after which a still pointer counts as gone: longer than anybody takes to read
  /// where a drop would go.
  static let stillMilliseconds: UInt64 = 4_000

  init(_ press: Press, _ view: BoardView) {
    pressed = press.card
    cards = view.marked.contains(press.card) ? view.selection : [press.card]
    let title = view.card(press.card)?.title.value ?? ""
    self.title = cards.count == 1 ? title : "\(cards.count) cards"
    pointer = press.position
    foreignDrag = nil
  }

  init(foreignDrag: DraggedItems, at pointer: Position, _ view: BoardView) {
    self.foreignDrag = foreignDrag
    (title, self.pointer) = (foreignDrag.title, pointer)
    cards = foreignDrag.board == view.board?.id ? view.live(foreignDrag.cards) : []
    pressed = cards.first
  }

  /// The edge at which a release would open a window.
  var armedEdge: ScreenEdge? {
    if case .openWindow(let edge) = proposal { edge } else { nil }
  }

  /// The time of the next change without an input; nil if there is none.
  var deadline: UInt64? {
    [scrollAt, armedEdge == nil ? arming?.at : nil, goneAt].compactMap(\.self).min()
  }

  var isGone: Bool { foreignDrag != nil && whereabouts == .elsewhere }

  /// Suspends the drag because another of the person's windows has the pointer: nothing is shown at
  /// it here until it is back.
  mutating func leave() {
    (whereabouts, proposal) = (.elsewhere, .cancel)
    (arming, scrollAt, goneAt) = (nil, nil, nil)
  }

  // MARK: Where it is

  mutating func move(to event: MouseEvent, _ scene: Scene) {
    pointer = event.position
    // Shift and the command key belong to the terminal.
    copies = event.modifiers.contains(.control) || event.modifiers.contains(.alt)
    whereabouts = .here
    goneAt = scene.now + PointerDrag.stillMilliseconds
    settle(scene)
  }

  /// Determines the proposal for what is at the pointer now.
  mutating func settle(_ scene: Scene) {
    guard whereabouts == .here else { return }
    let edge = ScreenEdge(at: pointer, of: scene.viewport.size)
    if let edge, pressed != nil, !edge.hidesColumns(scene.layout()) {
      if arming?.edge != edge { arming = (edge, scene.now + PointerDrag.armingMilliseconds) }
    } else {
      arming = nil
    }
    if let arming, arming.at <= scene.now {
      (proposal, scrollAt) = (.openWindow(arming.edge), nil)
      return
    }
    proposal = proposed(scene)
    let pause = step(scene).map {
      $0.isVertical ? PointerDrag.verticalPause : PointerDrag.horizontalPause
    }
    scrollAt = pause.map { min(scrollAt ?? .max, scene.now + $0) }
  }

  private func proposed(_ scene: Scene) -> Proposal {
    if scene.layout().title.contains(pointer) { return .copyText }
    if let edge = ScreenEdge(at: pointer, of: scene.viewport.size) {
      if edge.hidesColumns(scene.layout()) { return .scrolling(edge) }
      return pressed == nil ? .forbidden(nil) : .arming(edge)
    }
    if let foreignDrag { return proposed(foreignDrag, scene) }
    guard let target = target(scene), let lane = scene.view.contents.lane(target.lane) else {
      return .forbidden(nil)
    }
    // The dragged cards are favourites already.
    if scene.view.isFavourites { return .cancel }
    if let refusal = scene.editRefusal() { return .forbidden(refusal) }
    let cards = scene.view.live(cards)
    guard !cards.isEmpty else { return .forbidden(Scene.nothingLeft) }
    guard !copies else { return .copy(target) }
    let dragged = Set(cards)
    let stay = lane.cards.filter { !dragged.contains($0) }
    let after = Array(stay[..<target.index]) + cards + Array(stay[target.index...])
    return after == lane.cards ? .cancel : .move(target)
  }

  private func proposed(_ foreignDrag: DraggedItems, _ scene: Scene) -> Proposal {
    let here = landing(of: foreignDrag, scene)
    switch here {
    case nil: return .forbidden(nil)
    case .forbidden(let reason): return .forbidden(reason)
    case .stays: return .cancel
    case .land(.favour): return .favourite
    case .land(.move), .land(.gather): return target(scene).map { .move($0) } ?? .forbidden(nil)
    case .land(.duplicate), .land(.make), .fetch:
      return target(scene).map { .copy($0) } ?? .forbidden(nil)
    }
  }

  /// The landing of a foreign drag at the pointer; nil where nothing can be dropped.
  private func landing(of foreignDrag: DraggedItems, _ scene: Scene) -> CarryProposal? {
    guard scene.view.shownSubject == .board, scene.view.opened == nil else {
      return scene.proposal(of: foreignDrag)
    }
    guard let place = above(scene) else { return nil }
    return scene.proposal(
      of: foreignDrag, in: place.lane,
      below: place.index > 0 ? place.lane.cards[place.index - 1] : nil, copies: copies)
  }

  /// The place to which a drop at the pointer goes; nil outside the columns.
  private func target(_ scene: Scene) -> Target? {
    guard let lane = scene.layout().lane(at: pointer), let place = above(scene) else { return nil }
    let leaving = copies ? [] : Set(cards)
    return Target(
      lane: lane.index, index: place.lane.cards[..<place.index].count { !leaving.contains($0) })
  }

  /// The column at the pointer, and the number of its cards above the place of the drop.
  private func above(_ scene: Scene) -> (lane: BoardContents.Lane, index: Int)? {
    guard let lane = scene.layout().lane(at: pointer),
      let content = scene.view.contents.lane(lane.index)
    else { return nil }
    let view = scene.laneView(of: lane)
    var above = view.above
    for card in view.cards {
      // The upper half of a card means the place before it, its lower half and the gap the place
      // after it. The last row means the end if no card is hidden below.
      let isEnd = view.below == 0 && pointer.row == lane.body.endRow - 1
      guard isEnd || pointer.row * 2 >= card.rect.row * 2 + card.rect.rows else { break }
      above = card.index + 1
    }
    if lane.header.contains(pointer) { above = 0 }
    return (content, above)
  }

  // MARK: Scrolling

  private func step(_ scene: Scene) -> (isVertical: Bool, by: Int)? {
    let layout = scene.layout()
    if let edge = ScreenEdge(ofBoardAt: pointer, scene), edge.hidesColumns(layout) {
      return (false, edge == .left ? -1 : 1)
    }
    guard let lane = layout.lane(at: pointer), let content = scene.view.contents.lane(lane.index)
    else {
      return nil
    }
    if pointer.row <= lane.body.row, scene.viewport.scroll.top(of: content.id) > 0 {
      return (true, -1)
    }
    if pointer.row >= lane.body.endRow - 1, scene.laneView(of: lane).below > 0 { return (true, 1) }
    return nil
  }

  /// Handles the time that has come: at an edge, the drag scrolls.
  mutating func advance(_ scene: inout Scene) {
    if let scrollAt, scrollAt <= scene.now {
      self.scrollAt = nil
      if let step = step(scene) {
        scroll(step, &scene)
        // A person who waits for hidden cards holds the pointer still.
        goneAt = scene.now + PointerDrag.stillMilliseconds
      }
    }
    if let goneAt, goneAt <= scene.now { leave() }
    settle(scene)
  }

  private func scroll(_ step: (isVertical: Bool, by: Int), _ scene: inout Scene) {
    guard step.isVertical else {
      scene.viewport.scroll(toLane: scene.viewport.scroll.firstLane + step.by)
      return
    }
    guard let lane = scene.layout().lane(at: pointer),
      let content = scene.view.contents.lane(lane.index)
    else { return }
    scene.viewport.scroll(content.id, to: scene.viewport.scroll.top(of: content.id) + step.by)
  }

  // MARK: How it ends

  mutating func handle(_ input: Input, _ model: inout WindowModel) -> Mode {
    guard case .mouse(let event) = input else {
      guard case .key = input else { return .dragging(self) }
      return cancelled(&model.notices)
    }
    switch event.action {
    case .drag(.left):
      move(to: event, model.scene)
      return .dragging(self)
    case .release(.left):
      move(to: event, model.scene)
      return dropped(&model)
    case .wheel(let direction):
      model.scroll { $0.wheel(direction, at: event.position) }
      settle(model.scene)
      return .dragging(self)
    case .press, .release, .drag, .move:
      // The release was lost, or another button went down: nothing is dropped by accident.
      return cancelled(&model.notices)
    }
  }

  func cancelled(_ notices: inout NoticeQueue) -> Mode {
    // The button of a foreign drag may still be down in another window.
    if foreignDrag == nil { notices.add(Notice("Nothing was moved.", .answer)) }
    return .browsing
  }

  private func dropped(_ model: inout WindowModel) -> Mode {
    if let foreignDrag { return dropped(foreignDrag, &model) }
    let cards = model.view.live(cards)
    switch proposal {
    case .move(let target):
      guard let lane = model.view.contents.lane(target.lane) else { break }
      let dragged = Set(cards)
      let stay = lane.cards.filter { !dragged.contains($0) }
      model.move(cards, to: lane, at: target.index, among: stay)
    case .copy(let target):
      if let lane = model.view.contents.lane(target.lane) {
        model.copy(cards, to: lane, at: target.index)
      }
    case .openWindow(let edge):
      if let pressed { model.openWindow(.card(pressed), edge == .left ? .left : .right) }
    case .copyText: model.copyText(of: cards)
    case .cancel, .favourite: break
    case .forbidden(nil), .arming, .scrolling: return cancelled(&model.notices)
    case .forbidden(let reason?): model.refuse(reason)
    }
    return .browsing
  }

  /// Ends a foreign drag, whose button is up: what is not put down here is carried no longer.
  private func dropped(_ foreignDrag: DraggedItems, _ model: inout WindowModel) -> Mode {
    switch (proposal, landing(of: foreignDrag, model.scene)) {
    case (.openWindow(let edge), _):
      if let pressed { model.openWindow(.card(pressed), edge == .left ? .left : .right) }
      model.carry(.release)
    case (.copyText, _): model.copyCarriedText()
    case (.arming, _), (.scrolling, _), (.forbidden(nil), _): model.letGo()
    case (_, .forbidden(let reason)):
      model.refuse(reason)
      model.carry(.release)
    case (_, let landing?): model.putDown(landing)
    case (_, nil): model.letGo()
    }
    return .browsing
  }
}
