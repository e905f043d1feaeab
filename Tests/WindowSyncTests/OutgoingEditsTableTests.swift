import BoardModel
import SampleHistory
import Testing
import Wire

@testable import WindowSync

/// The edits of a window on their way to the disk and to the coordinator: every state against every
/// door, with what it gives.
@Suite("Edits on their way")
struct OutgoingEditsTableTests {
  typealias Way = @Sendable (inout OutgoingEdits) -> Any?
  typealias Door = (name: String, open: Way)
  typealias State = (
    name: String, saved: [Operation], ways: [Way]
  )

  static let session = SessionID(high: 1, low: 1)
  static let now: UInt64 = 10_000

  static func id(_ counter: UInt64) -> OperationID {
    OperationID(session: session, epoch: 1, counter: counter)
  }

  static func edit(_ counter: UInt64) -> Operation {
    Operation(
      id: id(counter), base: 10 + counter, queued: false,
      intent: .cardRetitle(Fixture.card(1), title: "\(counter)"))
  }

  static let makes: Way = { $0.append(edit($0.nextCounter)) }
  static let writes: Way = { $0.nextToWrite() }
  static let isWritten: Way = { $0.wereWritten() }
  static let sends: Way = {
    $0.nextToSend(now: now, awaited: nil)
  }
  static let cut: Way = { $0.disconnected() }

  static func acknowledges(
    _ counter: UInt64, at sequence: UInt64
  ) -> Way {
    { $0.acknowledge(id(counter), sequence: sequence) }
  }

  static func holds(
    _ counter: UInt64, retryAfter: UInt32 = 0, at time: UInt64 = now
  ) -> Way {
    { $0.hold(id(counter), retryAfter: retryAfter, reason: "it is full", now: time) }
  }

  /// Two edits that are on the disk.
  static let two: [Way] = [makes, makes, writes, isWritten]

  static let states: [State] = [
    ("empty", [], []),
    ("composed", [], [makes, makes]),
    ("writing", [], [makes, writes, makes]),
    ("stored", [], two),
    ("stored-composed", [], [makes, writes, isWritten, makes]),
    ("sent", [], two + [sends]),
    ("sent-both", [], two + [sends, sends]),
    ("cut", [], two + [sends, cut]),
    ("saved", [edit(1), edit(2)], []),
    ("refused", [], two + [sends, sends, holds(1)]),
    ("left-out", [], two + [sends, sends, { $0.refuse(id(1), "no") }]),
    (
      "left-out-behind", [],
      two + [sends, sends, acknowledges(1, at: 21), { $0.refuse(id(2), "no") }]
    ),
    ("refused-long-ago", [], two + [sends, holds(1, at: 0)]),
    ("refused-often", [], two + [sends] + (0..<9).map { holds(1, at: $0 * 1_000) }),
    ("acknowledged", [], two + [sends, sends, acknowledges(1, at: 21)]),
    ("acknowledged-both", [], two + [acknowledges(1, at: 21), acknowledges(2, at: 22)]),
    (
      "forgotten", [],
      two + [
        acknowledges(1, at: 21), acknowledges(2, at: 22),
        { $0.dropConfirmed(through: 22, ownThrough: 0)?.counter },
      ]
    ),
    (
      "forgotten-due", [],
      two + [
        acknowledges(1, at: 21), { $0.dropConfirmed(through: 21, ownThrough: 0)?.counter },
        { $0.nextAcknowledgement(sequence: 21, now: now, atOnce: false) },
      ]
    ),
    ("carrying", [], two + [{ $0.beginCarrying() }]),
  ]

  static let doors: [Door] = [
    ("make", makes),
    ("write", writes),
    ("written", isWritten),
    ("not written", { $0.writingFailed() }),
    ("carry", { $0.beginCarrying() }),
    ("carried", { $0.wereCarriedOver() }),
    ("send", sends),
    ("send behind 2", { $0.nextToSend(now: now, awaited: 2) }),
    ("send later", { $0.nextToSend(now: now + 600_000, awaited: nil) }),
    ("answered", { $0.answered(now: now) }),
    ("answered later", { $0.answered(now: now + 600_000) }),
    ("acknowledge 1", acknowledges(1, at: 31)),
    ("acknowledge 2", acknowledges(2, at: 32)),
    ("acknowledge 9", acknowledges(9, at: 39)),
    (
      "acknowledge a stranger's",
      {
        let stranger = OperationID(session: Fixture.stranger, epoch: 1, counter: 1)
        return $0.acknowledge(stranger, sequence: 31)
      }
    ),
    ("refuse 1", holds(1)),
    ("refuse 1 for long", holds(1, retryAfter: 70_000)),
    ("refuse 1 for ever", holds(1, retryAfter: .max)),
    ("refuse 2", holds(2)),
    ("send 1 again", { $0.sendAgain(id(1)) }),
    ("leave out 1", { $0.refuse(id(1), "no") }),
    ("leave out 2", { $0.refuse(id(2), "no") }),
    ("close the gap", { $0.closeGap(epoch: 4) }),
    ("remove 1", { $0.remove(id(1)) }),
    ("remove 2", { $0.remove(id(2)) }),
    ("cut", cut),
    ("confirmed to 20", { $0.dropConfirmed(through: 20, ownThrough: 0) }),
    ("confirmed to 21", { $0.dropConfirmed(through: 21, ownThrough: 0) }),
    ("confirmed to 22", { $0.dropConfirmed(through: 22, ownThrough: 0) }),
    ("confirmed own 1", { $0.dropConfirmed(through: 20, ownThrough: 1) }),
    ("tell 22", { $0.nextAcknowledgement(sequence: 22, now: now, atOnce: false) }),
    ("tell 22 at once", { $0.nextAcknowledgement(sequence: 22, now: now, atOnce: true) }),
    (
      "tell 22 later",
      { $0.nextAcknowledgement(sequence: 22, now: now + Acknowledging.pause, atOnce: false) }
    ),
    ("tell 64", { $0.nextAcknowledgement(sequence: 64, now: now, atOnce: false) }),
    ("tell afresh", { $0.acknowledgeAfresh() }),
    ("attached at 22", { $0.attached(sequence: 22) }),
    ("count on from 1", { $0.countOn(from: 1) }),
    ("count on from 7", { $0.countOn(from: 7) }),
    ("lost", { $0.withdraw() }),
    (
      "renumber",
      {
        $0.renumber(
          for: SessionID(high: 1, low: 2), epoch: 4, confirmed: 12, ownRuns: OwnRuns())
      }
    ),
    ("restore 5", { $0.restore(nextCounter: 5) }),
  ]

  private static func firstShown(_ queue: PendingQueue) -> OperationID? {
    queue.edits.map(\.operation.id).first { queue.isFirstShown($0, above: 0) }
  }

  static func line(_ edits: OutgoingEdits) -> String {
    let queue = edits.queue
    var parts = queue.edits.map { edit in
      let id = edit.operation.id
      let name = id.session == session ? "\(id.counter)" : shortText(id)
      return "\(name) \(shortText(edit.stage))" + (edit.operation.queued ? " queued" : "")
        + (edit.operation.base == 10 + id.counter ? "" : " base \(edit.operation.base)")
    }
    if !queue.edits.isEmpty {
      parts.append(
        "from \(edits.firstPending), \(queue.composedCount) composed"
          + ", \(queue.unacknowledgedCount) unacknowledged"
          + ", shows \(queue.shown(above: 0).map(\.id.counter))"
          + " above 1 \(queue.shown(above: 1).map(\.id.counter))"
          + " first \(firstShown(queue).map { "\($0.counter)" } ?? "-")")
    }
    parts.append("next \(edits.nextCounter)")
    if edits.writing != .idle { parts.append(shortText(edits.writing)) }
    if edits.submitting != .flowing { parts.append(shortText(edits.submitting)) }
    if let time = edits.resumesSending(after: now) { parts.append("resumes \(time)") }
    if let base = queue.lowestUncertainBase { parts.append("uncertain above \(base)") }
    if queue.mustResend(before: id(2)) { parts.append("2 too early") }
    let acknowledging = edits.acknowledging
    if acknowledging.counter > 0 { parts.append("forgotten \(acknowledging.counter)") }
    if acknowledging.told != Acknowledging.Told(sequence: 0, counter: 0) {
      parts.append("told \(shortText(acknowledging.told))")
    }
    if let due = acknowledging.due { parts.append("tells at \(due)") }
    return parts.joined(separator: ", ")
  }

  /// What a door gives; an operation by its counter.
  static func text(_ value: Any?) -> String {
    switch value {
    case nil: "-"
    case is Void: ""
    case let operation as Operation: "\(operation.id.counter)"
    case let operations as [Operation]: "\(operations.map(\.id.counter))"
    case OutgoingEdits.WriteFailure.edits(let operations) as OutgoingEdits.WriteFailure:
      "edits \(operations.map(\.id.counter))"
    case let value?: shortText(value)
    }
  }

  static func edits(in state: State) -> OutgoingEdits {
    var edits = OutgoingEdits(state.saved, forgotten: 0)
    for way in state.ways { _ = way(&edits) }
    return edits
  }

  @Test(
    "Every door in every state leads where the table says, with what it gives", arguments: states)
  func table(_ state: State) throws {
    let events = Self.doors.map { door in
      (name: door.name, happen: { @Sendable in Self.text(door.open(&$0)) })
    }
    try Recorded.transitions("Edits/\(state.name)", of: Self.edits(in: state), Self.line, events)
  }

  @Test("There is a table for each state, and for no other")
  func complete() throws {
    #expect(try Recorded.names(of: "Edits") == Set(Self.states.map(\.name)))
    #expect(Set(Self.doors.map(\.name)).count == Self.doors.count)
  }

  @Test("The queue is full at its bound, and not before")
  func full() {
    var edits = OutgoingEdits([], forgotten: 0)
    for _ in 1..<PendingQueue.bound { _ = Self.makes(&edits) }
    #expect(edits.hasRoom)
    _ = Self.makes(&edits)
    #expect(!edits.hasRoom)
  }
}
