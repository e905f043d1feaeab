import NIOCore

/// Plaintext given to `TLSHandler` that is not encrypted yet, in order, with its promises.
struct HeldWrites {
  struct Chunk {
    var plaintext: ByteBuffer
    /// One for each write whose last byte is in this chunk.
    var promises: [EventLoopPromise<Void>]
  }

  private struct Write {
    var plaintext: ByteBuffer
    let promise: EventLoopPromise<Void>?
  }

  private var writes = CircularBuffer<Write>()
  /// How many of `writes`, from the first, a flush has released.
  private var released = 0
  private(set) var byteCount = 0

  mutating func append(_ plaintext: ByteBuffer, promise: EventLoopPromise<Void>?) {
    self.byteCount += plaintext.readableBytes
    self.writes.append(Write(plaintext: plaintext, promise: promise))
  }

  mutating func release() {
    self.released = self.writes.count
  }

  /// Takes at most `limit` released bytes; small writes are joined, large ones cut.
  mutating func takeChunk(limit: Int) -> Chunk? {
    guard self.released > 0 else { return nil }
    var chunk = Chunk(plaintext: self.takeFirst(limit: limit), promises: [])
    self.dropWritten(into: &chunk)
    while self.released > 0, chunk.plaintext.readableBytes < limit {
      var next = self.takeFirst(limit: limit - chunk.plaintext.readableBytes)
      chunk.plaintext.writeBuffer(&next)
      self.dropWritten(into: &chunk)
    }
    return chunk
  }

  mutating func takePromises() -> [EventLoopPromise<Void>] {
    defer { self = HeldWrites() }
    return self.writes.compactMap(\.promise)
  }

  private mutating func takeFirst(limit: Int) -> ByteBuffer {
    let index = self.writes.startIndex
    let count = min(limit, self.writes[index].plaintext.readableBytes)
    self.byteCount -= count
    return self.writes[index].plaintext.readSlice(length: count) ?? ByteBuffer()
  }

  private mutating func dropWritten(into chunk: inout Chunk) {
    while self.released > 0, let first = self.writes.first, first.plaintext.readableBytes == 0 {
      if let promise = first.promise { chunk.promises.append(promise) }
      self.writes.removeFirst()
      self.released -= 1
    }
  }
}
