import HashTreeCollections

/// The name of a text that the digest hashes in pieces.
enum TextAddress: Hashable, Sendable {
  case body(CardID)
  case comment(CardID, CommentID)
  case proposal(Proposal.Key)
}

extension Board {
  func text(_ address: TextAddress) -> Text? {
    switch address {
    case .body(let card): return cards[card]?.body
    case .comment(let card, let id): return comment(id, on: card)?.body
    case .proposal(let key):
      guard case .fragment(let fragment) = proposals[key]?.value else { return nil }
      return fragment.text
    }
  }
}

/// The digest of one text, and the text as it was then. A text shares with a later copy of it what
/// did not change, so the pieces that did are found without a look at the others.
struct TextDigest: Sendable {
  private(set) var sum = BoardDigest.empty
  private var text = Text()

  /// Hashes the pieces that are gone and those that are new.
  /// - Returns: how many it hashed.
  mutating func follow(_ current: Text, at address: TextAddress) -> Int {
    let known = text
    let leaves = current.leavesWithOtherPieces(than: known)
    var changes: [TextPiece: PieceChange] = [:]
    for leaf in leaves {
      known.forEachPiece(beginningIn: leaf) { piece, position in
        changes[piece, default: PieceChange(leaf: leaf, position: position)].gone += 1
      }
    }
    for leaf in leaves {
      current.forEachPiece(beginningIn: leaf) { piece, position in
        changes[piece, default: PieceChange(leaf: leaf, position: position)].come += 1
      }
    }
    // The order does not matter, because the digests are added up.
    var hashed = 0
    for (piece, change) in changes where change.come != change.gone {
      let source = change.gone > 0 ? known : current
      let scalars = source.scalars(piece.count, from: change.position, in: change.leaf)
      let digest = BoardDigest(hashing: piece.bytes(in: address, scalars))
      hashed += 1
      for _ in change.gone..<max(change.gone, change.come) { sum.add(digest) }
      for _ in change.come..<max(change.gone, change.come) { sum.remove(digest) }
    }
    text = current
    return hashed
  }
}

/// How often a piece was in the known text and is in the current one, and where it begins in the
/// first of these that has it.
private struct PieceChange {
  let leaf: Int
  let position: Int
  var gone = 0
  var come = 0
}

extension Text {
  /// The leaves in which other pieces begin than in an earlier state of the text, or might: those
  /// that changed, and those near them. Each is there once.
  func leavesWithOtherPieces(than known: Text) -> Set<Int> {
    let changed = leavesChanged(since: known)
    var leaves = Set(changed)
    for text in [known, self] {
      for leaf in changed where text.holdsScalars(in: leaf) {
        text.addNeighbours(of: leaf, to: &leaves)
      }
    }
    return leaves
  }

  /// Adds the leaves with pieces that reach to a leaf, and those with pieces whose beginning
  /// depends on its scalars: on the one left of them, or on the one before that.
  private func addNeighbours(of leaf: Int, to leaves: inout Set<Int>) {
    let start = self.start(of: leaf).total
    var left = start
    while left > max(0, start - BoardLimits.digestPiece) {
      let number = place(atTotal: left).leaf
      leaves.insert(number)
      left = self.start(of: number).total
    }
    var seen = 0
    var next = self.leaf(after: leaf)
    while let number = next, seen < 2 {
      leaves.insert(number)
      seen += read(number) { $0.scalars.count }
      next = self.leaf(after: number)
    }
  }

  /// Visits the pieces that begin in a leaf, from left to right, with the positions in the leaf
  /// where they begin; none where there is no such leaf.
  fileprivate func forEachPiece(beginningIn leaf: Int, _ body: (TextPiece, Int) -> Void) {
    guard holdsScalars(in: leaf) else { return }
    let start = self.start(of: leaf).total
    var reader = PieceReader(
      last: scalar(atTotal: start - 1), beforeLast: scalar(atTotal: start - 2))
    func finish(_ open: PieceReader.Open) {
      let piece = TextPiece(
        start: identity(open.start), count: open.count,
        step: open.count > 1 ? open.step : .offset, deleted: open.deleted,
        left: open.left.map(identity))
      body(piece, open.position)
    }
    read(leaf) { leaf in
      var position = 0
      for run in leaf.runs {
        reader.take(run, at: position, finish)
        position += run.count
      }
    }
    // The last piece may go on in the leaves to the right.
    guard reader.open != nil else { return }
    var isFinished = false
    var next = self.leaf(after: leaf)
    while let number = next, !isFinished {
      read(number) { leaf in
        for run in leaf.runs where !isFinished {
          reader.take(run, at: 0) { open in
            if !isFinished { finish(open) }
            isFinished = true
          }
        }
      }
      next = self.leaf(after: number)
    }
    if !isFinished, let open = reader.open { finish(open) }
  }

  /// Whether there is such a leaf, and it is not empty, as one is that is no longer in the text.
  private func holdsScalars(in leaf: Int) -> Bool {
    leaf < leafCount && read(leaf) { !$0.scalars.isEmpty }
  }

  private func scalar(atTotal position: Int) -> PieceReader.Scalar? {
    guard position >= 0 else { return nil }
    let place = self.place(atTotal: position + 1)
    return read(place.leaf) { leaf in
      var rest = (place.position ?? leaf.scalars.count) - 1
      for run in leaf.runs {
        if rest < run.count {
          return PieceReader.Scalar(key: run.key(at: rest), deleted: run.deleted)
        }
        rest -= run.count
      }
      return nil
    }
  }

  fileprivate func scalars(_ count: Int, from position: Int, in leaf: Int) -> [Unicode.Scalar] {
    var scalars = read(leaf) { Array($0.scalars.some(count, from: position)) }
    var next = self.leaf(after: leaf)
    while scalars.count < count, let number = next {
      scalars += read(number) { $0.scalars.some(count - scalars.count, from: 0) }
      next = self.leaf(after: number)
    }
    return scalars
  }
}
