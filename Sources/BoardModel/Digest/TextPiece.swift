/// A part of a text that the digest hashes at once: a canonical run, cut where the offset or the
/// counter that rises in it is a multiple of `BoardLimits.digestPiece` (SPEC.md DIG-011). Where a
/// piece begins and ends follows from the identities around it alone, never from how a replica
/// keeps its runs.
///
/// The scalars are not named: an identity stands for one scalar for ever.
struct TextPiece: Hashable, Sendable {
  let start: TextIdentity
  let count: Int
  let step: TextRun.Step
  let deleted: Bool
  /// The scalar directly left of the piece, deleted or not.
  let left: TextIdentity?

  /// The bytes that are hashed. Their first one is none with which an entity or a place begins.
  func bytes(in address: TextAddress, _ scalars: [Unicode.Scalar]) -> [UInt8] {
    var writer = ByteWriter()
    switch address {
    case .body(let card): writer.tagged(132, card)
    case .comment(let card, let id): writer.tagged(133, card, id)
    case .proposal(let key):
      writer.tagged(134, key.field)
      writer.string(key.user)
    }
    writer.value(TextRun(start: start, step: step, scalars: scalars, deleted: deleted))
    writer.value(left)
    return writer.bytes
  }
}

/// Cuts runs that come from left to right into the pieces of the digest.
struct PieceReader {
  /// A piece that may still go on, and where its first scalar is.
  struct Open {
    let start: ScalarKey
    var count: Int
    var step: TextRun.Step
    let deleted: Bool
    let left: ScalarKey?
    let position: Int
  }

  struct Scalar {
    let key: ScalarKey
    let deleted: Bool
  }

  /// The piece that is being read; nil while it began left of where the reading did.
  private(set) var open: Open?
  private var last: Scalar?
  private var beforeLast: Scalar?

  /// - Parameters:
  ///   - last: the scalar directly left of where the reading begins.
  ///   - beforeLast: the one left of that, which decides whether `last` may begin a run by offset.
  init(last: Scalar?, beforeLast: Scalar?) {
    self.last = last
    self.beforeLast = beforeLast
  }

  /// Reads a run.
  /// - Parameters:
  ///   - position: where the run begins in its leaf.
  ///   - finished: takes each piece that ends before a scalar of this run.
  mutating func take(_ run: PackedRun, at position: Int, _ finished: (Open) -> Void) {
    var lower = 0
    while lower < run.count {
      let first = run.key(at: lower)
      let upper = min(run.count, lower + PieceReader.certain(from: first, by: run.step))
      if let step = goesOn(to: first, run.deleted) {
        open?.step = step
        open?.count += upper - lower
      } else {
        if let open { finished(open) }
        open = Open(
          start: first, count: upper - lower, step: run.step, deleted: run.deleted,
          left: last?.key, position: position + lower)
      }
      beforeLast =
        upper - lower > 1
        ? Scalar(key: run.key(at: upper - 2), deleted: run.deleted) : last
      last = Scalar(key: run.key(at: upper - 1), deleted: run.deleted)
      lower = upper
    }
  }

  /// The number of scalars of a run, from one of them on, that are in one piece for certain.
  private static func certain(from key: ScalarKey, by step: TextRun.Step) -> Int {
    let size = BoardLimits.digestPiece
    switch step {
    case .operation: return size - Int(key.counter % UInt64(size))
    // What stands left may take the first scalar away from those behind it.
    case .offset where key.offset == 0: return 1
    case .offset: return size - Int(key.offset) % size
    }
  }

  /// How a scalar goes on with the piece left of it; nil where it begins one.
  private func goesOn(to key: ScalarKey, _ deleted: Bool) -> TextRun.Step? {
    guard let last, last.deleted == deleted, let step = last.key.step(to: key) else { return nil }
    let size = BoardLimits.digestPiece
    switch step {
    case .operation: return key.counter % UInt64(size) == 0 ? nil : .operation
    case .offset:
      if Int(key.offset) % size == 0 { return nil }
      // A run takes as much as it can from the left: by counter before by offset.
      let isTaken =
        beforeLast.map { $0.deleted == deleted && $0.key.step(to: last.key) == .operation } ?? false
      return isTaken ? nil : .offset
    }
  }
}

extension ScalarKey {
  /// How `next` follows this identity in a run; nil where it does not.
  fileprivate func step(to next: ScalarKey) -> TextRun.Step? {
    guard writer == next.writer else { return nil }
    if counter == next.counter, offset < .max, offset + 1 == next.offset { return .offset }
    return offset == 0 && next.offset == 0 && counter < .max && counter + 1 == next.counter
      ? .operation : nil
  }
}
