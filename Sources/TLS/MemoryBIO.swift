import COpenSSL
import NIOCore

/// A queue of bytes that OpenSSL reads from or writes to. The session it is set on frees it.
struct MemoryBIO {
  /// A memory BIO never gives memory back by itself. One that held more than this many bytes, which
  /// is more than edits and their outcomes take, is replaced once it is empty: the chunks of a
  /// snapshot cost an idle connection nothing.
  private static let keptCapacity = 4 * 1024

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
    guard mostHeld > Self.keptCapacity, count == 0, let fresh = BIO_new(BIO_s_mem())
    else { return }
    install(fresh)
    pointer = fresh
    mostHeld = 0
  }
}
