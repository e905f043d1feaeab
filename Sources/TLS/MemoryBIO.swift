import COpenSSL
import NIOCore

/// A queue of bytes that OpenSSL reads from or writes to. The session it is set on frees it.
struct MemoryBIO {
  /// A memory BIO never gives memory back by itself. One that held more than this many bytes is
  /// replaced once it is empty: what the chunks of a snapshot took costs an idle connection nothing.
  /// Nothing is kept of what a handshake's first flight took; then as much as edits and their
  /// outcomes take.
  private var keptCapacity = 0
  private static let capacityForEdits = 4 * 1024

  private(set) var pointer: OpaquePointer
  private var mostHeld = 0

  init?() {
    guard let pointer = BIO_new(BIO_s_mem()) else { return nil }
    self.pointer = pointer
  }

  var count: Int { BIO_ctrl_pending(pointer) }

  mutating func write(_ bytes: UnsafeRawBufferPointer) {
    ERR_clear_error()
    _ = BIO_write(pointer, bytes.baseAddress, CInt(bytes.count))
    mostHeld = max(mostHeld, count)
  }

  mutating func read() -> ByteBuffer? {
    let count = self.count
    guard count > 0 else { return nil }
    mostHeld = max(mostHeld, count)
    var buffer = ByteBufferAllocator().buffer(capacity: count)
    buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
      max(0, Int(BIO_read(pointer, room.baseAddress, CInt(count))))
    }
    return buffer
  }

  /// Replaces an empty queue that has grown; `install` hands the new one to the session, which
  /// frees the old one.
  mutating func shrink(_ install: (OpaquePointer) -> Void) {
    guard mostHeld > keptCapacity, count == 0, let fresh = BIO_new(BIO_s_mem())
    else { return }
    keptCapacity = Self.capacityForEdits
    install(fresh)
    pointer = fresh
    mostHeld = 0
  }
}
