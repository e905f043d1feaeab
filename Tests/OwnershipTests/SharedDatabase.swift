import Ownership

/// A database that several processes share, as far as it is about who serves which cluster. Each
/// function is one transaction.
struct SharedDatabase {
  struct Entry: Hashable {
    let group: Int
    let epoch: UInt64
    let holder: HolderID
  }

  struct Cluster {
    var epoch: UInt64 = 0
    var holder: HolderID?
    var log: [Entry] = []
  }

  private(set) var clusters: [Cluster]
  /// Until when each lease lasts.
  private var leases: [HolderID: UInt64] = [:]
  /// Whether writes look at no epoch: a mistake.
  private let forgetsEpochs: Bool
  /// The writes that were refused because of their epoch or holder.
  private(set) var staleWrites = 0

  init(clusters: Int, forgetsEpochs: Bool) {
    self.clusters = Array(repeating: Cluster(), count: clusters)
    self.forgetsEpochs = forgetsEpochs
  }

  func row(of cluster: Int, now: UInt64) -> ClusterRow {
    let row = clusters[cluster]
    let end = row.holder.flatMap { leases[$0] } ?? 0
    return ClusterRow(epoch: row.epoch, holder: row.holder, isLeased: now < end)
  }

  mutating func renew(_ holder: HolderID, now: UInt64) {
    leases[holder] = max(leases[holder] ?? 0, now + Lease.Terms().length)
  }

  /// - Returns: whether nobody was faster.
  mutating func take(
    _ cluster: Int, _ known: ClusterRow, epoch: UInt64, by holder: HolderID, now: UInt64
  ) -> Bool {
    guard row(of: cluster, now: now) == known else { return false }
    clusters[cluster].epoch = epoch
    clusters[cluster].holder = holder
    return true
  }

  mutating func release(_ cluster: Int, epoch: UInt64, by holder: HolderID) {
    guard clusters[cluster].holder == holder, clusters[cluster].epoch <= epoch else { return }
    clusters[cluster].holder = nil
  }

  mutating func write(_ group: Int, of cluster: Int, epoch: UInt64, by holder: HolderID) -> Bool {
    let row = clusters[cluster]
    guard forgetsEpochs || (row.epoch == epoch && row.holder == holder) else {
      staleWrites += 1
      return false
    }
    clusters[cluster].log.append(Entry(group: group, epoch: epoch, holder: holder))
    return true
  }

  /// Raises the epoch, and looks for the group behind that.
  /// - Returns: whether it is there; nil where the cluster has another holder, or a higher epoch.
  mutating func settle(
    _ group: Int, of cluster: Int, epoch: UInt64, by holder: HolderID
  ) -> Bool? {
    guard clusters[cluster].holder == holder, clusters[cluster].epoch < epoch else { return nil }
    clusters[cluster].epoch = epoch
    return has(group, of: cluster)
  }

  func has(_ group: Int, of cluster: Int) -> Bool {
    clusters[cluster].log.contains { $0.group == group }
  }
}
