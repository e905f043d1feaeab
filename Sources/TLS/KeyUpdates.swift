/// How often the peer of a session has changed its keys, against what it has sent (SPEC.md TLS-021).
///
/// A key update is a record of 27 bytes that makes this side derive new keys, and answer where the
/// peer asks for that, which takes as long as decrypting some KiB. An honest peer changes its keys
/// once in many GiB, or by hand.
struct KeyUpdates: Hashable, Sendable {
  /// The key updates that every peer may send.
  static let free = 32
  /// Each of these gives it one more.
  static let bytesForOne = 64 * 1024

  private(set) var receivedBytes = 0
  private(set) var count = 0

  mutating func receive(bytes: Int) {
    receivedBytes += bytes
  }

  /// Notes one.
  /// - Returns: whether the peer may still send it.
  mutating func note() -> Bool {
    count += 1
    return count <= Self.free + receivedBytes / Self.bytesForOne
  }
}
