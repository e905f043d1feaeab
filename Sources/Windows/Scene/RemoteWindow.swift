import BoardModel
import Screen
import WindowSync

/// Another window at the board, as this one shows it.
struct RemoteWindow: Equatable, Sendable {
  let session: SessionID
  let user: String
  /// Whether the window belongs to the same person, at another terminal.
  let isOwn: Bool
  /// The colour of the window's person, one of the terminal's sixteen.
  let colour: UInt8
  let isActive: Bool
  let focus: PresenceFocus?
  /// The last place of its caret that the board's text knew. The caret is shown there until the
  /// text that was typed at its present place arrives.
  let earlier: PresenceFocus?

  /// - Parameter previous: the same window as it was shown before.
  init(_ other: OtherWindow, _ model: WindowModel, previous: RemoteWindow?) {
    session = other.session
    // Longer names do not occur: no certificate holds one.
    user = String(other.author.user.prefix(64))
    isOwn = other.author.user == model.user
    colour = model.presenceColours[other.author.user]
    isActive = other.state.isActive
    focus = other.state.focus
    earlier =
      previous.flatMap { $0.focus?.card == other.state.focus?.card ? $0.place(in: model) : nil }
  }

  var card: CardID? { focus?.card }

  var initials: String { CardChips.initials(user) }

  /// The number of visible scalars of the card's body before the caret; nil if it is not in there.
  func caret(in text: Text, of card: CardID) -> Int? {
    guard case .body(card, let caret) = focus else { return nil }
    guard let caret else { return 0 }
    if let position = text.position(rightOf: caret) { return position }
    guard case .body(card, let before) = earlier else { return nil }
    return before.map { text.position(rightOf: $0) } ?? 0
  }

  /// The newest place of the caret that the board's text knows.
  private func place(in model: WindowModel) -> PresenceFocus? {
    guard case .body(let card, let caret?) = focus else { return focus }
    return model.card(card)?.body.contains(caret) == true ? focus : earlier
  }

  // MARK: Words

  /// The subject of a phrase about an open card, such as `ben types here`. `deed` is the rest.
  var name: String { isOwn ? "you" : user }

  var deed: String {
    let place = isOwn ? " elsewhere" : ""
    return (isOwn ? RemoteWindow.plural(verb) : verb) + object + place + (isActive ? "" : " (away)")
  }

  private var verb: String {
    switch focus {
    case .card, nil: "looks"
    case .field: "edits"
    case .body, .comment: "types"
    }
  }

  private static func plural(_ verb: String) -> String { String(verb.dropLast()) }

  private var object: String {
    switch focus {
    case .card, nil: ""
    case .body: isOwn ? "" : " here"
    case .comment, .field(.commentBody), .field(.commentRemoved): " a comment"
    case .field(.cardTitle): " the title"
    case .field(.cardBody): " the text"
    case .field(.cardDue): " the due date"
    case .field(.itemText), .field(.itemDone), .field(.itemPlace), .field(.itemRemoved):
      " the checklist"
    case .field: ""
    }
  }

  /// The order of windows at a card: those that concern its reader most have the lowest ranks.
  fileprivate var rank: Int {
    let deed =
      switch focus {
      case .body: 0
      case .comment, .field: 1
      case .card, nil: 2
      }
    return deed + (isActive ? 0 : 3)
  }
}

// This part takes in who else is at the board.
extension WindowModel {
  mutating func take(_ others: [OtherWindow]) {
    var previous: [SessionID: RemoteWindow] = [:]
    for remoteWindow in remoteWindows { previous[remoteWindow.session] = remoteWindow }
    let others = others.filter { $0.session != session }
    presenceColours.update(Set(others.map(\.author.user)), own: user)
    remoteWindows = others.map { RemoteWindow($0, self, previous: previous[$0.session]) }
    var byCard: [CardID: [RemoteWindow]] = [:]
    for remoteWindow in remoteWindows {
      if let card = remoteWindow.card { byCard[card, default: []].append(remoteWindow) }
    }
    cardRemoteWindows = byCard.mapValues { WindowModel.sorted($0) }
  }

  /// The windows at a card: those that type first, those that are away last.
  func remoteWindows(of card: CardID) -> [RemoteWindow] { cardRemoteWindows[card] ?? [] }

  private static func sorted(_ remoteWindows: [RemoteWindow]) -> [RemoteWindow] {
    remoteWindows.sorted { ($0.rank, $0.user, $0.session) < ($1.rank, $1.user, $1.session) }
  }

  /// The first window of each person in that order, so that people who are not away come first.
  static func people(_ remoteWindows: [RemoteWindow]) -> [RemoteWindow] {
    var seen: Set<String> = []
    return sorted(remoteWindows).filter { seen.insert($0.user).inserted }
  }
}
