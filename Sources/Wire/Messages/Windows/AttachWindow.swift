public import BoardModel

/// The claim by which a window attaches to a session.
public enum AttachManner: UInt8, Hashable, Sendable, CaseIterable {
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
      firstPending: attach.firstPending, level: attach.level, extensions: attach.extensions)
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
  public static let type = FrameType.attachWindow

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let manner: AttachManner = try reader.enumeration()
    let previous: InstanceID? = try reader.optional { (reader) throws(MalformedBytes) in
      try reader.identifier()
    }
    let activity = try reader.activity()
    self.init(
      manner: manner, previous: previous, activity: activity, place: try reader.title(),
      attach: Attach(
        board: try reader.identifier(), session: try reader.identifier(),
        instance: try reader.identifier(), configuration: .board, epoch: try reader.uint32(),
        incarnation: try reader.identifier(), sequence: try reader.uint64(),
        firstPending: try reader.uint64(), level: try reader.uint16(),
        extensions: try reader.extensions()))
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint8(manner.rawValue)
    writer.optional(previous) { $0.identifier($1) }
    writer.activity(activity)
    writer.string(place)
    writer.identifier(attach.board)
    writer.identifier(attach.session)
    writer.identifier(attach.instance)
    writer.uint32(attach.epoch)
    writer.identifier(attach.incarnation)
    writer.uint64(attach.sequence)
    writer.uint64(attach.firstPending)
    writer.uint16(attach.level)
    writer.extensions(attach.extensions)
  }
}
