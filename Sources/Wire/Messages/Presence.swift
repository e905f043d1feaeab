public import BoardModel

/// What the user of this window looks at or edits from now on. It replaces what the window sent
/// before.
public struct Presence: Hashable, Sendable {
  public let state: PresenceState
  public let extensions: Extensions

  public init(state: PresenceState, extensions: Extensions = .none) {
    self.state = state
    self.extensions = extensions
  }
}

/// The last presence of another window of the board.
public struct Present: Hashable, Sendable {
  public let session: SessionID
  public let author: Author
  /// The presence; nil once the session has none any longer.
  public let state: PresenceState?
  public let extensions: Extensions

  public init(
    session: SessionID, author: Author, state: PresenceState?, extensions: Extensions = .none
  ) {
    self.session = session
    self.author = author
    self.state = state
    self.extensions = extensions
  }
}

/// The number of other windows of the board with a presence that this window is not told of.
public struct MorePresent: Hashable, Sendable {
  public let count: UInt32
  public let extensions: Extensions

  public init(count: UInt32, extensions: Extensions = .none) {
    self.count = count
    self.extensions = extensions
  }
}

extension Presence: MessageBody {
  public static let type = FrameType(rawValue: 0x0028)
  public static let layout = WireLayout(Presence.init, WireField(\.state), WireField(\.extensions))
}

extension Present: MessageBody {
  public static let type = FrameType(rawValue: 0x0029)
  public static let layout = WireLayout(
    Present.init, WireField(\.session), WireField(\.author), WireField(\.state),
    WireField(\.extensions))
}

extension MorePresent: MessageBody {
  public static let type = FrameType(rawValue: 0x002A)
  public static let layout = WireLayout(
    MorePresent.init, WireField(\.count), WireField(\.extensions))
}
