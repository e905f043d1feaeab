import BoardModel
import SampleHistory
import Testing
import Wire

@testable import WindowSync

/// A window's copy of its board: every state against every door, with what it gives. The window has
/// one edit on the disk and one on its way there; each names the one card of the board anew.
@Suite("A window's copy of its board")
struct BoardCopyTableTests {
  typealias Way = @Sendable (inout BoardCopy) -> Any?
  typealias Door = (name: String, open: Way)
  typealias State = (name: String, saved: SavedBoard?, ways: [Way])

  static let now: UInt64 = 10_000
  static let author = ScriptedCoordinator.author
  static let other = Author(user: "bob", device: "lap")
  static let prediction = Prediction(author: author, time: 2_000_000)
  static let session = WindowSession(
    ReplicaIdentity(
      board: Fixture.board, session: SessionID(high: 1, low: 1),
      instance: InstanceID(high: 2, low: 1), author: author, configuration: .board, window: nil),
    saved: nil)

  static func own(_ counter: UInt64) -> Operation {
    Operation(
      id: OperationID(session: session.identity.session, epoch: 1, counter: counter), base: 3,
      queued: false, intent: .cardRetitle(Fixture.card(1), title: "own \(counter)"))
  }

  static let pending: PendingQueue = {
    var queue = PendingQueue([own(1)])
    queue.append(own(2))
    return queue
  }()

  /// The board with its card, at sequence number 3.
  static let board = Fixture.board(columns: 1, [Fixture.create(1)])

  /// What the coordinator ordered, by its sequence number.
  static func committed(
    _ sequence: UInt64, _ operation: Operation, by author: Author = author,
    as outcome: Outcome = .applied
  ) -> CommittedOperation {
    CommittedOperation(
      sequence: sequence, time: 2_000_000, author: author, operation: operation, outcome: outcome)
  }

  static func theirs(_ sequence: UInt64, _ outcome: Outcome = .applied) -> CommittedOperation {
    let retitle = Intent.cardRetitle(Fixture.card(1), title: "theirs \(sequence)")
    return committed(
      sequence, Fixture.foreign(sequence, base: sequence - 1, retitle), by: other, as: outcome)
  }

  static let purged =
    theirs(4).purging(.card(Fixture.card(1)), hash: [UInt8](repeating: 4, count: 32)) ?? theirs(4)

  /// Rejected, under the name of the first own one, but not that.
  static let rejectedOther = CommittedOperation(
    sequence: 4, time: 2_000_000, author: author,
    content: .rejected(
      RejectedOperation(
        id: own(1).id, hash: own(2).hash, rejection: .noBoard, isReported: true)))

  static func take(_ operations: [CommittedOperation]) -> Way {
    { $0.take(operations, of: session, pending: pending) }
  }

  /// The board of somebody who has these operations, too.
  static func board(after operations: [CommittedOperation]) -> Board {
    var board = board
    for operation in operations { _ = board.apply(operation) }
    return board
  }

  static let saved = SavedBoard(
    board: Fixture.board, sequence: 3, entities: board.entities(), ownThrough: 0)
  static let arrives: Way = { $0.take(board) }
  static let refreshes: Way = { $0.refresh(pending, prediction) }
  static let tells: Way = { $0.takeChange() }
  static let fails: Way = { $0.diverge(.gap(next: 9)) }
  static let saves: Way = { save(&$0) }

  static func save(
    _ copy: inout BoardCopy, now: UInt64 = now, atOnce: Bool = false
  ) -> SavedBoard? {
    copy.isSavingDue(now: now, atOnce: atOnce) ? copy.saved : nil
  }

  /// A board that came as a snapshot, and is shown.
  static let shown: [Way] = [{ $0.attach(sequence: 3, lastCounter: 0) }, arrives, refreshes, tells]

  static let states: [State] = [
    ("none", nil, []),
    (
      "foreign-file",
      SavedBoard(board: BoardID(high: 1, low: 1), sequence: 3, entities: [], ownThrough: 0), []
    ),
    (
      "broken-file",
      SavedBoard(
        board: Fixture.board, sequence: 3, entities: Array(board.entities().dropFirst(2)),
        ownThrough: 0), []
    ),
    ("saved", saved, [{ $0.replay(pending, prediction) }]),
    ("arrived", nil, [arrives]),
    ("shown", nil, shown),
    ("saved-due", nil, shown + [saves, take([theirs(4)]), refreshes, tells, saves]),
    ("saved-anew", nil, shown + [saves, take([theirs(4)]), refreshes, tells, saves, arrives]),
    ("others", nil, shown + [take([theirs(4)])]),
    ("predicted", nil, shown + [take([committed(4, own(1))])]),
    ("attached-ahead", nil, shown + [{ $0.attach(sequence: 4, lastCounter: 1) }]),
    ("counted", nil, shown + [{ $0.attach(sequence: 3, lastCounter: 1) }, { $0.noteOrdered() }]),
    ("wrong", nil, shown + [fails]),
    ("wrong-often", nil, shown + [fails, fails, fails]),
    ("wrong-long-ago", nil, shown + [fails, fails, fails, { $0.take(aged) }, refreshes, tells]),
    (
      "other-store", nil,
      shown + [take([committed(4, own(1))]), { $0.storeReplaced(IncarnationID(high: 7, low: 7)) }]
    ),
    ("other-session", nil, shown + [take([committed(4, own(1))]), { $0.sessionReplaced() }]),
  ]

  /// The board so many operations later that a divergence begins a new row.
  static let aged = board(after: (4...(3 + Divergences.agreement)).map { theirs($0) })

  static let doors: [Door] = [
    ("attach at 4, counter 1", { $0.attach(sequence: 4, lastCounter: 1) }),
    ("snapshot at 3", arrives),
    ("snapshot at 5", { $0.take(board(after: [theirs(4), theirs(5)])) }),
    ("ordered", { $0.noteOrdered() }),
    ("COMMITTED nothing", take([])),
    ("COMMITTED 3", take([theirs(3)])),
    ("COMMITTED 4", take([theirs(4)])),
    ("COMMITTED 4, 5", take([theirs(4), theirs(5)])),
    ("COMMITTED 5", take([theirs(5)])),
    ("COMMITTED own 1 as 4", take([committed(4, own(1))])),
    ("COMMITTED own 1 as 4, 5 theirs", take([committed(4, own(1)), theirs(5)])),
    ("COMMITTED 4, own 1 as 5", take([theirs(4), committed(5, own(1), as: displacing4)])),
    ("COMMITTED own 1 as 4 by bob", take([committed(4, own(1), by: other)])),
    ("COMMITTED own 9 as 4", take([committed(4, own(9))])),
    ("COMMITTED 4, other outcome", take([theirs(4, .merged(notes: [])), theirs(5)])),
    ("COMMITTED a rejected 4", take([theirs(4, .rejected(.noBoard))])),
    ("COMMITTED own 1 rejected as 4", take([committed(4, own(1), as: .rejected(.noBoard))])),
    ("COMMITTED a purged 4", take([purged, theirs(5)])),
    ("COMMITTED another's own 1 rejected as 4", take([rejectedOther])),
    ("DIGEST 3", { $0.difference(from: DigestMessage(sequence: 3, digest: digest(board))) }),
    ("DIGEST 3, other", { $0.difference(from: DigestMessage(sequence: 3, digest: .empty)) }),
    ("DIGEST 2", { $0.difference(from: DigestMessage(sequence: 2, digest: .empty)) }),
    ("DIGEST 9", { $0.difference(from: DigestMessage(sequence: 9, digest: .empty)) }),
    ("differs", fails),
    ("found 4 in the log", { $0.foundOrdered(committed(4, own(1))) }),
    ("other store", { $0.storeReplaced(IncarnationID(high: 7, low: 7)) }),
    ("lost to nothing", { $0.lost(to: nil) }),
    ("lost to the same board", { $0.lost(to: board) }),
    ("lost to another board", { $0.lost(to: Board(id: Fixture.board)) }),
    ("other session", { $0.sessionReplaced() }),
    ("session back at 2", { $0.sessionRestored(nextCounter: 2) }),
    ("pending replaced", { $0.becomeStale() }),
    ("pending settled", { $0.pendingSettled() }),
    ("replay", { $0.replay(pending, prediction) }),
    ("refresh", refreshes),
    ("refresh, nothing pending", { $0.refresh(PendingQueue(), prediction) }),
    ("show own 2", { $0.show(own(2), prediction) }),
    ("draft", { $0.draft(pending, prediction) }),
    ("tell", tells),
    ("save", saves),
    ("save later", { save(&$0, now: now + BoardSaving.pause) }),
    ("save at once", { save(&$0, atOnce: true) }),
  ]

  private static let displacing4 = Outcome.applied(
    displaced: [theirs(4).id], notes: [])

  private static func digest(_ board: Board) -> BoardDigest {
    var board = board
    return board.digest()
  }

  /// All that the copy holds, but which board it is of and what is as in a new one; boards by their
  /// number and the card's title.
  static func line(_ copy: BoardCopy) -> String {
    let new = fields(BoardCopy(Fixture.board, saved: nil, forgotten: 0, levels: .released))
    let texts = zip(fields(copy), new).compactMap { $0 == $1 ? nil : $0 }
    return texts.isEmpty ? "new" : texts.joined(separator: ", ")
  }

  private static func fields(_ copy: BoardCopy) -> [String] {
    Mirror(reflecting: copy).children.compactMap { child in
      guard let label = child.label, label != "id", label != "levels" else { return nil }
      if label == "confirmed" { return "confirmed \(text(copy.confirmed.value))" }
      if label == "shown" { return "visible \(text(copy.visible))" }
      guard label == "changes" else { return "\(label) \(text(child.value))" }
      var changes = copy.changes
      return "changes \(shortText(changes.take() as Any))"
    }
  }

  static func text(_ value: Any?) -> String {
    switch value {
    case nil: "-"
    case is Void: ""
    case let board as Board:
      "\(board.sequence) \(board.card(Fixture.card(1))?.title.value ?? "without the card")"
    case let taken as BoardCopy.Taken:
      "ordered \(taken.operations.map(\.sequence)), decided \(taken.decided.map(\.sequence))"
        + (taken.divergence.map { ", \(text(of: $0))" } ?? "")
    case let cause as DivergenceReport.Cause: text(of: cause)
    case let (report, isOften) as (DivergenceReport, Bool):
      "report \(text(of: report.cause)) at \(report.board.sequence)\(isOften ? ", pause" : "")"
    case let saved as SavedBoard:
      "save \(saved.sequence) with \(saved.entities.count) entities, own \(saved.ownThrough)"
    case let value?: shortText(value)
    }
  }

  private static func text(of cause: DivergenceReport.Cause) -> String {
    switch cause {
    case .outcome(let committed, let ours):
      "outcome of \(committed.sequence) \(shortText(committed.outcome)), ours \(shortText(ours))"
    case .digest(let theirs, let ours):
      "digest \(theirs == .empty ? "empty" : "other"), ours \(ours == digest(board) ? "of 3" : "other")"
    case .purged(let sequence): "purged \(sequence)"
    case .gap(let next): "gap before \(next)"
    case .storeReplaced(_, _, let purge): "store replaced, purged through \(purge)"
    }
  }

  @Test(
    "Every door in every state leads where the table says, with what it gives", arguments: states)
  func table(_ state: State) throws {
    var copy = BoardCopy(
      Fixture.board, saved: state.saved, forgotten: 0, levels: .released)
    for way in state.ways { _ = way(&copy) }
    let events = Self.doors.map { door in
      (name: door.name, happen: { @Sendable in Self.text(door.open(&$0)) })
    }
    try Recorded.transitions("Copy/\(state.name)", of: copy, Self.line, events)
  }

  @Test("There is a table for each state, and for no other")
  func complete() throws {
    #expect(try Recorded.names(of: "Copy") == Set(Self.states.map(\.name)))
    #expect(Set(Self.doors.map(\.name)).count == Self.doors.count)
  }
}
