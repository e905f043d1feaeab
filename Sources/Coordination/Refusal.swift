import Wire

/// Why a request is refused, as its peer is told.
struct Refusal: Hashable, Sendable {
  let code: ErrorCode
  /// A sentence for people.
  let text: String
  /// How long the peer waits before it asks again, in milliseconds.
  var retryAfter: UInt32 = 0

  init(_ code: ErrorCode, _ text: String, retryAfter: UInt32 = 0) {
    self.code = code
    self.text = text
    self.retryAfter = retryAfter
  }
}
