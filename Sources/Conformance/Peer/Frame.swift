/// A frame as it stands on the wire: 16 bytes of header, then the payload.
struct Frame: Hashable, Sendable {
  static let headerBytes = 16

  var type: UInt16
  var flags: UInt16 = 0
  var request: UInt64 = 0
  var payload: [UInt8] = []
  /// What the header says of the payload's length; nil for the truth.
  var claimedLength: UInt32?

  var isElective: Bool { self.type & 0x8000 != 0 }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let length = UInt64(self.claimedLength ?? UInt32(truncatingIfNeeded: self.payload.count))
    let parts = [(length, 4), (UInt64(self.type), 2), (UInt64(self.flags), 2), (self.request, 8)]
    for (value, count) in parts {
      for shift in (0..<count).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift))))
      }
    }
    return bytes + self.payload
  }
}

/// Cuts what a coordinator sends into frames.
struct FrameCutter {
  /// A coordinator must not send more than HELLO announced.
  let limit: UInt64
  private var buffer: [UInt8] = []
  private var start = 0

  init(limit: UInt64) {
    self.limit = limit
  }

  /// Bytes of a frame that is not complete.
  var rest: Int { self.buffer.count - self.start }

  mutating func feed(_ bytes: [UInt8]) {
    self.buffer.removeFirst(self.start)
    self.start = 0
    self.buffer += bytes
  }

  /// - Throws: `CaseFailure` where the coordinator announces more than it may send.
  mutating func next() throws -> Frame? {
    guard self.rest >= Frame.headerBytes else { return nil }
    let length = self.number(at: 0, 4)
    guard length <= self.limit else {
      throw CaseFailure(
        "the coordinator announces a payload of \(length) bytes, HELLO allowed \(self.limit)",
        statements: ["FRM-012"])
    }
    let end = self.start + Frame.headerBytes + Int(length)
    guard self.buffer.count >= end else { return nil }
    let frame = Frame(
      type: UInt16(self.number(at: 4, 2)), flags: UInt16(self.number(at: 6, 2)),
      request: self.number(at: 8, 8),
      payload: Array(self.buffer[(self.start + Frame.headerBytes)..<end]))
    self.start = end
    return frame
  }

  private func number(at offset: Int, _ count: Int) -> UInt64 {
    let first = self.start + offset
    return self.buffer[first..<(first + count)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
