// Where somebody types backward: each scalar in front of the one before. Named by its left neighbour
// alone, each of them would stand apart from the last as soon as another types at that place too.
extension Text {
  /// The scalar that `session` goes on in front of when it types right of `left`: its own, with
  /// nothing visible between, and newer than `left` where that is its own as well. Nil where it
  /// does not type backward.
  ///
  /// - Parameter draft: what it has typed and not made an operation of is passed over.
  public func front(
    of left: TextIdentity?, by session: SessionID, over draft: OperationID? = nil
  ) -> TextIdentity? {
    var front: TextIdentity?
    var looked = 0
    forEachRun(rightOf: left) { run in
      looked += 1
      let first = identity(run.start)
      if first.operation == draft { return looked < Text.runsBefore }
      if first.operation.session == session {
        if left.map({ first.isNewer(than: $0) }) ?? true { front = first }
        return false
      }
      return run.deleted && looked < Text.runsBefore
    }
    return front
  }

  /// So many runs of deleted scalars are looked through.
  private static let runsBefore = 64
}

extension TextIdentity {
  /// Whether it was typed later than `other`, or by another session.
  fileprivate func isNewer(than other: TextIdentity) -> Bool {
    operation.session != other.operation.session || operation.counter > other.operation.counter
  }
}
