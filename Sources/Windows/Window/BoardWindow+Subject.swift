import BoardModel
import Screen

// What a window for one card, for favourites, or for a new column does that a board window does not.
extension BoardWindow {
  /// What follows for what the window is for, after anything that happened.
  mutating func settleSubject() {
    leaveGoneCard()
    settleForm()
    guard let title = desk.windowTitle, title != titled else { return }
    titled = title
    desk.effects.append(.setTitle(title))
  }

  /// A card that the coordinator's board does not hold does not come any more.
  private mutating func leaveGoneCard() {
    guard let card = desk.soleCard, desk.board != nil, isCurrent, desk.card(card) == nil else {
      return
    }
    if let editor = mode.openCard { unplaced += editor.unsaved(counter: desk.edits.nextCounter) }
    if !hasPrompt { mode = .browsing }
    desk.loseCard()
    desk.report("This card is gone. Here is its board instead.", .loss)
  }

  // MARK: A card

  /// Keys while the card is read.
  mutating func onCard(_ chord: KeyChord) -> Mode {
    guard let command = Keymap.soleCard[chord] else {
      return Keymap.board[chord].map { Browsing.handle($0, &desk) } ?? .browsing
    }
    let page = max(1, (desk.detail.preview?.rows ?? 1) - 1)
    switch command {
    case .board(let command): return Browsing.handle(command, &desk)
    case .up: desk.scrollDetail(by: -1)
    case .down: desk.scrollDetail(by: 1)
    case .pageUp: desk.scrollDetail(by: -page)
    case .pageDown: desk.scrollDetail(by: page)
    case .top: desk.scrollDetail(by: -.max)
    case .bottom: desk.scrollDetail(by: .max)
    case .firstSection, .lastSection:
      guard let card = desk.focusedCard else { break }
      var editor = desk.editor(on: card)
      if command == .firstSection, let kept = editor.setAside {
        editor.enter(.section(kept.section), desk)
      } else {
        // From the body, behind the title.
        editor.goToField(command == .firstSection ? 1 : -2, &desk)
      }
      return .card(editor)
    case .history:
      guard let card = desk.focusedCard else { break }
      return .history(HistoryView(desk.editor(on: card), &desk, isOverReading: true))
    case .restore:
      guard !desk.isFenced, let card = desk.focusedCard, card.archived.value else {
        return Browsing.handle(.reconnect, &desk)
      }
      desk.restore(card.id)
    case .close: leaveCard(chord)
    }
    return .browsing
  }

  /// Back to the board, or out of a window that is for the card alone.
  private mutating func leaveCard(_ chord: KeyChord) {
    // As on the board, with Esc what is carried goes first.
    if chord == KeyChord(.escape), desk.carried.burden != nil { return desk.letGo() }
    guard desk.soleCard != nil else { return desk.closeCard() }
    if chord == KeyChord(.escape), desk.notices.current != nil {
      desk.notices.dismiss(now: desk.now)
    } else {
      desk.effects.append(.quit)
    }
  }

  // MARK: A new column

  /// The column that the new one is to stand behind.
  var columnBefore: ColumnID? {
    if case .addColumn(let after) = desk.subject { after } else { nil }
  }

  /// The form is there as soon as the board is, and the window done once that shows what was made.
  private mutating func settleForm() {
    guard case .addColumn = desk.subject, desk.board != nil, restored == nil else { return }
    switch mode {
    case .browsing: mode = .columnForm(ColumnForm())
    case .columnForm(let form) where form.state == .made && !desk.edits.isBehind:
      mode = .columnForm(ColumnForm())
      desk.effects.append(.quit)
    default: break
    }
  }

  /// Another terminal has the window: nothing is typed here until it is taken back.
  mutating func fenced(_ input: Input, _ mode: Mode) -> Mode {
    guard case .key(let key, let modifiers) = input else { return mode }
    let chord = KeyChord(key, modifiers)
    switch Keymap.board[chord] {
    case .reconnect: _ = Browsing.handle(.reconnect, &desk)
    case .quit, .clear: desk.effects.append(.quit)
    default: desk.effects.append(.bell)
    }
    return mode
  }
}
