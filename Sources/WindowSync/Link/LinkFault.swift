import BoardModel
import Wire

/// What the coordinator did that the protocol does not allow. The connection ends with it.
struct LinkFault: Error, Hashable, Sendable {
  let code: ErrorCode
  let text: String
  /// The byte at fault, from the start of the frame's payload.
  var offset: UInt32?

  init(_ code: ErrorCode, _ text: String, offset: UInt32? = nil) {
    self.code = code
    self.text = text
    self.offset = offset
  }

  init(_ fault: FrameFault) {
    switch fault {
    case .tooLarge(let length, let limit):
      self.init(
        .frameTooLarge, "A frame announces \(length) bytes of payload; at most \(limit) are taken.")
    case .unknownFlags(let flags):
      self.init(
        .unknownFlag, "A frame carries unknown mandatory flags 0x\(String(flags, radix: 16)).")
    }
  }

  init(_ malformed: MalformedBytes) {
    self.init(
      .malformed,
      "The payload is malformed at byte \(malformed.offset): \(malformed.reason.words).",
      offset: UInt32(truncatingIfNeeded: malformed.offset))
  }

  static func unexpected(_ frame: Frame) -> LinkFault {
    LinkFault(
      .unexpectedMessage,
      "A frame of type 0x\(String(frame.type.rawValue, radix: 16)) with request "
        + "\(frame.request) and flags 0x\(String(frame.flags.rawValue, radix: 16)) "
        + "has no meaning here.")
  }
}
