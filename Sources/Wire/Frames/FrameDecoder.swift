import BoardModel

/// The reason why a byte stream cannot be cut into frames. Nothing more can be read from it.
public enum FrameFault: Error, Hashable, Sendable {
  case tooLarge(length: UInt32, limit: UInt32)
  /// A frame has flags in the high byte that are not defined; these are they.
  case unknownFlags(UInt16)
}

/// Cuts a byte stream into frames, whatever the sizes in which it arrives.
///
/// It never holds more than one header and the payload that header announces, and refuses a
/// length above `limit` before it keeps a byte of that payload.
public struct FrameDecoder: Sendable {
  /// The largest payload accepted, in bytes; it may be raised once the peers know each other.
  public var limit: UInt32
  private var state = State.header
  private var buffer: [UInt8] = []
  private var start = 0

  private enum State: Hashable, Sendable {
    case header
    case payload(FrameHeader)
    case failed(FrameFault)
  }

  public init(limit: UInt32) {
    self.limit = limit
  }

  /// The number of bytes that have arrived and belong to no complete frame yet.
  public var bufferedCount: Int { buffer.count - start }

  public mutating func feed(_ bytes: [UInt8]) {
    if case .failed = state { return }
    if start > 0, start == buffer.count || start > Self.compaction {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The number of consumed bytes after which the front of the buffer is given back.
  private static let compaction = 1 << 16

  /// - Returns: the next complete frame, or nil until more bytes arrive.
  /// - Throws: `FrameFault`; every later call throws it again.
  public mutating func next() throws(FrameFault) -> Frame? {
    switch state {
    case .failed(let fault):
      throw fault
    case .header:
      guard bufferedCount >= FrameHeader.byteCount else { return nil }
      let header = try header()
      state = .payload(header)
      return try next()
    case .payload(let header):
      let length = Int(header.length)
      guard bufferedCount >= length else { return nil }
      let payload = Array(buffer[start..<(start + length)])
      start += length
      state = .header
      // One large frame must not hold its memory for as long as the connection lives.
      if start == buffer.count, buffer.capacity > Self.compaction { (buffer, start) = ([], 0) }
      // Unknown elective flags are dropped here, so that no code behind this has to ignore them.
      return Frame(
        type: header.type, flags: header.flags.intersection(.known), request: header.request,
        payload: payload)
    }
  }

  /// The type of the frame that `next` returns; nil until more bytes arrive.
  /// - Throws: `FrameFault`, as `next` does.
  public mutating func nextType() throws(FrameFault) -> FrameType? {
    if case .header = state, bufferedCount >= FrameHeader.byteCount {
      state = .payload(try header())
    }
    guard case .payload(let header) = state, bufferedCount >= Int(header.length) else { return nil }
    return header.type
  }

  private mutating func header() throws(FrameFault) -> FrameHeader {
    var reader = ByteReader(Array(buffer[start..<(start + FrameHeader.byteCount)]))
    guard let header = try? FrameHeader(&reader) else {
      return try fail(.tooLarge(length: 0, limit: limit))
    }
    start += FrameHeader.byteCount
    guard header.length <= limit else {
      return try fail(.tooLarge(length: header.length, limit: limit))
    }
    let unknown = header.flags.unknownMandatory
    guard unknown.isEmpty else { return try fail(.unknownFlags(unknown.rawValue)) }
    return header
  }

  private mutating func fail(_ fault: FrameFault) throws(FrameFault) -> FrameHeader {
    state = .failed(fault)
    buffer = []
    start = 0
    throw fault
  }
}
