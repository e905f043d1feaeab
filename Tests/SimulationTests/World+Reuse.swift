import BoardModel
import Coordination
import MemoryStore
import Wire

// Somebody whose program names every session alike: it attaches, edits once and closes the session,
// again and again. No window does so, but the coordinator cannot know.
extension World {
  private static let reused = SessionID(high: 0x5E, low: .max)

  /// Lives such a session from its beginning to its end, while nothing else happens.
  mutating func reuseSession() throws {
    guard coordinator != nil else { return }
    lastLink += 1
    let id = ConnectionID(lastLink)
    links[id] = SimulatedLink(id: id, process: -1)
    try tell(.connected(id, .known(Author(user: Names.users[0], device: "forgetful"))))
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes, agent: "again")
    try tell(.received(id, hello.frame(request: 1).bytes))
    let attach = Attach(
      board: Names.board, session: Self.reused, instance: InstanceID(high: 0x1A, low: identifier()),
      configuration: .command, epoch: 0, incarnation: IncarnationID(high: 0, low: 0), sequence: 0,
      firstPending: 1, level: World.levels.newest)
    try tell(.received(id, attach.frame(request: 2).bytes))
    try commitAll()
    if let attached = answers(to: id).compactMap(\.attached).last {
      counters.note(.reuse)
      // First under every epoch that another had, which is refused.
      for epoch in 1...attached.epoch {
        let operation = Operation(
          id: OperationID(session: Self.reused, epoch: epoch, counter: attached.lastCounter + 1),
          base: 0, queued: false, intent: .boardRename(title: marker()))
        let request = 2 + UInt64(epoch)
        try tell(.received(id, Submit(operation: operation).frame(request: request).bytes))
        try commitAll()
        if answers(to: id).last?.isOutcome == true { checks.heard(operation) }
      }
      let detach = Detach(close: true).frame(request: 3 + UInt64(attached.epoch))
      try tell(.received(id, detach.bytes))
      try commitAll()
    }
    try tell(.closed(id))
    links[id] = nil
  }

  private mutating func commitAll() throws {
    try takeAllTurns()
    while let handed = groups.first {
      groups.removeFirst()
      try store.append(mutated(handed))
      try writeSnapshotsBehind()
      recording?.appended(handed)
      if bug != .acknowledgedBeforeCommit { try tell(.appended) }
      try takeAllTurns()
    }
  }

  /// Has the coordinator handle all that arrived, however many turns that takes.
  private mutating func takeAllTurns() throws {
    repeat { try takeTurns() } while owesTurn
  }

  private func answers(to id: ConnectionID) -> [Message] {
    var decoder = FrameDecoder(limit: .max)
    decoder.feed(links[id]?.toWindow ?? [])
    var messages: [Message] = []
    while let frame = try? decoder.next() {
      guard frame.flags.contains(.response), let message = try? Message(frame) else { continue }
      messages.append(message)
    }
    return messages
  }
}

extension Message {
  fileprivate var isOutcome: Bool { if case .outcome = self { true } else { false } }

  fileprivate var attached: Attached? { if case .attached(let body) = self { body } else { nil } }
}
