import BoardModel

/// A text into which much was inserted and deleted, and edits in the midst of that.
final class Tombstones {
  private static let total = 768_000
  private static let piece = 96_000
  /// The scalars of one insertion, as the program of this project makes them.
  private static let insertion = 16_000
  private static let parts = BoardLimits.spliceParts
  private static let card = HonestBoard.card(0)

  /// The operations that typed the pieces.
  private var typed: [OperationID] = []
  /// What is deleted next of the last piece: every other scalar, then all of it.
  private var deleted = 0

  func next(_ peer: Peer) {
    guard peer.index > 0 || typed.count * Self.piece >= Self.total && isDeleted else {
      return build(peer)
    }
    guard let operation = typed.randomElement() else { return }
    let place = TextIdentity(
      operation: operation, offset: UInt32.random(in: 0..<UInt32(Self.piece)))
    peer.submit(
      .cardSplice(Self.card, Splice(deletions: [], insertions: [.init(after: place, text: "x")])))
  }

  private var isDeleted: Bool { deleted > Self.piece }

  private func build(_ peer: Peer) {
    guard let last = typed.last, !isDeleted else {
      deleted = 0
      typed.append(peer.nextOperation)
      let text = String(repeating: "x", count: Self.insertion)
      let insertions = (0..<Self.piece / Self.insertion).map { _ in
        Splice.Insertion(after: nil, text: text)
      }
      return peer.submit(.cardSplice(Self.card, Splice(deletions: [], insertions: insertions)))
    }
    func range(_ offset: Int, _ count: Int) -> TextRange {
      TextRange(
        start: TextIdentity(operation: last, offset: UInt32(offset)), count: UInt32(count))
    }
    let ranges: [TextRange]
    if deleted < Self.piece {
      let end = min(deleted + 2 * Self.parts, Self.piece)
      ranges = stride(from: deleted, to: end, by: 2).map { range($0, 1) }
      deleted = end
    } else {
      ranges = [range(0, Self.piece)]
      deleted += 1
    }
    peer.submit(.cardSplice(Self.card, Splice(deletions: ranges, insertions: [])))
  }
}
