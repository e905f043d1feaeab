public import BoardModel

/// What a window is like now. Replaces what it said before.
public struct WindowState: Hashable, Sendable {
  /// Of the type and the target that the session has.
  public let activity: Activity
  /// What is typed in it and saved nowhere else.
  public let drafts: UInt32
  /// Edits that it has not sent.
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
