public import BoardModel

/// The claim by which a window attaches to a session.
public enum AttachManner: UInt8, WireValue, Hashable, Sendable, CaseIterable {
  /// The window is the session's own: it makes the session, or comes back to it.
  case resume = 1
  /// The window continues a session that another window had, if that one is gone.
  case adopt = 2
  /// As *adopt*, but also while the other window is connected: a person asked for it.
  case takeOver = 3
  /// As *resume*; the session may be made even if there is a window for this activity already.
  case additional = 4
}

/// ATTACH for windows that are listed, restored and never opened twice.
public struct AttachWindow: Hashable, Sendable {
  public let manner: AttachManner
  /// The process that had the session on the same disk before this one.
  public let previous: InstanceID?
  /// What the window is for; the type and the target become the session's.
  public let activity: Activity
  /// The place where the window is shown, for people: a terminal, a pane.
  public let place: String
  /// The rest of ATTACH. Its configuration is not sent, since it follows from the activity.
  public let attach: Attach

  /// - Parameter attach: its configuration is replaced by that of the activity.
  public init(
    manner: AttachManner, previous: InstanceID?, activity: Activity, place: String,
    attach: Attach
  ) {
    self.manner = manner
    self.previous = previous
    self.activity = activity
    self.place = place
    self.attach = Attach(
      board: attach.board, session: attach.session, instance: attach.instance,
      configuration: activity.configuration ?? .board, epoch: attach.epoch,
      incarnation: attach.incarnation, sequence: attach.sequence,
      firstPending: attach.firstPending, level: attach.level,
      wantsSnapshot: attach.wantsSnapshot, extensions: attach.extensions)
  }
}

extension Activity {
  /// The kind of window that shows the activity; nil for an activity of an unknown type.
  public var configuration: Configuration? {
    switch subject {
    case .board: .board
    case .card: .card
    case .addColumn: .addColumn
    case .favourites: .favourites
    case nil: nil
    }
  }
}

extension AttachWindow: MessageBody {
  public static let type = FrameType(rawValue: 0x0032)
  public static let layout = WireLayout(
    AttachWindow.init, WireField(\.manner), WireField(\.previous), WireField(\.activity),
    WireField(title: \.place), WireField(\.attach.board), WireField(\.attach.session),
    WireField(\.attach.instance), WireField(\.attach.epoch), WireField(\.attach.incarnation),
    WireField(\.attach.sequence), WireField(\.attach.firstPending), WireField(\.attach.level),
    WireField(\.attach.wantsSnapshot), WireField(\.attach.extensions))

  private init(
    _ manner: AttachManner, _ previous: InstanceID?, _ activity: Activity, _ place: String,
    _ board: BoardID, _ session: SessionID, _ instance: InstanceID, _ epoch: UInt32,
    _ incarnation: IncarnationID, _ sequence: UInt64, _ firstPending: UInt64, _ level: UInt16,
    _ wantsSnapshot: Bool, _ extensions: Extensions
  ) {
    self.init(
      manner: manner, previous: previous, activity: activity, place: place,
      attach: Attach(
        board: board, session: session, instance: instance, configuration: .board, epoch: epoch,
        incarnation: incarnation, sequence: sequence, firstPending: firstPending, level: level,
        wantsSnapshot: wantsSnapshot, extensions: extensions))
  }
}
