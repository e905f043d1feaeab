import BoardModel
import Wire

@testable import Coordination

// What reaches the coordinator, as bugs leave it.
extension World {
  /// A window's bytes to the coordinator.
  mutating func forged(_ bytes: [UInt8]) -> [UInt8] {
    switch bug {
    case .moreCardsSeen, .reversedTyping, .forcedUndo, .queuedAsLive, .newestBase, .lowestBase,
      .otherProposal, .allReceiptsSeen, .laterHorizon, .freshRemoval, .lostTop, .longBatch,
      .longMove, .manyMoves:
      break
    default: return bytes
    }
    return frames(in: bytes).flatMap { frame in
      guard case .submit(let submit)? = try? Message(frame) else { return frame.bytes }
      return Submit(operation: forged(submit.operation))
        .frame(request: frame.request, flags: frame.flags).bytes
    }
  }

  /// A resend is forged as the operation was at first.
  private mutating func forged(_ operation: Operation) -> Operation {
    if let (original, forgery) = forgeries[operation.id], original == operation { return forgery }
    let forgery = forgery(of: operation)
    forgeries[operation.id] = (operation, forgery)
    return forgery
  }

  private func forgery(of operation: Operation) -> Operation {
    switch (bug, operation.intent) {
    case (.moreCardsSeen, .columnDelete(let column, _, let disposition)):
      let board = coordinator?.boards.loaded(Names.board)?.tip
      let cards = board?.liveCards(in: column).map(\.id) ?? []
      return operation.with(
        intent: .columnDelete(column, seen: cards, disposition: disposition))
    case (.reversedTyping, let intent): return operation.with(intent: intent.reversed)
    case (.lostTop, let intent): return operation.with(intent: intent.withoutTop)
    case (.longBatch, .cardMove):
      return operation.with(intent: .batch(Array(repeating: operation.intent, count: 1_001)))
    case (.longMove, .cardMove(let cards, let column, let place)):
      let many = Array(repeating: cards, count: 1_001).joined().prefix(1_001)
      return operation.with(intent: .cardMove(Array(many), to: column, at: place))
    case (.manyMoves, .cardMove(let cards, let column, let place)):
      let many = Array(repeating: cards, count: 1_000).joined().prefix(1_000)
      let move = Intent.cardMove(Array(many), to: column, at: place)
      return operation.with(intent: .batch(Array(repeating: move, count: 5)))
    case (.forcedUndo, .undo(let target, _)):
      return operation.with(intent: .undo(target: target, force: true))
    case (.queuedAsLive, _): return operation.with(queued: false)
    case (.newestBase, _): return operation.with(base: store.log.last?.sequence)
    case (.lowestBase, _): return operation.with(base: 0)
    case (.otherProposal, .cardRetitle(let card, let title)) where operation.queued:
      return operation.with(intent: .cardRetitle(card, title: "not " + title))
    case (.laterHorizon, .textCompact(let card, let comment, _)):
      return operation.with(intent: .textCompact(card, comment, horizon: operation.base))
    case (.freshRemoval, .detach(let card, .blocker(let blocker), let seen)):
      let tip = coordinator?.boards.loaded(Names.board)?.tip
      let newest = tip?.attached(.blocker(blocker), to: card)
      return operation.with(
        intent: .detach(card, .blocker(blocker), seen: newest?.operation ?? seen))
    case (.allReceiptsSeen, .receiptsSeen):
      return operation.with(intent: .receiptsSeen(through: .max))
    default: return operation
    }
  }
}
