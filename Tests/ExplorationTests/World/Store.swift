import BoardModel
import Coordination
import LogRecords
import Wire

/// The coordinator's log: what survives its crashes.
struct Store {
  private(set) var rows: [OperationRow] = []
  private var summaries: [BoardID: BoardSummary] = [:]
  private var members: [String: MemberRecord] = [:]
  private(set) var sessions: [SessionID: SessionRecord] = [:]
  private(set) var forgottenEpochs: [BoardID: UInt32] = [:]
  /// Of every operation in the log, in its order.
  private(set) var operations: [CommittedOperation] = []
  /// The edits of each terminal that stand in the log, whatever became of them.
  private(set) var edits: [EditSet] = [[], []]
  /// Of everything ever appended.
  private(set) var digest = 0
  /// A session was removed: windows may be told that theirs is unknown.
  private(set) var hasForgotten = false

  var contents: StoreContents {
    StoreContents(
      incarnation: IncarnationID(high: 7, low: 7),
      boards: summaries.values.sorted { $0.id < $1.id },
      members: members.values.filter { $0.role != nil }.sorted { $0.user < $1.user },
      sessions: sessions.values.sorted { $0.id < $1.id },
      forgottenEpochs: forgottenEpochs.sorted { $0.key < $1.key }.map {
        ForgottenEpoch(board: $0.key, epoch: $0.value)
      })
  }

  var sequence: UInt64 { rows.last?.last ?? 0 }

  func rows(_ from: UInt64, _ through: UInt64) -> [OperationRow] {
    rows.filter { $0.last >= from && $0.first <= through }
  }

  /// - Parameter named: which edits have which names, of each terminal.
  mutating func append(
    _ group: CommitGroup, named: [[OperationID: EditSet]]
  ) throws(Violation) {
    for row in group.operations {
      guard row.first == sequence + 1 else {
        throw Violation(.log, "the log goes from \(sequence) to \(row.first)")
      }
      rows.append(row.row)
      var reader = ByteReader(row.row.bytes)
      guard let committed = try? reader.committedList() else {
        throw Violation(.log, "the row of \(row.first) cannot be read")
      }
      for one in committed {
        let edits = named.enumerated().lazy.compactMap { terminal, edits in
          edits[one.id].map { (terminal, $0) }
        }
        try append(one, edits.first)
      }
    }
    for summary in group.summaries { summaries[summary.id] = summary }
    for record in group.members { members[record.user] = record }
    for session in group.sessions { try save(session) }
    for session in group.removedSessions where sessions.removeValue(forKey: session) != nil {
      hasForgotten = true
    }
    for number in group.forgottenEpochs {
      forgottenEpochs[number.board] = max(forgottenEpochs[number.board] ?? 0, number.epoch)
    }
  }

  private mutating func append(
    _ committed: CommittedOperation, _ named: (Int, EditSet)?
  ) throws(Violation) {
    guard !operations.contains(where: { $0.id == committed.id }) else {
      throw Violation(.once, "two operations in the log are called \(committed.id)")
    }
    operations.append(committed)
    var hasher = Hasher()
    hasher.combine(digest)
    hasher.combine(committed.content)
    digest = hasher.finalize()
    let (terminal, edit): (Int, EditSet)
    switch (committed.outcome, committed.operation?.intent) {
    // What is kept of it does not say which edit it was.
    case (.rejected(.forbidden), _):
      guard let named else {
        throw Violation(.kept, "\(committed.id) is rejected, which no window has made")
      }
      (terminal, edit) = named
    // All edits of these worlds make cards, and nothing else but a second one of them is rejected.
    case (.rejected, _):
      throw Violation(.once, "the edit of \(committed.id) stands in the log twice")
    case (_, .cardCreate(let card, _, _, _, _)):
      terminal = Names.edit(card).terminal
      edit = EditSet(number: Names.edit(card).number)
    default: return
    }
    guard edits[terminal].isDisjoint(with: edit) else {
      throw Violation(
        .once, "edit \(edit.rawValue) of terminal \(terminal) stands in the log twice")
    }
    edits[terminal].insert(edit)
  }

  private mutating func save(_ session: SessionRecord) throws(Violation) {
    if let before = sessions[session.id] {
      guard session.epoch >= before.epoch else {
        throw Violation(
          .epochs, "session \(session.id) goes from epoch \(before.epoch) to \(session.epoch)")
      }
      guard session.epoch > before.epoch || session.instance == before.instance else {
        throw Violation(.epochs, "two processes have epoch \(session.epoch) of \(session.id)")
      }
    }
    sessions[session.id] = session
  }
}
