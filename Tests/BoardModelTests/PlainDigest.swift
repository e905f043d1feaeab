import HashTreeCollections

@testable import BoardModel

/// The reference for a board's digest: everything is hashed anew, in the words of SPEC.md DIG.
struct PlainDigest {
  /// A mistake a digest might make.
  enum Fault: CaseIterable {
    /// The places of cards are left out.
    case unorderedCards
    /// A piece ends where a replica happens to cut its runs.
    case piecesAsKept
    /// After an undo the pieces of texts are those from before it.
    case staleAfterUndo
    /// After a compaction the pieces of texts are those from before it.
    case staleAfterCompaction
  }

  var fault: Fault?
  /// The pieces of all texts when a digest was taken last.
  private var known: [[UInt8]] = []

  init(fault: Fault? = nil) {
    self.fault = fault
  }

  /// - Parameter intent: what was applied since the last digest.
  mutating func digest(of board: Board, after intent: Intent? = nil) -> BoardDigest {
    switch (fault, intent) {
    case (.staleAfterUndo, .undo), (.staleAfterCompaction, .textCompact): break
    default: known = pieces(of: board)
    }
    var sum = BoardDigest.empty
    for bytes in entities(of: board) + places(of: board) + known {
      sum.add(BoardDigest(bytes: SHA256.hash(bytes)))
    }
    return sum
  }

  private func bytes(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    write(&writer)
    return writer.bytes
  }

  private func entities(of board: Board) -> [[UInt8]] {
    board.entities().flatMap { entity -> [Entity] in
      switch entity {
      case .text, .commentText, .proposalText: []
      case .favourites(let user, let marks): marks.map { .favourites(user: user, [$0]) }
      case .elements(let card, let held): held.map { .elements(card, [$0]) }
      default: [entity]
      }
    }.map { entity in bytes { $0.value(entity) } }
  }

  private func places(of board: Board) -> [[UInt8]] {
    var places = inOrder(128, board.id, board.columnOrder)
    for column in board.columnOrder where fault != .unorderedCards {
      places += inOrder(129, column, board.column(column).map { Array($0.cards) } ?? [])
    }
    for card in board.cards.keys {
      places += inOrder(130, card, board.checklists[card]?.order ?? [])
      places += inOrder(131, card, board.commentThreads[card]?.order ?? [])
    }
    return places
  }

  private func inOrder<List, Element>(
    _ kind: UInt8, _ list: Identifier<List>, _ elements: [Identifier<Element>]
  ) -> [[UInt8]] {
    elements.indices.map { index in
      bytes {
        $0.uint8(kind)
        $0.identifier(list)
        $0.identifier(elements[index])
        $0.bool(index > 0)
        if index > 0 { $0.identifier(elements[index - 1]) }
      }
    }
  }

  private func pieces(of board: Board) -> [[UInt8]] {
    var result: [[UInt8]] = []
    for (id, card) in board.cards {
      let address = bytes {
        $0.uint8(132)
        $0.identifier(id)
      }
      result += pieces(of: card.body).map { address + $0 }
      for (comment, value) in board.commentThreads[id]?.comments ?? [:] {
        let address = bytes {
          $0.uint8(133)
          $0.identifier(id)
          $0.identifier(comment)
        }
        result += pieces(of: value.body).map { address + $0 }
      }
    }
    for (key, proposal) in board.proposals {
      guard case .fragment(let fragment) = proposal.value else { continue }
      let address = bytes {
        $0.uint8(134)
        $0.value(key.field)
        $0.string(key.user)
      }
      result += pieces(of: fragment.text).map { address + $0 }
    }
    return result
  }

  private func pieces(of text: Text) -> [[UInt8]] {
    var left: TextIdentity?
    return runs(of: text).flatMap { run -> [[UInt8]] in
      var rest = run
      var pieces: [[UInt8]] = []
      while !rest.scalars.isEmpty {
        let first = rest.step == .offset ? UInt64(rest.start.offset) : rest.start.operation.counter
        let count = min(rest.scalars.count, 256 - Int(first % 256))
        let piece = rest.prefix(count)
        pieces.append(
          bytes {
            $0.value(piece)
            $0.value(left)
          })
        left = rest.identity(at: count - 1)
        rest = rest.dropping(count)
      }
      return pieces
    }
  }

  private func runs(of text: Text) -> [TextRun] {
    guard fault == .piecesAsKept else { return text.runs }
    return text.leaves.flatMap { number in
      text.read(number) { leaf in
        var start = 0
        return leaf.runs.map { run in
          defer { start += run.count }
          return TextRun(
            start: text.identity(run.start), step: run.step,
            scalars: Array(leaf.scalars[start..<(start + run.count)]), deleted: run.deleted)
        }
      }
    }
  }
}
