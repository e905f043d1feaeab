import BoardModel
import Coordination
import LogRecords
import MemoryStore
import SampleHistory
import Testing
import Wire

/// Everything that can happen, in every state in which a coordinator waits for something.
@Suite("While a coordinator waits")
struct WaitingTests {
  /// How the log goes on after what happened.
  enum Continuation: CaseIterable {
    case writes
    case failsOnce
    /// Also what it is given then, which has no operations.
    case failsTwice
  }

  /// What happens in one cell, as a line of the table has it.
  static func outcome(
    _ start: WaitingRoom, _ stimulus: Stimulus, in state: WaitingState
  ) -> (text: String, faults: [String]) {
    var room = start
    let closes = state == .closing || stimulus == .special(.detachClosing)
    var audit = WaitingAudit(room)
    room.happen(stimulus)
    let told = audit.look(at: room)
    let text = room.standing + " | " + (told.isEmpty ? "-" : told.joined(separator: " "))
    var faults = audit.faults
    for continuation in Continuation.allCases {
      var rest = room
      var audit = audit
      rest.settle(continuation, &audit)
      audit.finish(rest)
      if room.drafts == 1, rest.drafts == 0 { audit.note("what the window holds is forgotten") }
      rest.comeBack(closes: closes, &audit)
      faults += audit.faults.filter { !faults.contains($0) }
    }
    return (text, faults)
  }

  @Test(
    "Whatever happens meanwhile has the effects of the table, and breaks no promise",
    arguments: WaitingState.allCases)
  func table(state: WaitingState) throws {
    let room = try WaitingRoom(state)
    let table = try #require(waitingTable[state])
    var expected: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: " <- ", maxSplits: 1)
      for name in parts[1].split(separator: " ") {
        #expect(expected[String(name)] == nil, "\(name) stands twice")
        expected[String(name)] = String(parts[0])
      }
    }
    #expect(expected.count == Stimulus.allCases.count)
    for stimulus in Stimulus.allCases {
      let outcome = Self.outcome(room, stimulus, in: state)
      #expect(outcome.text == expected[stimulus.name], "\(state): \(stimulus.name)")
      #expect(outcome.faults == [], "\(state): \(stimulus.name)")
    }
  }

  @Test("Each sample is of the kind that it stands for")
  func samples() throws {
    for kind in MessageKind.allCases {
      let message = try Message(WaitingRoom.messages.body(kind).frame())
      #expect(message.flatMap(MessageKind.init) == kind)
    }
    let room = try WaitingRoom(.following)
    for kind in EventKind.allCases { #expect(EventKind(room.event(kind)) == kind) }
  }
}

extension WaitingRoom {
  /// Goes on until nothing is under way.
  mutating func settle(_ continuation: WaitingTests.Continuation, _ audit: inout WaitingAudit) {
    var failures =
      switch continuation {
      case .writes: 0
      case .failsOnce: 1
      case .failsTwice: 2
      }
    for id in harness.peers.keys.sorted() {
      harness.peers[id]?.reads = true
      harness.handle(.progressed(id, unsent: 0))
      _ = audit.look(at: self)
    }
    for _ in 0..<24 {
      while harness.pendingGroup != nil || !harness.heldReads.isEmpty
        || !harness.pinnedBoards.isEmpty
      {
        if !harness.pinnedBoards.isEmpty {
          harness.encodeNow()
        } else if !harness.heldReads.isEmpty {
          harness.readNow()
        } else if failures > 0 {
          failures -= 1
          harness.failCommit()
        } else {
          harness.commitNow()
        }
        _ = audit.look(at: self)
      }
      for id in harness.peers.keys.sorted() where harness.peers[id]?.finished == true {
        harness.handle(.closed(id))
      }
      harness.advance(250)
      _ = audit.look(at: self)
    }
  }

  /// Ann's window comes back and sends its first operation as if it had no answer: it counts once.
  mutating func comeBack(closes: Bool, _ audit: inout WaitingAudit) {
    guard !harness.stopped, !isOver else { return }
    harness.commitsAtOnce = true
    harness.readsAtOnce = true
    harness.encodesAtOnce = true
    do {
      let id = try harness.greeted(hello: .dragging)
      let epoch = harness.store.sessions[session(1)]?.epoch ?? 0
      let reply = try harness.request(
        id, harness.windowBody(1, .board, .takeOver, instance: 9, epoch: epoch))
      switch reply {
      case .attached: break
      // She closed it herself, and nothing of hers was waiting.
      case .error(let error) where error.code == .sessionUnknown && closes: return
      case .error(let error) where error.code == .boardDamaged: return
      default: return audit.note("cannot come back: \(reply)")
      }
      switch try harness.request(id, Submit(operation: Self.first)) {
      case .outcome: break
      case .error(let error) where error.code == .alreadyAcknowledged: break
      case .error(let error) where error.code == .operationChanged: return
      case let reply: return audit.note("cannot send again: \(reply)")
      }
      let count = harness.operations.count { $0.decides(Self.first) }
      if count != 1 { audit.note("the operation stands \(count) times in the log") }
    } catch {
      audit.note("\(error)")
    }
  }

  /// What Ann's window said it holds; nil where nobody lists it.
  fileprivate var drafts: UInt32? {
    harness.coordinator.windows(of: "ann").first { $0.id == session(1) }?.window?.drafts
  }

  /// Its session is over for good: who ends or closes it has nothing to send.
  private var isOver: Bool {
    guard let record = harness.store.sessions[session(1)] else { return true }
    return record.window?.end != nil
  }
}
