/// A frame on the wire: a header of 16 bytes, then the payload.
struct Frame: Hashable, Sendable {
  static let headerBytes = 16

  var type: UInt16
  var flags: UInt16 = 0
  var request: UInt64 = 0
  var payload: [UInt8] = []
  /// The payload's length that the header claims, in bytes; nil for the real length.
  var claimedLength: UInt32?

  var isElective: Bool { type & 0x8000 != 0 }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let length = UInt64(claimedLength ?? UInt32(truncatingIfNeeded: payload.count))
    let parts = [(length, 4), (UInt64(type), 2), (UInt64(flags), 2), (request, 8)]
    for (value, count) in parts {
      for shift in (0..<count).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift))))
      }
    }
    return bytes + payload
  }
}

/// Cuts the bytes of a coordinator into frames.
struct FrameCutter {
  /// The most bytes of payload that HELLO allowed the coordinator to send in one frame.
  let limit: UInt64
  private var buffer: [UInt8] = []
  private var start = 0

  init(limit: UInt64) {
    self.limit = limit
  }

  /// How many bytes have come of a frame that is not complete.
  var rest: Int { buffer.count - start }

  mutating func feed(_ bytes: [UInt8]) {
    buffer.removeFirst(start)
    start = 0
    buffer += bytes
  }

  /// The next complete frame; nil until more bytes have come.
  /// - Throws: `CaseFailure` if the coordinator announces a longer payload than it may send.
  mutating func next() throws -> Frame? {
    guard rest >= Frame.headerBytes else { return nil }
    let length = number(at: 0, 4)
    guard length <= limit else {
      throw CaseFailure(
        "the coordinator announces a payload of \(length) bytes, HELLO allowed \(limit)",
        statements: ["FRM-012"])
    }
    let end = start + Frame.headerBytes + Int(length)
    guard buffer.count >= end else { return nil }
    let frame = Frame(
      type: UInt16(number(at: 4, 2)), flags: UInt16(number(at: 6, 2)),
      request: number(at: 8, 8),
      payload: Array(buffer[(start + Frame.headerBytes)..<end]))
    start = end
    return frame
  }

  private func number(at offset: Int, _ count: Int) -> UInt64 {
    let first = start + offset
    return buffer[first..<(first + count)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
