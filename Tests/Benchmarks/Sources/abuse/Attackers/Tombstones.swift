import BoardModel

/// A text into which much was inserted and deleted, and edits in the midst of that.
///
/// Each piece is typed at once and deleted at once, so that it takes few of the runs that a
/// coordinator allows a text (SPEC.md LIM-019); the edits among all of them take the others.
final class Tombstones {
  private static let total = 768_000
  private static let piece = 96_000
  /// The scalars of one insertion, as the program of this project makes them.
  private static let insertion = 16_000
  private static let card = HonestBoard.card(0)

  private enum Step {
    case typing
    case deleting(OperationID)
  }

  /// What is done next, and as what it is on its way, if it is.
  private var step = Step.typing
  private var sent: OperationID?
  /// The operations that typed the pieces, all of them deleted.
  private var pieces: [OperationID] = []
  private let tally: Tally

  init(_ tally: Tally) {
    self.tally = tally
  }

  func next(_ peer: Peer) {
    guard pieces.count * Self.piece >= Self.total else {
      return peer.index == 0 ? build(peer) : ()
    }
    guard let operation = pieces.randomElement() else { return }
    let place = TextIdentity(
      operation: operation, offset: UInt32.random(in: 0..<UInt32(Self.piece)))
    peer.submit(
      .cardSplice(Self.card, Splice(deletions: [], insertions: [.init(after: place, text: "x")])))
  }

  /// Takes one step after the other; one that was refused is taken again.
  private func build(_ peer: Peer) {
    guard peer.inFlight == 0 else { return }
    if let sent {
      if peer.hasDone(sent) { advance(behind: sent) }
      self.sent = nil
      guard pieces.count * Self.piece < Self.total else { return }
    }
    sent = peer.nextOperation
    switch step {
    case .typing:
      let text = String(repeating: "x", count: Self.insertion)
      let insertions = (0..<Self.piece / Self.insertion).map { _ in
        Splice.Insertion(after: nil, text: text)
      }
      peer.submit(.cardSplice(Self.card, Splice(deletions: [], insertions: insertions)))
    case .deleting(let operation):
      let range = TextRange(
        start: TextIdentity(operation: operation, offset: 0), count: UInt32(Self.piece))
      peer.submit(.cardSplice(Self.card, Splice(deletions: [range], insertions: [])))
    }
  }

  private func advance(behind operation: OperationID) {
    switch step {
    case .typing:
      step = .deleting(operation)
    case .deleting(let typed):
      pieces.append(typed)
      tally.facts["scalars deleted", default: 0] += Self.piece
      step = .typing
    }
  }
}
