public import BoardModel

/// Starts a drag: any window of this user may drop what it carries.
public struct Lift: Hashable, Sendable {
  /// A random identifier.
  public let drag: DragID
  public let content: DragContent
  public let extensions: Extensions

  public init(drag: DragID, content: DragContent, extensions: Extensions = .none) {
    self.drag = drag
    self.content = content
    self.extensions = extensions
  }
}

/// Answers LIFT: the drag has begun.
public struct Lifted: Hashable, Sendable {
  public let extensions: Extensions

  public init(extensions: Extensions = .none) {
    self.extensions = extensions
  }
}

/// Tells a window what this user carries now.
public struct Carried: Hashable, Sendable {
  /// The drag; nil if the user carries nothing.
  public let drag: Drag?
  /// The end of the drag before this one, if the window is told.
  public let ended: EndedDrag?
  public let extensions: Extensions

  public init(drag: Drag?, ended: EndedDrag?, extensions: Extensions = .none) {
    self.drag = drag
    self.ended = ended
    self.extensions = extensions
  }
}

/// Ends the drag without a drop.
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
