import BoardModel
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
