import BoardModel
import Wire

/// The bytes that wait for peers to read them, and for whom most wait (SPEC.md LIM-016).
struct UnreadBytes: Sendable {
  private var counts = ShareCounts()

  mutating func add(_ amount: Int, of user: String) {
    counts.add(amount, of: Holder(user: user))
  }

  /// The user one of whose connections has to end, and the share that is exceeded; nil where none is.
  func overdrawn(_ shares: Shares) -> (user: String, excess: Excess)? {
    let (all, ofUser) = (shares.unreadBytes, shares.unreadBytesOfUser)
    guard counts.all > min(all, ofUser),
      let most = counts.users.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
    else { return nil }
    if most.value > ofUser { return (most.key, .user(ofUser)) }
    return counts.all > all ? (most.key, .all(all)) : nil
  }
}

extension Coordinator {
  /// Counts what waits for a connection, which changed by so much.
  mutating func countUnread(_ change: Int, of id: ConnectionID) {
    // Who has no certificate yet is sent a few bytes.
    guard change != 0, let user = author(of: id)?.user else { return }
    unread.add(change, of: user)
  }

  /// Ends connections until no more waits than may: it is called once the sockets had a chance to
  /// take what was sent.
  mutating func dropUnread() {
    while let (user, excess) = unread.overdrawn(configuration.shares),
      let id = leastRead(of: user)
    {
      output.append(
        .refused(
          id,
          "the limit \(excess.name(of: "unread-bytes")) is reached: "
            + "\(excess.words("bytes that wait to be read")), and most of them wait here"))
      drop(id)
    }
  }

  /// Closes a connection without what waits for it.
  private mutating func drop(_ id: ConnectionID) {
    output.append(.drop(id))
    let change = connections.change(id) { connection in
      connection.cut()
      return connection.recountUnread()
    }
    countUnread(change ?? 0, of: id)
  }

  /// The connection for which most waits, of the user's device for which most waits.
  private func leastRead(of user: String) -> ConnectionID? {
    var devices: [String: (all: Int, most: Int, id: ConnectionID)] = [:]
    for id in connections.keys.sorted() {
      let found = connections.read(id) { ($0.author, $0.outbox.counted) }
      guard let (author, bytes) = found, let author, author.user == user, bytes > 0 else {
        continue
      }
      var device = devices[author.device] ?? (0, 0, id)
      device.all += bytes
      if bytes > device.most { (device.most, device.id) = (bytes, id) }
      devices[author.device] = device
    }
    return devices.max { ($0.value.all, $1.key) < ($1.value.all, $0.key) }?.value.id
  }
}
