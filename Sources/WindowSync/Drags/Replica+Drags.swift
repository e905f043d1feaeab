import BoardModel
import Wire

// What the person carries between windows (SPEC.md DRG).
extension Replica {
  mutating func perform(_ steps: [DragStep]) {
    for step in steps {
      switch step {
      case .report(let report): effects.append(.drag(report))
      case .cancel(let id): converse { $0.event(CancelDrag(drag: id)) }
      case .lift(let id, let content):
        converse { $0.request(Lift(drag: id, content: content), .lift(id)) }
      case .drop(let id, let proposal):
        converse { $0.request(Drop(drag: id, proposal: proposal), .drop(id)) }
      case .load(let load, let generation):
        converse { $0.request(load, .load(generation: generation)) }
      }
    }
  }

  /// Whether the connection speaks for a window of its own, and both sides know of drags.
  var dragReach: DragReach {
    guard has(Feature.drags), speaksForWindow
    else { return .none }
    return .follows(hasRoom: hasRoom)
  }

  /// Sends what the drag still wants sent, as far as the connection has room.
  mutating func settleDrags() {
    while true {
      let steps = dragging.settle(on: dragReach)
      perform(steps)
      if steps.isEmpty || dragReach == .none { return }
    }
  }

  /// Answers another window, which wants a part of what this one lifted.
  mutating func serve(_ load: Load, _ request: UInt64) {
    let cluster = link.conversation.read { $0.welcome?.cluster }
    if let part = dragging.part(load, of: copy.visible, cluster: cluster) {
      converse { $0.answer(part, to: request) }
    } else {
      let refusal = ErrorMessage(
        code: .representationUnavailable, text: "This window does not have that.")
      converse { $0.answer(refusal, to: request) }
    }
  }
}
