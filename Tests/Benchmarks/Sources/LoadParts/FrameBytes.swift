import Wire

/// What came on a connection, cut into frames and not decoded.
package enum FrameBytes {
  /// Calls `body` with each whole frame, its header included.
  /// - Returns: how many bytes these were.
  package static func each(
    in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows -> Int {
    var start = 0
    while bytes.count - start >= FrameHeader.byteCount {
      let length = Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self).bigEndian)
      let end = start + FrameHeader.byteCount + length
      guard end <= bytes.count else { break }
      try body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end
    }
    return start
  }

  package static func type(of frame: UnsafeRawBufferPointer) -> FrameType {
    FrameType(rawValue: frame.loadUnaligned(fromByteOffset: 4, as: UInt16.self).bigEndian)
  }

  /// The message of a frame; nil where its type is not known.
  package static func message(of frame: UnsafeRawBufferPointer) throws -> (UInt64, Message)? {
    var decoder = FrameDecoder(limit: Limits.frameBytes)
    decoder.feed(Array(frame))
    guard let frame = try decoder.next(), let message = try Message(frame) else { return nil }
    return (frame.request, message)
  }

  /// - Parameter offset: where the number stands in the payload.
  package static func number(in frame: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    frame.loadUnaligned(fromByteOffset: FrameHeader.byteCount + offset, as: UInt64.self).bigEndian
  }
}
