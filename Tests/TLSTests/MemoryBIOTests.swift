import COpenSSL
import NIOCore
import Testing

@testable import TLS

struct MemoryBIOTests {
  /// - Returns: whether the queue was replaced after it had held so many bytes.
  private func holds(_ count: Int, _ queue: inout MemoryBIO) -> Bool {
    patterned(count).withUnsafeBytes { queue.write($0) }
    var isReplaced = false
    queue.shrink { _ in isReplaced = true }
    #expect(!isReplaced, "bytes are lost")
    #expect(queue.read()?.readableBytes == count)
    let old = queue.pointer
    queue.shrink { _ in
      BIO_free(old)
      isReplaced = true
    }
    return isReplaced
  }

  @Test("Of a handshake's first flight nothing is kept, then as much as edits take")
  func shrinks() throws {
    var queue = try #require(MemoryBIO())
    defer { BIO_free(queue.pointer) }
    #expect(holds(2_000, &queue))
    #expect(!holds(2_000, &queue))
    #expect(!holds(4_096, &queue))
    #expect(holds(4_097, &queue))
    #expect(!holds(2_000, &queue))
    #expect(holds(70_000, &queue))
  }
}
