import NIOCore

/// Plaintext given to `TLSHandler` that is not encrypted yet, in order, with its promises.
struct HeldWrites {
  struct Chunk {
    var plaintext: ByteBuffer
    /// The promises of the writes whose last byte is in this chunk.
    var promises: [EventLoopPromise<Void>]
  }

  private struct Write {
    var plaintext: ByteBuffer
    let promise: EventLoopPromise<Void>?
  }

  /// Nearly always one at a time: room for more comes with them, so that idle connections have none.
  private var writes = CircularBuffer<Write>(initialCapacity: 1)
  /// The number of `writes`, from the first, that a flush has released.
  private var released = 0
  private(set) var byteCount = 0

  mutating func append(_ plaintext: ByteBuffer, promise: EventLoopPromise<Void>?) {
    byteCount += plaintext.readableBytes
    writes.append(Write(plaintext: plaintext, promise: promise))
  }

  mutating func release() {
    released = writes.count
  }

  /// Takes at most `limit` released bytes; small writes are joined, large ones cut.
  mutating func takeChunk(limit: Int) -> Chunk? {
    guard released > 0 else { return nil }
    var chunk = Chunk(plaintext: takeFirst(limit: limit), promises: [])
    dropWritten(into: &chunk)
    while released > 0, chunk.plaintext.readableBytes < limit {
      var next = takeFirst(limit: limit - chunk.plaintext.readableBytes)
      chunk.plaintext.writeBuffer(&next)
      dropWritten(into: &chunk)
    }
    return chunk
  }

  mutating func takePromises() -> [EventLoopPromise<Void>] {
    defer { self = HeldWrites() }
    return writes.compactMap(\.promise)
  }

  private mutating func takeFirst(limit: Int) -> ByteBuffer {
    let index = writes.startIndex
    let count = min(limit, writes[index].plaintext.readableBytes)
    byteCount -= count
    return writes[index].plaintext.readSlice(length: count) ?? ByteBuffer()
  }

  private mutating func dropWritten(into chunk: inout Chunk) {
    while released > 0, let first = writes.first, first.plaintext.readableBytes == 0 {
      if let promise = first.promise { chunk.promises.append(promise) }
      writes.removeFirst()
      released -= 1
    }
  }
}
