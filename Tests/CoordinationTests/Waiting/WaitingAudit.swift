import BoardModel
import LogRecords
import MemoryStore
import SampleHistory
import Testing
import Wire

@testable import Coordination

/// Looks at everything a coordinator tells, and at what its log holds when it does.
struct WaitingAudit {
  /// What is wrong, one sentence each.
  private(set) var faults: [String] = []
  private var decoders: [ConnectionID: FrameDecoder] = [:]
  private var answered: [ConnectionID: Set<UInt64>] = [:]
  /// The operation that comes to a window next; nil while it needs a snapshot.
  private var next: [ConnectionID: UInt64] = [:]
  /// The session that each connection was last attached as, or was to be.
  private var sessions: [ConnectionID: SessionID] = [:]
  private var looked = 0

  /// - Parameter following: who had everything that is durable.
  init(_ room: WaitingRoom) {
    for id in room.harness.peers.keys.sorted() where room.harness.isFollowing(id) {
      next[id] = room.harness.lastRow + 1
    }
    if case .replaying(let first, _) =
      room.harness.coordinator.connections[room.ann]?.window?.subscription
    {
      next[room.ann] = first
    }
    noteSessions(room.harness)
  }

  private mutating func noteSessions(_ harness: CoordinatorHarness) {
    for id in harness.peers.keys {
      if let session = harness.coordinator.sessionOf(id) { sessions[id] = session }
    }
  }

  /// What was told since the last look, by name.
  mutating func look(at room: WaitingRoom) -> [String] {
    let effects = room.harness.journal[looked...]
    looked = room.harness.journal.count
    noteSessions(room.harness)
    return effects.flatMap { effect -> [String] in
      switch effect {
      case .send(let id, let bytes):
        decoders[id, default: FrameDecoder(limit: .max)].feed(bytes)
        var told: [String] = []
        while let frame = try? decoders[id]?.next() {
          guard let message = try? Message(frame) else { continue }
          check(message, frame, to: id, room.harness)
          told.append("\(room.name(of: id)):\(Self.name(of: message))")
        }
        return told
      case .finish(let id): return ["finish \(room.name(of: id))"]
      case .drop(let id): return ["drop \(room.name(of: id))"]
      case .pauseReading(let id): return ["pause \(room.name(of: id))"]
      case .resumeReading(let id): return ["resume \(room.name(of: id))"]
      case .append: return ["append"]
      case .continueTurn: return ["continue"]
      case .load: return ["load"]
      case .read: return ["read"]
      case .readCard: return ["readCard"]
      case .encode: return ["encode"]
      case .saveSnapshot: return ["saveSnapshot"]
      case .refused(let id, _): return ["refused \(room.name(of: id))"]
      case .wake: return []
      case .stopped: return ["stopped"]
      case .certify: return ["certify"]
      case .administered: return ["administered"]
      }
    }
  }

  private static func name(of message: Message) -> String {
    switch message {
    case .error(let error):
      ErrorCode.known.first { $0.code == error.code }?.name ?? "\(error.code.rawValue)"
    default: MessageKind(message)?.rawValue ?? "?"
    }
  }

  private mutating func check(
    _ message: Message, _ frame: Frame, to id: ConnectionID, _ harness: CoordinatorHarness
  ) {
    if frame.flags == .response {
      let isFirst = answered[id, default: []].insert(frame.request).inserted
      expect(isFirst, "request \(frame.request) is answered twice")
    }
    let last = harness.lastRow
    let record = sessions[id].flatMap { harness.store.sessions[$0] }
    switch message {
    case .outcome(let body):
      expect(body.stored.sequence <= last || frame.request == 0, "an outcome before it is durable")
      expect(
        record != nil || harness.isUnknown(sessions[id]), "an outcome before its session is durable"
      )
    case .attached(let body):
      expect(body.sequence <= last, "ATTACHED names what is not durable")
      expect(body.outcomes.allSatisfy { $0.sequence <= last }, "an outcome before it is durable")
      // A new session may read where the log failed (SPEC.md EDT-027).
      expect(
        record?.epoch == body.epoch || record == nil && body.epoch == 1 && harness.logFailed,
        "ATTACHED before its epoch is durable")
      // What it had before, it said in ATTACH; what it misses comes as operations or as a snapshot.
      next[id] = body.catchUp == .operations ? harness.attachedFrom : nil
    case .snapshot(let body):
      expect(body.sequence <= last, "a snapshot of what is not durable")
      if Int(body.cursor) + body.entities.count == Int(body.total) { next[id] = body.sequence + 1 }
    case .history(let body):
      expect(body.operations.allSatisfy { $0.sequence <= last }, "history before it is durable")
    case .committed(let body):
      for operation in body.operations {
        expect(operation.sequence <= last, "told before it is durable")
        expect(next[id] == operation.sequence, "\(operation.sequence) in place of \(next[id] ?? 0)")
        next[id] = operation.sequence + 1
      }
    case .resync: next[id] = nil
    case .error(let body) where body.code == .sessionEnded:
      expect(harness.isEnded(session(1)), "told of an end that is not durable")
    case .windowEnd, .windowEnded:
      expect(harness.isEnded(session(1)) || harness.isEnded(session(3)), "an end not durable")
    case .windowsGone(let body):
      expect(body.windows.allSatisfy { harness.isEnded($0.session) }, "an end not durable")
    case .detached:
      let removals = harness.pendingGroup?.removedSessions ?? []
      expect(removals.isEmpty, "DETACHED before it is durable")
    default: return
    }
  }

  private mutating func expect(_ holds: Bool, _ fault: String) {
    if !holds { faults.append(fault) }
  }

  /// Called when nothing is under way any longer.
  mutating func finish(_ room: WaitingRoom) {
    let harness = room.harness
    for (id, connection) in harness.coordinator.connections.sorted(by: { $0.key < $1.key }) {
      let name = room.name(of: id)
      expect(connection.openRequests.isEmpty, "\(name): \(connection.openRequests) without answer")
      if case .ready(.attaching) = connection.phase { faults.append("\(name) attaches for ever") }
      if harness.isFollowing(id) {
        expect(next[id] == harness.lastRow + 1, "\(name) missed operations")
      }
    }
    expect(harness.pendingGroup == nil, "a group is still written")
    let made = harness.operations
    expect(Set(made.map(\.id)).count == made.count, "an operation was ordered twice")
    let durable = harness.coordinator.settledBoard(board(1))?.sequence
    expect(durable == nil || durable == harness.lastRow, "the board is not what the log holds")
  }

  mutating func note(_ fault: String) { faults.append(fault) }
}

extension CoordinatorHarness {
  var lastRow: UInt64 { store.rows[board(1)]?.last?.last ?? 0 }

  /// Windows of these tests that attach with a board have its first operation.
  var attachedFrom: UInt64 { 2 }

  /// Everything in the log of the first board.
  var operations: [CommittedOperation] {
    (store.rows[board(1)] ?? []).flatMap { row in
      var reader = ByteReader(row.bytes)
      return (try? reader.committedList()) ?? []
    }
  }

  /// Whether the coordinator has no such session, as it does not have that which made a board.
  func isUnknown(_ session: SessionID?) -> Bool {
    session.flatMap { coordinator.sessions[$0] } == nil
  }

  func isEnded(_ session: SessionID) -> Bool { store.sessions[session]?.window?.end != nil }

  func isFollowing(_ id: ConnectionID) -> Bool {
    if case .following = coordinator.connections[id]?.window?.subscription {
      true
    } else {
      false
    }
  }
}

extension Coordinator {
  /// Also of a connection that waits for its epoch.
  func sessionOf(_ id: ConnectionID) -> SessionID? {
    switch connections[id]?.phase {
    case .ready(.attached(let window)): window.session
    case .ready(.attaching(let session)): session
    case .ready(.none), .greeting, .knocking, .certifying, .leaving, nil: nil
    }
  }
}

extension WaitingRoom {
  func name(of id: ConnectionID) -> String {
    switch id {
    case ann: "ann"
    case other: "other"
    case bob: "bob"
    default: "new"
    }
  }

  /// How Ann's connection stands, and what the log does.
  var standing: String {
    let connection = harness.coordinator.connections[ann]
    let phase =
      switch connection?.phase {
      case nil: "gone"
      case .greeting: "greeting"
      case .knocking: "knocking"
      case .certifying: "certifying"
      case .leaving: "leaving"
      case .ready(.none): "unattached"
      case .ready(.attaching): "attaching"
      case .ready(.attached(let window)):
        switch window.subscription {
        case .following: "following"
        case .replaying(_, nil): "replaying"
        case .replaying(_, .some): "reading"
        case .lagging: "lagging"
        case .awaiting: "awaiting"
        case .fetching: "fetching"
        }
      }
    let log =
      switch (harness.coordinator.commits.inFlight, harness.coordinator.commits.gathering.isEmpty) {
      case (nil, _): ""
      case (.some, true): " writing"
      case (.some, false): " writing+"
      }
    let waits = connection?.openRequests.isEmpty == false ? " asks" : ""
    return phase + (connection?.outbox.paused == true ? " paused" : "") + waits + log
  }
}
