// How text that somebody types backward stays together: each scalar goes in front of the one
// before. Named by its left neighbour alone, each would be separated from the last as soon as
// another person types at that place too.
extension Text {
  /// The scalar in front of which `session` goes on when it types right of `left`: its own, with
  /// nothing visible between, and newer than `left` where that is its own as well. The result is
  /// nil where the session does not type backward.
  ///
  /// - Parameter draft: an operation not made yet, whose scalars are passed over.
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

  /// The most runs of deleted scalars that are looked through.
  private static let runsBefore = 64
}

extension TextIdentity {
  /// Whether the scalar was typed later than `other`, or by another session.
  fileprivate func isNewer(than other: TextIdentity) -> Bool {
    operation.session != other.operation.session || operation.counter > other.operation.counter
  }
}
