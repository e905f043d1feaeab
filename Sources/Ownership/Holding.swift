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
/// The row changes by compare-and-set only. Whether the process may serve at all is the matter of its
/// `Lease`, and the same for all clusters that it holds.
public struct Holding: Hashable, Sendable {
  public enum Event: Hashable, Sendable {
    /// The row was read, as with each renewal of the lease, perhaps before the last change of it.
    case looked(ClusterRow)
    /// The process is to serve the cluster if nobody does.
    case wanted(ClusterRow)
    /// Answers `take`.
    case taken(epoch: UInt64)
    /// Answers `take`: another was faster.
    case notTaken
    /// Answers `open`.
    case opened
    /// The epoch was raised for a group that was in doubt.
    case raised(epoch: UInt64)
    case openFailed
    /// An append found another epoch or holder.
    case fenced
    /// Another process is to serve it.
    case handOver
    /// Answers `drain`.
    case drained
    /// Answers `release`, also where there was nothing to release.
    case released
    /// The answer to `take` or `release` will not come.
    case unanswered
  }

  public enum Effect: Hashable, Sendable {
    /// Make this process the holder and raise the epoch, where the row has this epoch and its holder has
    /// no lease.
    case take(from: UInt64)
    /// Read what the database has of the cluster, and serve it.
    case open(epoch: UInt64)
    /// Stop in order: what is under way becomes durable, and windows are told to come again.
    case drain
    /// Let go of all that there is of it, at once: another process serves it, or nobody yet.
    case abandon
    /// Leave the row without a holder where this process is it and the epoch is no higher, behind a
    /// `take` that is under way. One that comes in late changes nothing of a later `take`.
    case release(through: UInt64)
  }

  enum Stage: Hashable, Sendable {
    case absent
    case taking(from: UInt64)
    case opening(epoch: UInt64)
    case serving(epoch: UInt64)
    case draining(epoch: UInt64)
    case releasing(epoch: UInt64)
  }

  private let holder: HolderID
  private(set) var stage = Stage.absent

  public init(by holder: HolderID) { self.holder = holder }

  /// Whether the process counts the cluster among those that it serves.
  public var isHeld: Bool { stage != .absent }

  public mutating func handle(_ event: Event) -> [Effect] {
    switch (stage, event) {
    case (.absent, .wanted(let row)):
      guard row.holder == nil || !row.isLeased else { return [] }
      return go(.taking(from: row.epoch), [.take(from: row.epoch)])
    case (.absent, .looked(let row)):
      // A `take` that came in after its connection was cut.
      return row.holder == holder ? release(row.epoch) : []
    case (.taking, .taken(let epoch)):
      return go(.opening(epoch: epoch), [.open(epoch: epoch)])
    case (.taking, .notTaken):
      return go(.absent, [])
    case (.taking(let epoch), .unanswered), (.taking(let epoch), .handOver):
      return release(epoch + 1)
    case (.opening(let epoch), .opened):
      return go(.serving(epoch: epoch), [])
    case (.opening(let epoch), .openFailed):
      return release(epoch)
    case (.opening(let epoch), .handOver):
      return [.abandon] + release(epoch)
    case (.serving, .raised(let epoch)):
      return go(.serving(epoch: epoch), [])
    case (.serving(let epoch), .handOver):
      return go(.draining(epoch: epoch), [.drain])
    case (.draining, .raised(let epoch)):
      return go(.draining(epoch: epoch), [])
    case (.draining(let epoch), .drained):
      return release(epoch)
    case (.opening(let epoch), .looked(let row)), (.serving(let epoch), .looked(let row)),
      (.draining(let epoch), .looked(let row)):
      return row.holder == holder || row.epoch < epoch ? [] : go(.absent, [.abandon])
    case (.opening, .fenced), (.serving, .fenced), (.draining, .fenced):
      return go(.absent, [.abandon])
    case (.releasing, .released):
      return go(.absent, [])
    case (.releasing(let epoch), .unanswered):
      return release(epoch)
    case (.absent, _), (.taking, _), (.opening, _), (.serving, _), (.draining, _), (.releasing, _):
      return []
    }
  }

  private mutating func release(_ epoch: UInt64) -> [Effect] {
    go(.releasing(epoch: epoch), [.release(through: epoch)])
  }

  private mutating func go(_ stage: Stage, _ effects: [Effect]) -> [Effect] {
    self.stage = stage
    return effects
  }
}
