import BoardModel
import WindowSync

// The requests of a command.
extension CommandSession {
  mutating func ask(_ question: Question) {
    switch state {
    case .idle:
      state = .directory(BoardDirectory(grease: grease))
      drive(DirectoryEvent.ask(question))
      drive(.start)
    case .listed(let directory), .directory(let directory):
      deadline = now + Self.patience
      state = .directory(directory)
      drive(DirectoryEvent.ask(question))
    case .board: read(question)
    case .awaiting, .editing, .leaving, .ended: return
    }
  }

  mutating func open(
    _ identity: ReplicaIdentity, _ wallClock: UInt64, toFollow: Bool
  ) {
    switch state {
    case .idle: break
    case .listed(var directory), .directory(var directory):
      // The directory's link closes by itself, and nothing depends on when it does.
      for effect in directory.handle(.leave, now: now) {
        switch effect {
        case .send(let bytes): effects.append(.send(.directory, bytes))
        case .disconnect: effects.append(.disconnect(.directory))
        default: break
        }
      }
    case .awaiting, .editing, .board, .leaving, .ended: return
    }
    machineWake = nil
    state = .board(Replica(identity: identity, saved: nil), .opening(toFollow: toFollow))
    drive(.start(wallClock: wallClock))
  }

  mutating func submit(_ intents: [Intent]) {
    guard case .board(let replica, .ready) = state else { return }
    guard !intents.isEmpty else { return effects.append(.decided([])) }
    deadline = now + Self.patience
    state = .board(replica, .deciding(Deciding(count: intents.count)))
    for intent in intents { drive(.edit(intent)) }
  }

  mutating func read(_ question: Question) {
    guard case .board(let replica, .ready) = state else { return }
    let searches = if case .fetchCardHistory = question { true } else { false }
    deadline = now + (searches ? Self.searchPatience : Self.patience)
    state = .board(replica, .reading(question, asked: false))
    readOn()
  }

  mutating func readOn() {
    guard case .board(let replica, .reading(let question, false)) = state,
      replica.status == .saved
    else { return }
    guard replica.isUnderstood(question) != false else {
      return fail(
        CommandFailure(
          .refused,
          question.isOfBoard
            ? "the coordinator is too old to tell the history of a card: upgrade it, or use `board log`"
            : "the coordinator is too old to say this: upgrade it"))
    }
    state = .board(replica, .reading(question, asked: true))
    drive(ReplicaEvent.ask(question))
  }

  mutating func finish() {
    switch state {
    case .idle, .ended: end()
    case .leaving: return
    case .directory(let directory), .listed(let directory), .awaiting(let directory, _),
      .editing(let directory, _):
      state = .leaving(.directory(directory))
      drive(.leave)
    case .board(let replica, _):
      state = .leaving(.board(replica))
      drive(.leave(close: true))
    }
    if deadline == nil { deadline = now + Self.patience }
  }

  mutating func end() {
    guard !isOver else { return }
    state = .ended
    effects.append(.done)
  }

  var isOver: Bool { if case .ended = state { true } else { false } }

  mutating func fail(_ failure: CommandFailure) {
    if case .leaving = state { return end() }
    guard !isOver else { return }
    if case .editing(let directory, let edits) = state, edits.isComplete {
      return done(directory, edits)
    }
    effects.append(.failed(failure))
    switch state {
    case .directory, .listed, .awaiting, .editing: effects.append(.disconnect(.directory))
    case .board: effects.append(.disconnect(.board))
    case .idle, .leaving, .ended: break
    }
    end()
  }
}
