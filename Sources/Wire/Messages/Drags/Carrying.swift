public import BoardModel

/// Takes something up, for any window of this user to put down.
public struct Lift: Hashable, Sendable {
  /// Random.
  public let drag: DragID
  public let content: DragContent
  public let extensions: Extensions

  public init(drag: DragID, content: DragContent, extensions: Extensions = .none) {
    self.drag = drag
    self.content = content
    self.extensions = extensions
  }
}

/// Answers LIFT: the user carries it.
public struct Lifted: Hashable, Sendable {
  public let extensions: Extensions

  public init(extensions: Extensions = .none) {
    self.extensions = extensions
  }
}

/// What this user carries now.
public struct Carried: Hashable, Sendable {
  /// nil for nothing.
  public let drag: Drag?
  /// What became of the one before, if that is told.
  public let ended: EndedDrag?
  public let extensions: Extensions

  public init(drag: Drag?, ended: EndedDrag?, extensions: Extensions = .none) {
    self.drag = drag
    self.ended = ended
    self.extensions = extensions
  }
}

/// Lets go of what the user carries, without putting it down anywhere.
public struct CancelDrag: Hashable, Sendable {
  public let drag: DragID
  public let extensions: Extensions

  public init(drag: DragID, extensions: Extensions = .none) {
    self.drag = drag
    self.extensions = extensions
  }
}

extension Lift: MessageBody {
  public static let type = FrameType.lift

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    drag = try reader.identifier()
    content = try reader.dragContent()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(drag)
    writer.dragContent(content)
    writer.extensions(extensions)
  }
}

extension Lifted: MessageBody {
  public static let type = FrameType.lifted

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.extensions(extensions)
  }
}

extension Carried: MessageBody {
  public static let type = FrameType.carried

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    drag = try reader.optional { (reader) throws(MalformedBytes) in try reader.drag() }
    ended = try reader.optional { (reader) throws(MalformedBytes) in try reader.endedDrag() }
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.optional(drag) { $0.drag($1) }
    writer.optional(ended) { $0.endedDrag($1) }
    writer.extensions(extensions)
  }
}

extension CancelDrag: MessageBody {
  public static let type = FrameType.cancelDrag

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    drag = try reader.identifier()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.identifier(drag)
    writer.extensions(extensions)
  }
}
