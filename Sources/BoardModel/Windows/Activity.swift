/// What a window is for, in words by which another terminal can open it (SPEC.md WIN-001). It is
/// never part of a board.
public struct Activity: Hashable, Sendable {
  /// The type, which chooses the window's configuration.
  public let type: String
  /// The title for people who read of a window that is not there; at most the bytes of a board's
  /// title.
  public let title: String
  /// The card of a card window, or the column after which an add-column window puts the new one.
  public let target: TargetID?
  /// The state of the window in its own words, at most `maximumInfoBytes`.
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
  /// A new column, which goes after the column `after`; nil puts it last.
  case addColumn(after: ColumnID?)
  case favourites
}

extension Activity {
  /// - Parameter title: the value of `title`.
  public init(_ subject: Subject, title: String, userInfo: [UInt8] = []) {
    let target: TargetID? =
      switch subject {
      case .board, .favourites: nil
      case .card(let card): card.rebound(to: TargetKind.self, tweak: 0)
      case .addColumn(let column): column?.rebound(to: TargetKind.self, tweak: 0)
      }
    self.init(type: subject.type, title: title, target: target, userInfo: userInfo)
  }

  /// The subject; nil for a type that is not known, and for a card window without its card.
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
  /// The value of `Activity.type`.
  public var type: String {
    switch self {
    case .board: "board"
    case .card: "card"
    case .addColumn: "add-column"
    case .favourites: "favourites"
    }
  }
}

extension Activity: WireRecord {
  public static let layout = WireLayout(
    Activity.init, WireField(title: \.type), WireField(title: \.title), WireField(\.target),
    WireField(data: \.userInfo))
}
