import BoardModel
import WindowSync
import Wire

/// What must hold at every step, whatever went wrong, and what the world knows of its windows.
struct Checks {
  private var authors: [Int: Author] = [:]
  private var sessions: [SessionID: Author] = [:]
  /// Every operation that was ever sent, as it was sent first.
  private(set) var submitted: [OperationID: Operation] = [:]
  /// Every operation that reached a window's disk, as it was made, under its last name.
  private(set) var made: [OperationID: Operation] = [:]
  /// Operations of which a window learnt what they came to.
  private(set) var told: Set<OperationID> = []
  var refusals: [EditRefusal: Int] = [:]

  func author(of process: Int) -> Author { authors[process] ?? Names.author(process) }

  func author(of session: SessionID) -> Author? { sessions[session] }

  mutating func begins(_ process: Int, as author: Author, in session: SessionID) {
    authors[process] = author
    sessions[session] = author
  }

  mutating func renews(_ process: Int, with session: SessionID) {
    sessions[session] = author(of: process)
  }

  mutating func persisted(_ operations: [Operation]) {
    for operation in operations { made[operation.id] = operation }
  }

  /// A window was told that its operation is not ordered, before those behind it are renamed.
  mutating func leftOut(_ id: OperationID, in store: SimulatedStore) throws {
    guard store.occurrences[id] == nil else {
      throw Violation(.answers, "\(id) was refused and stands in the log")
    }
    made[id] = nil
    submitted[id] = nil
  }

  /// A fresh session, or the same one anew, takes over what was on the disk and is not decided.
  mutating func carriedOver(_ old: [Operation], to new: [Operation]) throws {
    let undecided = old.filter { !told.contains($0.id) && made[$0.id] != nil }
    let new = new.filter { !told.contains($0.id) }
    guard undecided.count == new.count else {
      throw Violation(
        .promises, "of \(undecided.count) operations \(new.count) went over to a fresh session")
    }
    // The old names were never ordered: who takes the session back may use them again.
    for operation in undecided {
      made[operation.id] = nil
      submitted[operation.id] = nil
    }
    persisted(new)
  }

  /// - Parameter purge: the last purge that the window knows of.
  /// - Returns: whether it was sent before.
  mutating func sent(_ operation: Operation, purge: UInt64) throws -> Bool {
    guard operation.withoutContext(before: purge) == nil else {
      throw Violation(.purges, "\(operation.id) is sent with words from before \(purge)")
    }
    guard let first = submitted.updateValue(operation, forKey: operation.id) else { return false }
    guard first == operation || first.withoutContext == operation else {
      throw Violation(.operations, "\(operation.id) was sent again with other content")
    }
    return true
  }

  /// A window was told what became of its operation: so it is durable, once, and came to that.
  mutating func settled(
    _ operation: Operation, _ outcome: Outcome, in store: SimulatedStore
  ) throws {
    guard store.occurrences[operation.id] == 1 else {
      throw Violation(
        .answers,
        "\(operation.id) was acknowledged and stands in the log "
          + "\(store.occurrences[operation.id] ?? 0) times")
    }
    guard store.outcomes[operation.id] == outcome else {
      throw Violation(
        .answers, "\(operation.id) was acknowledged with another outcome than it has")
    }
    told.insert(operation.id)
  }

  /// Somebody without a window made an operation, and was told what it came to.
  mutating func heard(_ operation: Operation) {
    persisted([operation])
    told.insert(operation.id)
  }

  func committed(_ operations: [CommittedOperation], by index: Int) throws {
    for (one, next) in zip(operations, operations.dropFirst()) {
      guard next.sequence == one.sequence + 1 else {
        throw Violation(.order, "process \(index) applied \(next.sequence) behind \(one.sequence)")
      }
      guard next.time >= one.time else {
        throw Violation(.clock, "process \(index) goes back in time at \(next.sequence)")
      }
    }
  }

  func noticed(_ notice: ReplicaNotice, by index: Int, mayExpire: Bool) throws {
    switch notice {
    case .resubmitted, .storeUnavailable: return
    case .expired where mayExpire: return
    case .expired, .storeReplaced, .diverged, .infoNotKept, .coordinatorFault, .ending, .ended:
      throw Violation(.notices, "process \(index) was given the notice \(notice)")
    }
  }

  /// Everything that was on a window's disk stands in the log once, as it was made.
  /// Whoever may not read the board at the end still has it there.
  func promises(in store: SimulatedStore, keptBack: Set<OperationID>) throws {
    var found: [String: Int] = [:]
    for committed in store.log {
      let operation = committed.operation ?? made[committed.id]
      if let marker = operation?.intent.marker { found[marker, default: 0] += 1 }
    }
    for (id, operation) in made {
      let places = store.occurrences[id] ?? 0
      if places == 0, keptBack.contains(id) { continue }
      guard places == 1 else {
        throw Violation(
          .promises, "\(id) was on a window's disk and stands in the log \(places) times")
      }
      if let marker = operation.intent.marker, found[marker] != 1 {
        throw Violation(.promises, "\(marker) stands in the log \(found[marker] ?? 0) times")
      }
    }
    for committed in store.log where committed.sequence > 1 {
      guard made[committed.id] != nil else {
        throw Violation(.promises, "\(committed.id) is in the log and on nobody's disk")
      }
    }
  }
}

extension Intent {
  /// The unique text in an edit of a simulated person.
  var marker: String? {
    switch self {
    case .cardCreate(_, _, let title, _, _), .cardRetitle(_, let title),
      .columnCreate(_, let title, _), .columnRename(_, let title), .boardRename(let title),
      .itemAdd(_, _, let title, _), .labelCreate(_, let title, _), .set(_, .text(let title)):
      title.hasPrefix("edit ") ? title : nil
    case .cardSplice(_, let splice), .commentSplice(_, _, let splice):
      splice.insertions.first?.text
    case .commentAdd(_, _, let text): text
    case .batch(let intents): intents.lazy.compactMap(\.marker).first
    default: nil
    }
  }
}
