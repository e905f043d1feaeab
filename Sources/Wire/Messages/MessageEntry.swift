import BoardModel

/// How a frame carries its message (SPEC.md FRM-006 to FRM-008).
public enum MessageForm: String, Hashable, Sendable, CaseIterable {
  case request
  case response
  case event

  public init(_ frame: Frame) {
    self =
      frame.flags.contains(.response) ? .response : frame.request > 0 ? .request : .event
  }
}

/// The side of a connection that may send a message.
public enum MessageSender: String, Hashable, Sendable, CaseIterable {
  case client
  case coordinator
  case both
}

/// The rules for one message: who may send it, how, to whom, and what answers it. Both sides ask
/// the table of them, so that a message without an entry is not even read.
public struct MessageEntry: Sendable {
  public let type: FrameType
  public let sender: MessageSender
  public let forms: [MessageForm]
  /// The feature that both sides must have named; nil where none is needed.
  public private(set) var feature: UInt16?
  /// The type of the answer to a request, which may be ERROR instead.
  public let answer: FrameType?
  /// The type of what may follow in the same answer; nil where only more of `answer` may.
  public let continuation: FrameType?
  /// Whether a response may be followed by further ones to the same request.
  public let comesInParts: Bool
  let read: @Sendable (inout ByteReader) throws(MalformedBytes) -> Message

  private init<Body: MessageBody>(
    _ message: @escaping @Sendable (Body) -> Message, from sender: MessageSender,
    _ forms: [MessageForm], answer: FrameType? = nil, then continuation: FrameType? = nil,
    inParts: Bool = false
  ) {
    type = Body.type
    self.sender = sender
    self.forms = forms
    self.answer = answer
    self.continuation = continuation
    comesInParts = inParts
    read = { (reader) throws(MalformedBytes) in message(try Body(&reader)) }
  }

  /// - Returns: nil for a type this version does not know.
  public static subscript(type: FrameType) -> MessageEntry? { byType[type] }

  private static let byType = Dictionary(all.map { ($0.type, $0) }, uniquingKeysWith: { $1 })

  /// Whether a list answers it, whose parts wait for the last one.
  public var isAnsweredInParts: Bool {
    continuation == nil && answer.flatMap { MessageEntry[$0] }?.comesInParts == true
  }

  /// Whether `sender` may send the message in this frame (SPEC.md REQ-005, HSK-007).
  /// - Parameter features: those that both sides named.
  public func allows(
    _ frame: Frame, from sender: MessageSender, features: some Sequence<UInt16>
  ) -> Bool {
    let form = MessageForm(frame)
    let isSender = self.sender == .both || self.sender == sender
    let isWhole = !frame.flags.contains(.more) || form == .response && comesInParts
    return isSender && isWhole && forms.contains(form) && (feature.map(features.contains) ?? true)
  }
}

extension MessageEntry {
  static func request<Body: MessageBody, Answer: MessageBody>(
    _ message: @escaping @Sendable (Body) -> Message, from sender: MessageSender,
    answer: Answer.Type
  ) -> MessageEntry {
    MessageEntry(message, from: sender, [.request], answer: Answer.type)
  }

  static func request<Body: MessageBody, Answer: MessageBody, Rest: MessageBody>(
    _ message: @escaping @Sendable (Body) -> Message, from sender: MessageSender,
    answer: Answer.Type, then rest: Rest.Type
  ) -> MessageEntry {
    MessageEntry(message, from: sender, [.request], answer: Answer.type, then: Rest.type)
  }

  static func response<Body: MessageBody>(
    _ message: @escaping @Sendable (Body) -> Message, from sender: MessageSender,
    inParts: Bool = false
  ) -> MessageEntry {
    MessageEntry(message, from: sender, [.response], inParts: inParts)
  }

  static func event<Body: MessageBody>(
    _ message: @escaping @Sendable (Body) -> Message, from sender: MessageSender
  ) -> MessageEntry {
    MessageEntry(message, from: sender, [.event])
  }

  static func responseOrEvent<Body: MessageBody>(
    _ message: @escaping @Sendable (Body) -> Message, from sender: MessageSender
  ) -> MessageEntry {
    MessageEntry(message, from: sender, [.response, .event])
  }

  /// - Returns: the entries as messages that need the feature.
  static func group(needing feature: UInt16?, _ entries: MessageEntry...) -> [MessageEntry] {
    entries.map { entry in
      var entry = entry
      entry.feature = feature
      return entry
    }
  }
}
