public import BoardModel
public import Wire

/// Which window of which board this is, and for whom it speaks.
public struct ReplicaIdentity: Hashable, Sendable {
  public let board: BoardID
  public var session: SessionID
  /// This process; random at each start.
  public var instance: InstanceID
  /// Whom the window's certificate names: predicted operations are shown as this author's.
  public let author: Author
  public let configuration: Configuration
  /// nil for a command, and for whatever else nobody lists.
  public let window: WindowIdentity?

  public init(
    board: BoardID, session: SessionID, instance: InstanceID, author: Author,
    configuration: Configuration, window: WindowIdentity? = nil
  ) {
    self.board = board
    self.session = session
    self.instance = instance
    self.author = author
    self.configuration = configuration
    self.window = window
  }
}

/// What a listed window says of itself when it attaches (SPEC.md WIN-009).
public struct WindowIdentity: Hashable, Sendable {
  /// What it is for.
  public let activity: Activity
  /// Where it is shown, for people.
  public let place: String
  /// By which right it comes to its session at first; later it comes back.
  public let arrival: AttachManner
  /// The process that had its files before this one.
  public let previous: InstanceID?

  public init(
    activity: Activity, place: String, arrival: AttachManner = .resume,
    previous: InstanceID? = nil
  ) {
    self.activity = activity
    self.place = place
    self.arrival = arrival
    self.previous = previous
  }
}
