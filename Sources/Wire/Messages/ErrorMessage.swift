public import BoardModel

/// Reports an error: as the response to a request, or as an event about the session or the
/// connection.
public struct ErrorMessage: Hashable, Sendable, Error {
  public let code: ErrorCode
  /// Words for people: what went wrong, where, and what to do.
  public let text: String
  /// The offset of the byte at fault, from the start of the frame's payload.
  public let offset: UInt32?
  /// The milliseconds to wait before trying again, where the code says to try later.
  public let retryAfter: UInt32
  public let extensions: Extensions

  public init(
    code: ErrorCode, text: String, offset: UInt32? = nil, retryAfter: UInt32 = 0,
    extensions: Extensions = .none
  ) {
    self.code = code
    self.text = text
    self.offset = offset
    self.retryAfter = retryAfter
    self.extensions = extensions
  }
}

extension ErrorMessage: MessageBody {
  public static let type = FrameType(rawValue: 0x0003)
  public static let layout = WireLayout(
    ErrorMessage.init, WireField(\.code), WireField(body: \.text), WireField(\.offset),
    WireField(\.retryAfter), WireField(\.extensions))
}

/// The words that a peer ends something with, as people are shown them. They may be as long as a
/// string of the wire, and would fill the terminal of whoever is told them (SPEC.md ERR-008).
public enum PeerWords {
  /// The most Unicode scalars that are shown: several sentences.
  public static let most = 1_024

  /// The text, or its beginning with an ellipsis.
  public static func bounded(_ text: String) -> String {
    // A scalar has at least one byte.
    guard text.utf8.count > most else { return text }
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}

extension ErrorMessage {
  /// The same with words that can be shown.
  public var bounded: ErrorMessage {
    ErrorMessage(
      code: code, text: PeerWords.bounded(text), offset: offset, retryAfter: retryAfter,
      extensions: extensions)
  }
}

extension Goodbye {
  /// The same with words that can be shown.
  public var bounded: Goodbye {
    Goodbye(reason: reason, text: PeerWords.bounded(text), extensions: extensions)
  }
}
