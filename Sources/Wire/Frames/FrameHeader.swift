public import BoardModel

/// The type of a frame, which says what its payload is. Bit 15 marks types that a peer skips if it
/// does not know them (SPEC.md FRM-003).
public struct FrameType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public var isElective: Bool { rawValue & 0x8000 != 0 }
}

/// The flags of a frame. Unknown ones in the low byte are ignored, in the high byte they are an
/// error (SPEC.md FRM-004).
public struct FrameFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The frame answers the request whose number it carries.
  public static let response = FrameFlags(rawValue: 0x0100)
  /// Further frames of the same response follow.
  public static let more = FrameFlags(rawValue: 0x0200)

  public static let known: FrameFlags = [.response, .more]

  /// The flags of the high byte that this version does not define.
  public var unknownMandatory: FrameFlags {
    FrameFlags(rawValue: rawValue & 0xFF00).subtracting(.known)
  }
}

/// The 16 bytes before every payload, frozen for all versions (SPEC.md FRM-001).
public struct FrameHeader: Hashable, Sendable {
  public static let byteCount = 16

  public let length: UInt32
  public let type: FrameType
  public let flags: FrameFlags
  /// The number of the request, or 0 for an event.
  public let request: UInt64

  public init(length: UInt32, type: FrameType, flags: FrameFlags, request: UInt64) {
    self.length = length
    self.type = type
    self.flags = flags
    self.request = request
  }

  /// - Throws: `truncated` if fewer than 16 bytes remain.
  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    length = try reader.uint32()
    type = FrameType(rawValue: try reader.uint16())
    flags = FrameFlags(rawValue: try reader.uint16())
    request = try reader.uint64()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint32(length)
    writer.uint16(type.rawValue)
    writer.uint16(flags.rawValue)
    writer.uint64(request)
  }
}

/// A header and the payload it announces.
public struct Frame: Hashable, Sendable {
  public let type: FrameType
  public let flags: FrameFlags
  public let request: UInt64
  public let payload: [UInt8]

  public init(type: FrameType, flags: FrameFlags, request: UInt64, payload: [UInt8]) {
    self.type = type
    self.flags = flags
    self.request = request
    self.payload = payload
  }

  public var bytes: [UInt8] {
    var writer = ByteWriter(reservingCapacity: FrameHeader.byteCount + payload.count)
    FrameHeader(
      length: UInt32(truncatingIfNeeded: payload.count), type: type, flags: flags,
      request: request
    ).write(to: &writer)
    writer.raw(payload)
    return writer.bytes
  }
}
