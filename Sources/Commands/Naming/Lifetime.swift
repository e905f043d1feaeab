import Identity

/// Reads how long an invitation is good, of `--ttl`.
enum Lifetime {
  /// - Returns: seconds.
  static func parse(_ text: String) throws(CommandFailure) -> UInt32 {
    guard let seconds = InvitationTime.seconds(text) else {
      throw CommandFailure(
        .usage, "\(Naming.quoted(text)) is no time for --ttl: write \(InvitationTime.forms)")
    }
    return seconds
  }
}
