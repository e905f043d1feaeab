import Wire

/// A snapshot on its way to one window, as the answer to its request. A chunk is made when there is
/// room for it, so that a peer that does not read holds no more than its outbox (SPEC.md SNP-023).
struct SnapshotStream: Sendable {
  let request: UInt64
  let image: SnapshotImage
  /// The number of chunks that are on their way.
  private(set) var sent = 0

  init(_ image: SnapshotImage, answering request: UInt64) {
    (self.image, self.request) = (image, request)
  }

  /// The bytes that the next chunk takes, or more.
  var nextSize: Int { image.chunks[sent].byteCount + 256 }

  /// Whether everything is on its way.
  var isDone: Bool { sent == image.chunks.count }

  /// Takes the next chunk, of which there is one.
  mutating func next() -> Frame {
    let chunk = image.chunks[sent]
    sent += 1
    return Frame(
      type: Snapshot.type, flags: isDone ? .response : [.response, .more], request: request,
      payload: image.payload(chunk))
  }
}
