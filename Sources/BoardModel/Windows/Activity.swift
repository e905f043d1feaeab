/// What a window is for, in words by which another terminal can open it (SPEC.md WIN-001). Never
/// part of a board.
public struct Activity: Hashable, Sendable {
  /// Chooses the window's configuration.
  public let type: String
  /// For people who read of a window that is not there; at most the bytes of a title.
  public let title: String
  /// The card of a card window, the column that an add-column window's is to stand behind.
  public let target: TargetID?
  /// Where the window was, in its own words; at most `maximumInfoBytes`.
  public let userInfo: [UInt8]

  public static let maximumInfoBytes = 32_768

  public init(type: String, title: String, target: TargetID?, userInfo: [UInt8] = []) {
    self.type = type
    self.title = title
    self.target = target
    self.userInfo = userInfo
  }
}

/// What an activity of a known type is about.
public enum Subject: Hashable, Sendable {
  case board
  case card(CardID)
  /// `after`: the column it is to stand behind; nil for the last.
  case addColumn(after: ColumnID?)
  case favourites
}

extension Activity {
  /// - Parameter title: as in `title`.
  public init(_ subject: Subject, title: String, userInfo: [UInt8] = []) {
    let target: TargetID? =
      switch subject {
      case .board, .favourites: nil
      case .card(let card): card.rebound(to: TargetKind.self, tweak: 0)
      case .addColumn(let column): column?.rebound(to: TargetKind.self, tweak: 0)
      }
    self.init(type: subject.type, title: title, target: target, userInfo: userInfo)
  }

  /// nil for a type that is not known, and for a card window without its card.
  public var subject: Subject? {
    switch type {
    case "board": .board
    case "card": target.map { .card($0.rebound(to: CardKind.self, tweak: 0)) }
    case "add-column":
      .addColumn(after: target.map { $0.rebound(to: ColumnKind.self, tweak: 0) })
    case "favourites": .favourites
    default: nil
    }
  }
}

extension Subject {
  /// As in `Activity.type`.
  public var type: String {
    switch self {
    case .board: "board"
    case .card: "card"
    case .addColumn: "add-column"
    case .favourites: "favourites"
    }
  }
}
