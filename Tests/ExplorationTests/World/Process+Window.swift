import BoardModel
import WindowSync
import Windows

// What a shell does between a replica and the window that shows it.
extension Terminal.Process {
  /// What the window is told of what the replica did.
  func toWindow(
    _ effects: [ReplicaEffect], of event: ReplicaEvent, session: SessionID, newest: OperationID?
  ) -> [World.Event] {
    var events: [WindowEvent] = []
    if replica.identity.session != session { events.append(.session(replica.identity.session)) }
    switch event {
    case .edit, .undo, .redo:
      if let made = replica.newest, made.id != newest { events.append(.made(made.id, made.intent)) }
    default: break
    }
    for effect in effects {
      switch effect {
      case .changed(let change):
        guard let board = replica.visible else { continue }
        events.append(
          .board(
            board, change: change, shown: replica.shownThrough,
            confirmed: replica.confirmed?.sequence ?? 0))
      case .committed(let operations): events.append(.committed(operations, time: 0))
      case .settled(let operation, let outcome): events.append(.settled(operation, outcome))
      case .refused(let intent, let reason): events.append(.refused(intent, reason))
      case .status(let status): events.append(.status(status))
      case .standing(let standing): events.append(.standing(standing))
      case .notice(let notice): events.append(.replicaNotice(notice))
      default: continue
      }
    }
    return events.map { .window($0) }
  }

  /// What the replica is told of what the window did.
  mutating func toReplica(_ event: WindowEvent) -> [World.Event] {
    guard var window else { return [] }
    self.window = nil  // Sole owner while it changes: nothing is copied.
    let effects = window.handle(event, now: clock)
    self.window = window
    return effects.compactMap { effect in
      switch effect {
      case .edit(let intent): .replica(.edit(intent))
      case .undo(let force): .replica(.undo(force: force))
      case .redo(let force): .replica(.redo(force: force))
      case .reclaim: .replica(.reclaim)
      case .reconnect: .replica(.resumeNow)
      default: nil
      }
    }
  }
}
