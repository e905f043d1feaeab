import BoardModel
import Wire

/// Frames as large as there may be, and larger.
enum GiantFrames {
  /// A whole frame of an unknown type that a peer skips (SPEC.md FRM-003).
  private static let skipped = frame(bytes: Int(Limits.frameBytes))
  /// The same without its end, which never comes.
  private static let unfinished = Array(skipped.dropLast())
  /// The beginning of one that says it has 4 GiB.
  private static let endless = frame(bytes: 0, saying: .max)
  private static let words = String(repeating: "All that there is room for. ", count: 27_000)

  private static func frame(bytes: Int, saying length: UInt32? = nil) -> [UInt8] {
    var frame: [UInt8] = []
    withUnsafeBytes(of: (length ?? UInt32(bytes)).bigEndian) { frame += $0 }
    withUnsafeBytes(of: UInt16(0x8F0F).bigEndian) { frame += $0 }
    return frame + [UInt8](repeating: 0, count: FrameHeader.byteCount - frame.count + bytes)
  }

  static func send(_ peer: Peer) {
    switch peer.index % 4 {
    case 0: peer.send(skipped)
    case 1: if peer.turn == 0 { peer.send(unfinished) }
    case 2: peer.send(peer.turn % 16 == 15 ? endless : skipped)
    default:
      // As large as an operation may be, and more than one card may have with the others.
      peer.submit(
        .cardCreate(
          .random(), in: ColumnID(high: 0xC0, low: 1), title: "x", body: words, at: Anchors()))
    }
  }
}
