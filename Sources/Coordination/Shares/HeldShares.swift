import BoardModel
import Wire

/// What peers hold for as long as they are connected, and who they are (SPEC.md LIM-009).
struct HeldShares: Sendable {
  private var connections = ShareCounts()
  private var newcomers = ShareCounts()
  private var partialBytes = ShareCounts()
  private var holders: [ConnectionID: Holding] = [:]

  private struct Holding {
    let holder: Holder
    let isNewcomer: Bool
    /// The bytes of a frame that has not come whole, as far as they are counted.
    var partial = 0
  }

  /// Counts a connection.
  /// - Returns: the share that it would exceed, in which case it is not counted; nil where it does not.
  mutating func connect(_ id: ConnectionID, _ visitor: Visitor, _ shares: Shares) -> Refusal? {
    let holder = Holder(visitor)
    let holding = Holding(holder: holder, isNewcomer: visitor.author == nil)
    if let excess = connections.excess(of: shares.connections, for: holder) {
      return .used(excess, "connections", "connections")
    }
    if holding.isNewcomer {
      if let excess = newcomers.excess(of: shares.newcomers, for: holder) {
        return .used(excess, "newcomers", "connections of newcomers")
      }
      newcomers.add(of: holder)
    }
    connections.add(of: holder)
    holders[id] = holding
    return nil
  }

  mutating func disconnect(_ id: ConnectionID) {
    guard let holding = holders.removeValue(forKey: id) else { return }
    holders.giveBackSpareRoom()
    connections.add(-1, of: holding.holder)
    if holding.isNewcomer { newcomers.add(-1, of: holding.holder) }
    if holding.partial > 0 { partialBytes.add(-holding.partial, of: holding.holder) }
  }

  /// The room of a connection that opens now, for what waits for it. Those who have many connections
  /// have less room for each that comes later, and so has everybody where there are many.
  /// - Parameter most: the room where there are few.
  func outboxLimit(of visitor: Visitor, _ shares: Shares, _ most: Int) -> Int {
    let own = visitor.author.map { max(connections.held(by: $0.user), 1) } ?? 1
    let fair = min(shares.peerBytesOfUser / own, shares.peerBytes / max(connections.all, 1))
    return min(most, max(fair, Limits.outboxLeast))
  }

  /// Counts the bytes of a frame that has not come whole. Few are not counted: every connection has
  /// some now and then.
  /// - Returns: the share that they exceed; nil where they do not.
  mutating func hold(_ bytes: Int, of id: ConnectionID, _ share: Share) -> Refusal? {
    let counted = bytes < HeldShares.leastCounted ? 0 : bytes
    guard let holding = holders[id], holding.partial != counted else { return nil }
    let more = counted - holding.partial
    if more > 0, let excess = partialBytes.excess(of: share, adding: more, for: holding.holder) {
      return .used(excess, "partial-bytes", "bytes of frames that have not come whole")
    }
    partialBytes.add(more, of: holding.holder)
    holders[id]?.partial = counted
    return nil
  }

  static let leastCounted = 1 << 16
}

extension Holder {
  init(_ visitor: Visitor) {
    self.init(
      author: visitor.author,
      network: visitor.address.isEmpty ? nil : Network(host: visitor.address))
  }
}

extension Coordinator {
  /// Counts what a connection holds of a frame that has not come whole.
  mutating func countPartial(_ id: ConnectionID) {
    guard let bytes = connections.read(id, { $0.partialBytes }) else { return }
    if let refusal = held.hold(bytes, of: id, configuration.shares.partialBytes) {
      fail(id, refusal)
    }
  }
}

extension Refusal {
  /// A connection that would be one too many, or hold too much.
  /// - Parameters:
  ///   - thing: what is used up, as in the names of limits.
  ///   - things: the same in words.
  fileprivate static func used(_ excess: Excess, _ thing: String, _ things: String) -> Refusal {
    Refusal(
      .tooManyConnections,
      "The limit \(excess.name(of: thing)) is reached: \(excess.words(things)). Close some, or try "
        + "again in \(Coordinator.connectionRetryMilliseconds / 1_000) seconds.",
      retryAfter: Coordinator.connectionRetryMilliseconds)
  }
}

extension Coordinator {
  /// How long a peer waits that was refused for a share: connections come and go.
  static let connectionRetryMilliseconds: UInt32 = 5_000
}
