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

  public init(
    board: BoardID, session: SessionID, instance: InstanceID, author: Author,
    configuration: Configuration
  ) {
    self.board = board
    self.session = session
    self.instance = instance
    self.author = author
    self.configuration = configuration
  }
}
