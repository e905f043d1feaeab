extension Board {
  /// Whether this edit could be taken back if it came next; one with too many steps could not
  /// (SPEC.md APL-052).
  public func canUndo(_ intent: Intent, by user: String) -> Bool {
    let id = OperationID(session: SessionID(high: 0, low: 0), epoch: 0, counter: 0)
    var next = self
    _ = next.apply(
      Operation(id: id, base: sequence, queued: false, intent: intent), sequence: sequence &+ 1,
      time: 0, author: Author(user: user, device: ""))
    return next.undo.record(of: id).map { !$0.steps.isEmpty } ?? true
  }
}
