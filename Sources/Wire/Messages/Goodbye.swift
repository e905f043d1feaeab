public import BoardModel

/// Announces that the sender sends nothing more and will close.
public struct Goodbye: Hashable, Sendable {
  /// An error code, or 0 where nothing is wrong.
  public let reason: UInt16
  public let text: String
  public let extensions: Extensions

  public init(reason: UInt16, text: String, extensions: Extensions = .none) {
    self.reason = reason
    self.text = text
    self.extensions = extensions
  }
}

extension Goodbye: MessageBody {
  public static let type = FrameType(rawValue: 0x0006)
  public static let layout = WireLayout(
    Goodbye.init, WireField(\.reason), WireField(body: \.text), WireField(\.extensions))
}
