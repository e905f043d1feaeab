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

extension WindowState: MessageBody {
  public static let type = FrameType.windowState

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    activity = try reader.activity()
    drafts = try reader.uint32()
    unsent = try reader.uint32()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.activity(activity)
    writer.uint32(drafts)
    writer.uint32(unsent)
    writer.extensions(extensions)
  }
}
