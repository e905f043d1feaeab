import BoardModel
@testable import Coordination
import LogRecords
import Wire

// Coordinators without one of their guards.
extension Guard {
  /// What the coordinator is told, and what it is, when it is about to be told of the event.
  func prepare(_ coordinator: inout Coordinator, for event: CoordinatorEvent) -> CoordinatorEvent {
    if self == .forgottenEpochsKept { coordinator.sessions.restore([ForgottenEpoch]()) }
    guard case .received(let id, let bytes) = event else {
      if case .appendFailed = event, self == .failureTakenBack { return .appended }
      return event
    }
    var decoder = FrameDecoder(limit: 1 << 21)
    decoder.feed(bytes)
    var prepared: [UInt8] = []
    while let frame = try? decoder.next() {
      switch [Attach.type, AttachWindow.type, Submit.type].contains(frame.type)
        ? try? Message(frame) : nil
      {
      case .attachWindow(let window):
        prepared += self.attach(window, coordinator).frame(request: frame.request).bytes
      case .attach(let attach):
        prepared += self.attach(attach, &coordinator).frame(request: frame.request).bytes
      case .submit(let submit):
        prepareSubmit(submit.operation.id, from: id, &coordinator)
        prepared += frame.bytes
      default: prepared += frame.bytes
      }
    }
    return .received(id, prepared)
  }

  private func attach(_ attach: Attach, _ coordinator: inout Coordinator) -> Attach {
    let session = coordinator.sessions[attach.session]
    switch self {
    case .epochRaised:
      guard var record = session?.record else { break }
      record.instance = attach.instance
      coordinator.sessions.replace(attach.session, record: record)
    case .oldEpochRefused where session != nil: return attach.with(epoch: 0)
    case .unknownSessionRefused where session == nil:
      return attach.with(epoch: 0, firstPending: 1)
    default: break
    }
    return attach
  }

  private func attach(_ window: AttachWindow, _ coordinator: Coordinator) -> AttachWindow {
    switch self {
    case .incumbentAsked where coordinator.sessions[window.attach.session] != nil:
      window.with(.takeOver)
    case .makingRefused where window.manner == .adopt: window.with(.resume)
    default: window
    }
  }

  private func prepareSubmit(
    _ id: OperationID, from connection: ConnectionID, _ coordinator: inout Coordinator
  ) {
    guard var ledger = coordinator.sessions[id.session]?.ledger else { return }
    switch self {
    case .resendRecognised where id.counter <= ledger.lastCounter,
      .countersInOrder where id.counter > ledger.lastCounter:
      ledger = Session.Ledger(
        forgottenCounter: id.counter - 1, forgottenEpoch: ledger.forgottenEpoch, entries: [])
      coordinator.sessions.replace(id.session, ledger: ledger)
    case .routeRequired:
      guard case .ready(.none) = coordinator.connections[connection]?.phase else { return }
      coordinator.connections[connection]?.attach(
        AttachedWindow(
          session: id.session, board: Names.board, configuration: .board, epoch: id.epoch,
          level: ModelLevels.released.newest, subscription: .following, told: 0))
    default: return
    }
  }

  /// What the coordinator is after the event.
  func repair(
    _ coordinator: inout Coordinator, after event: CoordinatorEvent, since before: Coordinator
  ) {
    switch (self, event) {
    case (.oldRouteRemoved, _): keepRoutes(&coordinator, since: before)
    case (.routeRequired, .received(let id, _)):
      guard let session = coordinator.connections[id]?.window?.session,
        coordinator.sessions[session]?.route != id
      else { return }
      _ = coordinator.connections[id]?.detach()
    case (.ledgerRestored, .loaded):
      for id in coordinator.sessions.byID.keys {
        coordinator.sessions.replace(id, ledger: Session.Ledger())
      }
    default: return
    }
  }

  /// A connection whose session was taken over goes on as if it were not.
  private func keepRoutes(_ coordinator: inout Coordinator, since before: Coordinator) {
    for (id, connection) in before.connections {
      guard let window = connection.window,
        case .ready(.none) = coordinator.connections[id]?.phase,
        let route = coordinator.sessions[window.session]?.route, route != id
      else { continue }
      coordinator.connections[id]?.attach(window)
      coordinator.boards.change(window.board) { $0.subscribe(id) }
    }
  }
}

extension SessionTable {
  /// Puts a session as a missing guard leaves it in the place of the present one.
  fileprivate mutating func replace(
    _ id: SessionID, record: SessionRecord? = nil, ledger: Session.Ledger? = nil
  ) {
    guard let session = self[id] else { return }
    insert(
      Session(
        record: record ?? session.record, durable: session.durable, route: session.route,
        known: ledger ?? session.ledger))
  }
}

// What coordinators without one of their guards send.
extension Guard {
  func sent(_ bytes: [UInt8]) -> [UInt8] {
    guard self == .resendRecognised else { return bytes }
    var decoder = FrameDecoder(limit: 1 << 21)
    decoder.feed(bytes)
    var sent: [UInt8] = []
    while let frame = try? decoder.next() {
      guard frame.type == Attached.type, case .attached(let attached)? = try? Message(frame) else {
        sent += frame.bytes
        continue
      }
      // Who has room for the outcomes in ATTACHED is not asked again.
      sent += attached.withoutOutcomes.frame(request: frame.request, flags: frame.flags).bytes
    }
    return sent
  }
}

extension Attached {
  fileprivate var withoutOutcomes: Attached {
    Attached(
      epoch: epoch, lastCounter: lastCounter, sequence: sequence, level: level,
      catchUp: catchUp, outcomes: [])
  }
}

extension AttachWindow {
  fileprivate func with(_ manner: AttachManner) -> AttachWindow {
    AttachWindow(
      manner: manner, previous: previous, activity: activity, place: place, attach: attach)
  }
}

extension Attach {
  fileprivate func with(epoch: UInt32, firstPending: UInt64? = nil) -> Attach {
    Attach(
      board: board, session: session, instance: instance, configuration: configuration,
      epoch: epoch, incarnation: incarnation, sequence: sequence,
      firstPending: firstPending ?? self.firstPending, level: level, extensions: extensions)
  }
}
