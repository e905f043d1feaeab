/// One life of a process that serves clusters: nobody has the same number twice, so that a row that names
/// it was written by it.
public struct HolderID: Hashable, Sendable {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

/// The row of a cluster: who serves it.
public struct ClusterRow: Hashable, Sendable {
  /// It only ever rises, with each change of the holder and with each group that was in doubt.
  public let epoch: UInt64
  /// Nil where nobody serves it.
  public let holder: HolderID?
  /// Whether the holder's lease lasts, by the database's clock.
  public let isLeased: Bool

  public init(epoch: UInt64, holder: HolderID?, isLeased: Bool) {
    self.epoch = epoch
    self.holder = holder
    self.isLeased = isLeased
  }
}

/// What one process has to do with one cluster, from when it wants to serve it until it does not.
///
/// The row changes by compare-and-set only, and nothing is asked twice with one epoch but `release`: so
/// what comes late, on a connection that was cut, changes nothing of what was asked since. Whether the
/// process may serve at all is the matter of its `Lease`, and the same for all clusters that it holds.
public struct Holding: Hashable, Sendable {
  public enum Event: Hashable, Sendable {
    /// The row was read, as with each renewal of the lease, perhaps before the last change of it.
    case looked(ClusterRow)
    /// The process is to serve the cluster if nobody does.
    case wanted(ClusterRow)
    /// Answers `take`: the row has this epoch, and this process as its holder.
    case taken(epoch: UInt64)
    /// Answers `take` with this epoch: another was faster.
    case notTaken(epoch: UInt64)
    /// Answers `open`.
    case opened
    /// This epoch is asked for, for a group that is in doubt (`Appending.Effect.settle`).
    case asked(epoch: UInt64)
    case openFailed
    /// An append found another epoch or holder.
    case fenced
    /// Another process is to serve it.
    case handOver
    /// Answers `drain`.
    case drained
    /// Answers `release`, also where there was nothing to release.
    case released
    /// The answer to `take` or `release` with this epoch does not come, or too late.
    case unanswered(epoch: UInt64)
  }

  public enum Effect: Hashable, Sendable {
    /// Make this process the holder and raise the epoch to this one, where the row is as it was read: its
    /// epoch the same, and its holder, if there is one, still without a lease. What such a holder has under
    /// way is ended first.
    case take(ClusterRow, epoch: UInt64)
    /// Read what the database has of the cluster, and serve it.
    case open(epoch: UInt64)
    /// Stop in order: what is under way becomes durable, and windows are told to come again.
    case drain
    /// Let go of all that there is of it, at once: another process serves it, or nobody yet.
    case abandon
    /// Leave the row without a holder where this process is it and the epoch is no higher than this,
    /// behind a `take` that is under way. It may be asked again.
    case release(epoch: UInt64)
  }

  enum Stage: Hashable, Sendable {
    case absent
    case taking(epoch: UInt64)
    case opening(epoch: UInt64)
    case serving(epoch: UInt64)
    case draining(epoch: UInt64)
    case releasing
  }

  private let holder: HolderID
  private(set) var stage = Stage.absent
  /// The highest epoch that this process ever asked for.
  private var highest: UInt64 = 0

  public init(by holder: HolderID) { self.holder = holder }

  /// Whether the process counts the cluster among those that it serves.
  public var isHeld: Bool { stage != .absent }

  public mutating func handle(_ event: Event) -> [Effect] {
    switch (stage, event) {
    case (.absent, .wanted(let row)):
      guard row.holder == nil || !row.isLeased else { return [] }
      highest = max(highest, row.epoch) + 1
      return go(.taking(epoch: highest), [.take(row, epoch: highest)])
    case (.absent, .looked(let row)):
      guard row.holder == holder else { return [] }
      // A `take` that came in after its connection was cut.
      highest = max(highest, row.epoch)
      return release()
    case (.taking(let asked), .taken(let epoch)) where epoch == asked:
      return go(.opening(epoch: epoch), [.open(epoch: epoch)])
    case (.taking(let asked), .notTaken(let epoch)) where epoch == asked:
      return go(.absent, [])
    case (.taking(let asked), .unanswered(let epoch)) where epoch == asked:
      return release()
    case (.taking, .handOver), (.opening, .openFailed), (.draining, .drained):
      return release()
    case (.opening(let epoch), .opened):
      return go(.serving(epoch: epoch), [])
    case (.opening, .handOver):
      return [.abandon] + release()
    case (.serving(let epoch), .handOver):
      return go(.draining(epoch: epoch), [.drain])
    case (.serving, .asked(let epoch)), (.draining, .asked(let epoch)):
      highest = max(highest, epoch)
      return []
    case (.opening(let epoch), .looked(let row)), (.serving(let epoch), .looked(let row)),
      (.draining(let epoch), .looked(let row)):
      return row.holder == holder || row.epoch < epoch ? [] : go(.absent, [.abandon])
    case (.opening, .fenced), (.serving, .fenced), (.draining, .fenced):
      return go(.absent, [.abandon])
    case (.releasing, .released):
      return go(.absent, [])
    case (.releasing, .unanswered(epoch: highest)):
      return release()
    case (.absent, _), (.taking, _), (.opening, _), (.serving, _), (.draining, _), (.releasing, _):
      return []
    }
  }

  private mutating func release() -> [Effect] {
    go(.releasing, [.release(epoch: highest)])
  }

  private mutating func go(_ stage: Stage, _ effects: [Effect]) -> [Effect] {
    self.stage = stage
    return effects
  }
}
