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
  public static let type = FrameType(rawValue: 0x0040)
  public static let layout = WireLayout(
    Lift.init, WireField(\.drag), WireField(\.content), WireField(\.extensions))
}

extension Lifted: MessageBody {
  public static let type = FrameType(rawValue: 0x0041)
  public static let layout = WireLayout(Lifted.init, WireField(\.extensions))
}

extension Carried: MessageBody {
  public static let type = FrameType(rawValue: 0x0042)
  public static let layout = WireLayout(
    Carried.init, WireField(\.drag), WireField(\.ended), WireField(\.extensions))
}

extension CancelDrag: MessageBody {
  public static let type = FrameType(rawValue: 0x0047)
  public static let layout = WireLayout(CancelDrag.init, WireField(\.drag), WireField(\.extensions))
}
