import BoardModel
import LogRecords
import SampleHistory
import WindowSync

extension World {
  /// After healing: everybody sees what the log comes to.
  func checkReplicas() throws {
    var truth = Board(id: Names.board, levels: World.levels)
    for committed in store.log { _ = truth.apply(committed) }
    let digest = truth.digest()
    for (index, process) in processes.enumerated() where !process.fenced {
      guard var confirmed = process.replica.confirmed, var visible = process.replica.visible else {
        throw Violation(.replicas, "process \(index) has no board")
      }
      guard confirmed.digest() == digest, visible.digest() == digest else {
        throw Violation(.replicas, "process \(index) sees another board")
      }
    }
  }

  func checkStore() throws {
    for (one, next) in zip(store.log, store.log.dropFirst()) {
      guard next.sequence == one.sequence + 1 else {
        throw Violation(.log, "the log has \(next.sequence) behind \(one.sequence)")
      }
    }
    for (id, count) in store.occurrences where count != 1 {
      throw Violation(.log, "\(id) stands in the log \(count) times")
    }
  }

  /// No row holds what was purged behind it, and no snapshot is from before a purge.
  func checkErased() throws {
    // A purge that overlooks something finds nothing left to take away either.
    if bug == .keptItemsInLog { return }
    for purge in store.log.compactMap({ PurgeRecord($0, on: Names.board) }) {
      for row in store.rows where try SaltedRow(sample: row).purging(purge) != nil {
        throw Violation(.purges, "the log has what operation \(purge.sequence) purged")
      }
      guard store.snapshot?.sequence ?? 0 >= purge.sequence else {
        throw Violation(.purges, "the store has no snapshot from behind \(purge.sequence)")
      }
    }
  }

  func checkClock() throws {
    for (one, next) in zip(store.log, store.log.dropFirst()) where next.time < one.time {
      throw Violation(.clock, "operation \(next.sequence) is earlier than the one before it")
    }
  }

  func checkOperations() throws {
    for committed in store.log {
      guard let made = checks.made[committed.id] else { continue }
      guard committed.decides(made) else {
        throw Violation(.operations, "\(made.id) is in the log and not as its window made it")
      }
    }
  }
}
