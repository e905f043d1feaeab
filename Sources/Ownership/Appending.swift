/// How the groups of one cluster come into a database that others may write to as well: one after the
/// other, each only while the cluster's row still has the epoch and the holder that this process gave
/// it, and none twice.
///
/// Where an answer is lost (a connection that was cut, a database that failed over, a commit whose wait
/// for the other copy was cancelled), the group is in doubt. Then the epoch is raised first: that waits
/// until the old transaction has ended, and from then on it cannot come in later. Only behind that it is
/// looked up, and written again where it is not there. Until that is done nobody is told anything.
///
/// Each answer carries the epoch of what it answers. Nothing is asked with an epoch whose answer was
/// given up, so that one that comes late is known as such.
public struct Appending<Group: Hashable & Sendable>: Hashable, Sendable {
  public enum Event: Hashable, Sendable {
    /// A group is to become durable. One at a time: the next comes after `appended` or `failed`.
    case append(Group)
    /// The transaction of `write` has ended, and the answers to all of it are there.
    case committed(epoch: UInt64)
    /// It was rolled back, for this reason.
    case rolledBack(String, epoch: UInt64)
    /// The cluster's row has another holder, or not the epoch that it must have: nothing was changed.
    case overtaken(epoch: UInt64)
    /// The answer to `write` or `settle` does not come, or too late.
    case unanswered(epoch: UInt64)
    /// Answers `settle`: the row has the epoch that was asked for.
    case settled(isThere: Bool, epoch: UInt64)
  }

  public enum Effect: Hashable, Sendable {
    /// Write the group in one transaction that holds the cluster's row with this epoch.
    case write(Group, epoch: UInt64)
    /// Raise the epoch of the cluster's row to this one where it is lower and this process holds it, and
    /// behind that, in the same transaction, look for the group: `settled`, `overtaken` or `unanswered`
    /// comes. Each epoch is higher than the one before, so that a transaction that comes in late, on a
    /// connection that was cut, changes nothing.
    case settle(Group, epoch: UInt64)
    /// The group is durable.
    case appended
    /// Nothing of the group is durable, nor will be, for this reason.
    case failed(String)
    /// Another process serves the cluster. Nothing is written any more, and nobody is told anything.
    case fenced
  }

  enum Stage: Hashable, Sendable {
    case idle
    case writing(Group)
    /// The group is in doubt, and this epoch is asked for.
    case settling(Group, epoch: UInt64)
    case fenced
  }

  private(set) var stage = Stage.idle
  /// The epoch of the cluster's row, as far as this process knows.
  public private(set) var epoch: UInt64

  public init(epoch: UInt64) { self.epoch = epoch }

  public mutating func handle(_ event: Event) -> [Effect] {
    switch (stage, event) {
    case (.idle, .append(let group)):
      return write(group)
    case (.writing, .committed(epoch: epoch)):
      stage = .idle
      return [.appended]
    case (.writing, .rolledBack(let reason, epoch: epoch)):
      stage = .idle
      return [.failed(reason)]
    case (.writing(let group), .unanswered(epoch: epoch)):
      return settle(group, epoch + 1)
    case (.settling(let group, let asked), .unanswered(let answered)) where answered == asked:
      return settle(group, asked + 1)
    case (.settling(let group, let asked), .settled(let isThere, let answered))
    where answered == asked:
      epoch = asked
      guard !isThere else {
        stage = .idle
        return [.appended]
      }
      return write(group)
    case (.writing, .overtaken(epoch: epoch)):
      stage = .fenced
      return [.fenced]
    case (.settling(_, let asked), .overtaken(let answered)) where answered == asked:
      stage = .fenced
      return [.fenced]
    case (.idle, _), (.writing, _), (.settling, _), (.fenced, _):
      return []
    }
  }

  private mutating func write(_ group: Group) -> [Effect] {
    stage = .writing(group)
    return [.write(group, epoch: epoch)]
  }

  private mutating func settle(_ group: Group, _ epoch: UInt64) -> [Effect] {
    stage = .settling(group, epoch: epoch)
    return [.settle(group, epoch: epoch)]
  }
}
