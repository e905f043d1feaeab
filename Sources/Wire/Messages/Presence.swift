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

extension Presence: MessageBody {
  public static let type = FrameType.presence

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    state = try reader.presence()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.presence(state)
    writer.extensions(extensions)
  }
}

extension Present: MessageBody {
  public static let type = FrameType.present

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    session = try reader.identifier()
    author = try reader.author()
    state = try reader.optional { (reader) throws(MalformedBytes) in try reader.presence() }
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(session)
    writer.author(author)
    writer.optional(state) { $0.presence($1) }
    writer.extensions(extensions)
  }
}
