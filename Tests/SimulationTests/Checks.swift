import BoardModel
import WindowSync
import Wire

/// What must hold at every step and at the end, whatever went wrong.
struct Checks {
  var authors: [Int: Author] = [:]
  /// Every operation that was ever sent.
  var submitted: Set<OperationID> = []
  var refusals: [EditRefusal: Int] = [:]
  /// Titles of edits that reached a window's disk: each must come to stand in the log, once.
  private var promised: Set<String> = []
  private var promisedIDs: [String: OperationID] = [:]

  mutating func persisted(_ operations: [Operation]) {
    for operation in operations {
      guard let marker = operation.intent.marker else { continue }
      promised.insert(marker)
      promisedIDs[marker] = operation.id
    }
  }

  mutating func renumbered(_ operations: [Operation]) { persisted(operations) }

  /// A window was told what became of its operation: so it is durable, once, and came to that.
  func settled(_ operation: Operation, _ outcome: Outcome, in store: SimulatedStore) throws {
    guard store.occurrences[operation.id] == 1 else {
      throw Violation(
        "\(operation.id) was acknowledged and stands in the log "
          + "\(store.occurrences[operation.id] ?? 0) times")
    }
    guard store.outcomes[operation.id] == outcome else {
      throw Violation("\(operation.id) was acknowledged with another outcome than it has")
    }
  }

  func committed(_ operations: [CommittedOperation], by index: Int) throws {
    for (one, next) in zip(operations, operations.dropFirst())
    where next.sequence != one.sequence + 1 {
      throw Violation("process \(index) applied \(next.sequence) behind \(one.sequence)")
    }
  }

  func noticed(_ notice: ReplicaNotice, by index: Int, wasFenced: Bool) throws {
    switch notice {
    case .fenced, .resubmitted: return
    case .expired where wasFenced: return
    case .expired, .storeReplaced, .upgradeNeeded, .boardUnknown, .identityRefused, .refused,
      .diverged, .coordinatorFault:
      throw Violation("process \(index) was given the notice \(notice)")
    }
  }

  /// After healing: every promise kept, once, and everybody sees the same.
  func atEnd(_ processes: [SimulatedProcess], store: SimulatedStore) throws {
    var truth = Board(id: Names.board)
    var found: [String: Int] = [:]
    for committed in store.log {
      guard committed.sequence == truth.sequence + 1 else {
        throw Violation("the log has \(committed.sequence) behind \(truth.sequence)")
      }
      guard truth.apply(committed) == committed.outcome else {
        throw Violation("operation \(committed.sequence) comes to something else")
      }
      if let marker = committed.operation.intent.marker { found[marker, default: 0] += 1 }
    }
    for (id, count) in store.occurrences where count != 1 {
      throw Violation("\(id) stands in the log \(count) times")
    }
    for marker in promised.sorted() where found[marker] != 1 {
      throw Violation(
        "\(marker) (\(promisedIDs[marker].map { "\($0)" } ?? "")) was on a window's disk and stands"
          + " in the log \(found[marker] ?? 0) times")
    }
    let digest = truth.digest()
    for (index, process) in processes.enumerated() where !process.fenced {
      guard var confirmed = process.replica.confirmed, var visible = process.replica.visible else {
        throw Violation("process \(index) has no board")
      }
      guard confirmed.digest() == digest, visible.digest() == digest else {
        throw Violation("process \(index) sees another board")
      }
    }
  }
}

extension Intent {
  /// The unique text in an edit of a simulated person.
  var marker: String? {
    switch self {
    case .cardCreate(_, _, let title, _, _), .cardRetitle(_, let title),
      .columnCreate(_, let title, _):
      title.hasPrefix("edit ") ? title : nil
    case .cardSplice(_, let splice): splice.insertions.first?.text
    default: nil
    }
  }
}
