public import BoardModel
public import Wire

/// Which window of which board this is, and for whom it speaks.
public struct ReplicaIdentity: Hashable, Sendable {
  public let board: BoardID
  public var session: SessionID
  /// The identifier of this process, or of earlier ones that were never told that they had attached
  /// by it (`SavedWindow.begun`).
  public var instance: InstanceID
  /// The author whom the window's certificate names: predicted operations are shown as theirs.
  public let author: Author
  public let configuration: Configuration
  /// What a listed window says of itself; nil for a command, and for other sessions that are not
  /// listed.
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
  /// What the window is for.
  public let activity: Activity
  /// Where the window is shown, for people.
  public let place: String
  /// How the window may get its session when it first attaches; later it resumes it.
  public let arrival: AttachManner
  /// The last instance by which the window is known to have attached.
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
