import BoardModel
import Screen

/// Cards that hang at the pointer.
struct PointerDrag: Sendable {
  struct Target: Hashable, Sendable {
    let lane: Int
    /// Among the cards of the column, without those that leave it.
    let index: Int
  }

  /// What a release would do.
  enum Proposal: Hashable, Sendable {
    case move(Target)
    case copy(Target)
    /// A window on the card that was taken hold of, at this side.
    case openWindow(ScreenEdge)
    /// Nothing: the cards are there already.
    case cancel
    /// Nothing, and why not, as a sentence; nil where nothing can be dropped.
    case forbidden(String?)
  }

  /// The one that was taken hold of.
  let pressed: CardID
  let cards: [CardID]
  let title: String
  private(set) var pointer: Position
  private(set) var proposal = Proposal.cancel
  private var copies = false
  /// The edge of the screen that the pointer is at, and when it becomes a place to drop on.
  private var arming: (edge: ScreenEdge, at: UInt64)?
  /// When the edge the pointer is at scrolls on.
  private var scrollAt: UInt64?

  /// Milliseconds between steps at the upper and lower edge, and at the sides.
  private static let verticalPause: UInt64 = 120
  private static let horizontalPause: UInt64 = 450
  /// Milliseconds at an edge of the screen before a release opens a window: passing does not.
  static let armingMilliseconds: UInt64 = 300

  init(_ press: Press, _ desk: Desk) {
    pressed = press.card
    cards = desk.marked.contains(press.card) ? desk.selection : [press.card]
    let title = desk.card(press.card)?.title.value ?? ""
    self.title = cards.count == 1 ? title : "\(cards.count) cards"
    pointer = press.position
  }

  /// The edge that a release would open a window at.
  var armedEdge: ScreenEdge? {
    if case .openWindow(let edge) = proposal { edge } else { nil }
  }

  /// When the next thing happens by itself.
  var deadline: UInt64? {
    [scrollAt, armedEdge == nil ? arming?.at : nil].compactMap(\.self).min()
  }

  // MARK: Where it is

  mutating func move(to event: MouseEvent, _ desk: Desk) {
    pointer = event.position
    // Shift and the command key are the terminal's own.
    copies = event.modifiers.contains(.control) || event.modifiers.contains(.alt)
    settle(desk)
  }

  /// What there is at the pointer now.
  mutating func settle(_ desk: Desk) {
    let edge = ScreenEdge(at: pointer, desk)
    if let edge, !edge.hidesColumns(desk) {
      if arming?.edge != edge { arming = (edge, desk.now + PointerDrag.armingMilliseconds) }
    } else {
      arming = nil
    }
    if let arming, arming.at <= desk.now {
      (proposal, scrollAt) = (.openWindow(arming.edge), nil)
      return
    }
    proposal = proposed(desk)
    let pause = step(desk).map {
      $0.isVertical ? PointerDrag.verticalPause : PointerDrag.horizontalPause
    }
    scrollAt = pause.map { min(scrollAt ?? .max, desk.now + $0) }
  }

  private func proposed(_ desk: Desk) -> Proposal {
    guard let target = target(desk), let lane = desk.contents.lane(target.lane) else {
      return .forbidden(nil)
    }
    // They are favourites already.
    if desk.isFavourites { return .cancel }
    if let refusal = desk.editRefusal() { return .forbidden(refusal) }
    guard !copies else { return .copy(target) }
    let dragged = Set(cards)
    let stay = lane.cards.filter { !dragged.contains($0) }
    let after = Array(stay[..<target.index]) + cards + Array(stay[target.index...])
    return after == lane.cards ? .cancel : .move(target)
  }

  /// Where what is dropped at the pointer goes; outside the columns nowhere.
  private func target(_ desk: Desk) -> Target? {
    guard let lane = desk.layout().lane(at: pointer), let content = desk.contents.lane(lane.index)
    else { return nil }
    let view = desk.view(of: lane)
    var above = view.above
    for card in view.cards {
      // The upper half of a card means before it, its lower half and the gap mean after it; so does
      // the last row, where there is none below.
      let isEnd = view.below == 0 && pointer.row == lane.body.endRow - 1
      guard isEnd || pointer.row * 2 >= card.rect.row * 2 + card.rect.rows else { break }
      above = card.index + 1
    }
    if lane.header.contains(pointer) { above = 0 }
    let leaving = copies ? [] : Set(cards)
    return Target(lane: lane.index, index: content.cards[..<above].count { !leaving.contains($0) })
  }

  // MARK: Scrolling

  private func step(_ desk: Desk) -> (isVertical: Bool, by: Int)? {
    let layout = desk.layout()
    if let edge = ScreenEdge(ofBoardAt: pointer, desk), edge.hidesColumns(desk) {
      return (false, edge == .left ? -1 : 1)
    }
    guard let lane = layout.lane(at: pointer), let content = desk.contents.lane(lane.index) else {
      return nil
    }
    if pointer.row <= lane.body.row, desk.scroll.top(of: content.id) > 0 { return (true, -1) }
    if pointer.row >= lane.body.endRow - 1, desk.view(of: lane).below > 0 { return (true, 1) }
    return nil
  }

  mutating func advance(_ desk: inout Desk) {
    if let scrollAt, scrollAt <= desk.now {
      self.scrollAt = nil
      if let step = step(desk) { scroll(step, &desk) }
    }
    settle(desk)
  }

  private func scroll(_ step: (isVertical: Bool, by: Int), _ desk: inout Desk) {
    guard step.isVertical else {
      desk.scroll.firstLane += step.by
      return
    }
    guard let lane = desk.layout().lane(at: pointer), let content = desk.contents.lane(lane.index)
    else { return }
    desk.scroll.set(desk.scroll.top(of: content.id) + step.by, of: content.id)
  }

  // MARK: How it ends

  mutating func handle(_ input: Input, _ desk: inout Desk) -> Mode {
    guard case .mouse(let event) = input else {
      guard case .key = input else { return .dragging(self) }
      return cancelled(&desk)
    }
    switch event.action {
    case .drag(.left):
      move(to: event, desk)
      return .dragging(self)
    case .release(.left):
      move(to: event, desk)
      return dropped(&desk)
    case .wheel(let direction):
      desk.wheel(direction, at: event.position)
      settle(desk)
      return .dragging(self)
    case .press, .release, .drag, .move:
      // The release was lost, or another button went down: nothing is dropped by accident.
      return cancelled(&desk)
    }
  }

  func cancelled(_ desk: inout Desk) -> Mode {
    desk.answer("Nothing was moved.")
    return .browsing
  }

  private func dropped(_ desk: inout Desk) -> Mode {
    switch proposal {
    case .move(let target):
      guard let lane = desk.contents.lane(target.lane) else { break }
      let dragged = Set(cards)
      let stay = lane.cards.filter { !dragged.contains($0) }
      desk.move(cards, to: lane, at: target.index, among: stay)
    case .copy(let target):
      if let lane = desk.contents.lane(target.lane) { desk.copy(cards, to: lane, at: target.index) }
    case .openWindow(let edge):
      desk.openWindow(.card(pressed), edge == .left ? .left : .right)
    case .cancel: break
    case .forbidden(nil): return cancelled(&desk)
    case .forbidden(let reason?): desk.refuse(reason)
    }
    return .browsing
  }
}
