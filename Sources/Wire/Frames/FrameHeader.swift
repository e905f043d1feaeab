public import BoardModel

/// The type of a frame, which says what its payload is. Bit 15 marks types that a peer skips if it
/// does not know them (SPEC.md FRM-003).
public struct FrameType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public var isElective: Bool { rawValue & 0x8000 != 0 }

  public static let hello = FrameType(rawValue: 0x0001)
  public static let welcome = FrameType(rawValue: 0x0002)
  public static let error = FrameType(rawValue: 0x0003)
  public static let ping = FrameType(rawValue: 0x0004)
  public static let pong = FrameType(rawValue: 0x0005)
  public static let goodbye = FrameType(rawValue: 0x0006)
  public static let listBoards = FrameType(rawValue: 0x0010)
  public static let boards = FrameType(rawValue: 0x0011)
  public static let createBoard = FrameType(rawValue: 0x0012)
  public static let attach = FrameType(rawValue: 0x0014)
  public static let attached = FrameType(rawValue: 0x0015)
  public static let fetchSnapshot = FrameType(rawValue: 0x0016)
  public static let snapshot = FrameType(rawValue: 0x0017)
  public static let fetchHistory = FrameType(rawValue: 0x0018)
  public static let history = FrameType(rawValue: 0x0019)
  public static let submit = FrameType(rawValue: 0x001A)
  public static let outcome = FrameType(rawValue: 0x001B)
  public static let detach = FrameType(rawValue: 0x001C)
  public static let detached = FrameType(rawValue: 0x001D)
  public static let committed = FrameType(rawValue: 0x0020)
  public static let acknowledge = FrameType(rawValue: 0x0021)
  public static let resync = FrameType(rawValue: 0x0022)
  public static let digest = FrameType(rawValue: 0x0023)
  public static let fetchCardHistory = FrameType(rawValue: 0x0024)
  public static let presence = FrameType(rawValue: 0x0028)
  public static let present = FrameType(rawValue: 0x0029)
  public static let openWindow = FrameType(rawValue: 0x0030)
  public static let windowOpened = FrameType(rawValue: 0x0031)
  public static let attachWindow = FrameType(rawValue: 0x0032)
  public static let listWindows = FrameType(rawValue: 0x0033)
  public static let windows = FrameType(rawValue: 0x0034)
  public static let endWindow = FrameType(rawValue: 0x0035)
  public static let windowEnded = FrameType(rawValue: 0x0036)
  public static let windowState = FrameType(rawValue: 0x0037)
  public static let activate = FrameType(rawValue: 0x0038)
  public static let windowRegistered = FrameType(rawValue: 0x0039)
  public static let windowEnd = FrameType(rawValue: 0x003A)
  public static let windowsGone = FrameType(rawValue: 0x003B)
  public static let invite = FrameType(rawValue: 0x003C)
  public static let invited = FrameType(rawValue: 0x003D)
  public static let invitation = FrameType(rawValue: 0x003E)
  public static let lift = FrameType(rawValue: 0x0040)
  public static let lifted = FrameType(rawValue: 0x0041)
  public static let carried = FrameType(rawValue: 0x0042)
  public static let load = FrameType(rawValue: 0x0043)
  public static let part = FrameType(rawValue: 0x0044)
  public static let drop = FrameType(rawValue: 0x0045)
  public static let dropped = FrameType(rawValue: 0x0046)
  public static let cancelDrag = FrameType(rawValue: 0x0047)
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
