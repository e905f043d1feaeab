public import BoardModel

/// The state of a window. It replaces the state that the window sent before.
public struct WindowState: Hashable, Sendable {
  /// The window's activity, whose type and target are those of the session.
  public let activity: Activity
  /// The number of texts that are typed in the window and saved nowhere else.
  public let drafts: UInt32
  /// The number of edits that the window has not sent.
  public let unsent: UInt32
  public let extensions: Extensions

  public init(
    activity: Activity, drafts: UInt32, unsent: UInt32, extensions: Extensions = .none
  ) {
    self.activity = activity
    self.drafts = drafts
    self.unsent = unsent
    self.extensions = extensions
  }
}

/// Tells a window that its user information is not kept (SPEC.md LIM-022).
public struct InfoNotKept: Hashable, Sendable {
  /// Why, with the name of the limit.
  public let text: String
  public let extensions: Extensions

  public init(text: String, extensions: Extensions = .none) {
    self.text = text
    self.extensions = extensions
  }

  /// The same with words that can be shown.
  public var bounded: InfoNotKept {
    InfoNotKept(text: PeerWords.bounded(text), extensions: extensions)
  }
}

extension WindowState: MessageBody {
  public static let type = FrameType(rawValue: 0x0037)
  public static let layout = WireLayout(
    WindowState.init, WireField(\.activity), WireField(\.drafts), WireField(\.unsent),
    WireField(\.extensions))
}

extension InfoNotKept: MessageBody {
  public static let type = FrameType(rawValue: 0x003F)
  public static let layout = WireLayout(
    InfoNotKept.init, WireField(title: \.text), WireField(\.extensions))
}
