import BoardModel
import WindowSync
import Wire

/// Edits of a board that the command does not hold: it knows an excerpt of it.
struct UnopenedEdits: Hashable, Sendable {
  let intents: [Intent]
  /// The sequence number of the excerpt.
  let base: UInt64
  /// The session that they are made by, which is theirs alone.
  let attach: Attach
  /// What was submitted; nothing before the session is attached.
  private(set) var operations: [Operation] = []
  private(set) var decisions: [Decision] = []

  init(_ intents: [Intent], base: UInt64, attach: Attach) {
    self.intents = intents
    self.base = base
    self.attach = attach
  }

  /// Whether all of them are durable.
  var isComplete: Bool { decisions.count == intents.count }

  mutating func take(_ decision: Decision) { decisions.append(decision) }

  /// Makes the operations, in their order.
  /// - Returns: whether none of them is too large.
  mutating func makeOperations(epoch: UInt32) -> Bool {
    operations = zip(UInt64(1)..., intents).compactMap { counter, intent in
      OperationSize.operation(
        intent, as: OperationID(session: attach.session, epoch: epoch, counter: counter),
        base: base)
    }
    return operations.count == intents.count
  }
}

// Making edits on the link on which boards are listed.
extension CommandSession {
  mutating func make(_ edits: UnopenedEdits) {
    guard case .listed(let directory) = state else { return }
    deadline = now + Self.patience
    state = .editing(directory, edits)
    drive(DirectoryEvent.ask(.attach(edits.attach)))
  }

  /// Takes what the coordinator answers while edits are made.
  mutating func made(_ question: Question, _ answer: Answer) {
    guard case .editing(let directory, var edits) = state else { return }
    switch (question, answer) {
    // Behind a cut the directory attaches again by itself, and submits what has no answer.
    case (.attach, .success(.attached(let attached))):
      guard edits.operations.isEmpty else { return }
      guard edits.makeOperations(epoch: attached.epoch) else {
        return giveUp(CommandFailure(.tooLarge))
      }
      state = .editing(directory, edits)
      for operation in edits.operations {
        drive(DirectoryEvent.ask(.submit(Submit(operation: operation))))
      }
    case (.submit(let submit), .success(.outcome(let outcome))):
      edits.take(Decision(submit.operation, outcome.stored.outcome))
      state = .editing(directory, edits)
      // Nobody then waits until the session is forgotten.
      guard edits.isComplete else { return }
      deadline = now + Self.leavingPatience
      drive(DirectoryEvent.ask(.detach(Detach(close: true))))
    // The answer to DETACH, which waits for the same, follows.
    case (.attach, .failure) where edits.isComplete: return
    case (.detach, _): done(directory, edits)
    case (.submit, .failure(let failure)): giveUp(self.failure(failure))
    case (_, .failure(let failure)): fail(CommandFailure(failure, to: question))
    default: return
    }
  }

  /// The edits are made, whatever became of the session.
  mutating func done(_ directory: BoardDirectory, _ edits: UnopenedEdits) {
    state = .listed(directory)
    deadline = now + Self.patience
    effects.append(.made(edits.decisions))
  }

  private func failure(_ failure: Unanswered) -> CommandFailure {
    switch failure.code {
    case .storeUnavailable: unwritten(failure.reason)
    case .roleLacking: CommandFailure(.rejected, "the board refused it: \(failure.reason)")
    default: CommandFailure(.refused, failure.reason)
    }
  }

  /// The session is in good order, and is closed as after an edit that was made.
  private mutating func giveUp(_ failure: CommandFailure) {
    effects.append(.failed(failure))
    finish()
  }
}
