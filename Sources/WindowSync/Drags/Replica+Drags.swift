import BoardModel
import Wire

// What the person carries between windows (SPEC.md DRG).
extension Replica {
  mutating func drag(_ request: DragRequest) {
    switch request {
    case .lift(let id, let content): dragging.own = Dragging.Own(id: id, content: content)
    case .cancel(let id): cancelDrag(id)
    case .drop(let id, let proposal): drop(id, proposal)
    case .load(let id, let item, let type):
      dragging.generation += 1
      dragging.loading = Dragging.Loading(drag: id, item: item, type: type)
    case .stopLoading: dragging.loading = nil
    }
  }

  private mutating func cancelDrag(_ id: DragID) {
    var isKnown = dragging.carrying.id == id
    if let own = dragging.own, own.id == id {
      isKnown = isKnown || own.stage != .unsaid
      dragging.own = nil
    }
    guard isKnown else { return }
    dragging.letGo(of: id)
    sayCancel(id)
  }

  private mutating func sayCancel(_ id: DragID) {
    guard followsDrags else { return }
    converse { conversation, _ in conversation.event(CancelDrag(drag: id)) }
  }

  private mutating func drop(_ id: DragID, _ proposal: DropProposal) {
    guard followsDrags else {
      return report(.notDropped(id, reason: "there is no connection to the coordinator"))
    }
    guard conversation?.hasRoom == true else {
      return report(.notDropped(id, reason: "too much is under way"))
    }
    converse { conversation, _ in
      conversation.request(Drop(drag: id, proposal: proposal), .drop(id))
    }
  }

  private mutating func report(_ report: DragReport) { effects.append(.drag(report)) }

  /// Whether the connection speaks for a window of its own, and both sides know of drags.
  private var followsDrags: Bool {
    conversation?.welcome?.features.contains(Feature.drags) == true && speaksForWindow
  }

  // MARK: What every turn ends with

  mutating func settleDrags() {
    guard followsDrags else {
      if let own = dragging.own, own.stage == .asked { dragging.own?.stage = .lifted }
      if dragging.carrying != .unknown {
        dragging.carrying = .unknown
        report(.carrying(.unknown))
      }
      if let loading = dragging.loading {
        dragging.loading = nil
        report(
          .notLoaded(
            loading.drag, item: loading.item, reason: "there is no connection to the coordinator"))
      }
      return
    }
    sayLift()
    askForPart()
  }

  /// Sends LIFT, once it is known what is carried: another window may have dropped it meanwhile.
  private mutating func sayLift() {
    guard let own = dragging.own, own.stage == .unsaid, dragging.carrying != .unknown,
      conversation?.hasRoom == true
    else { return }
    dragging.own?.stage = .asked
    converse { conversation, _ in
      conversation.request(Lift(drag: own.id, content: own.content), .lift(own.id))
    }
  }

  private mutating func askForPart() {
    guard let loading = dragging.loading, !loading.isAsked, conversation?.hasRoom == true else {
      return
    }
    dragging.loading?.isAsked = true
    let load = Load(
      drag: loading.drag, item: UInt32(clamping: loading.item), type: loading.type.rawValue,
      offset: UInt64(loading.bytes.count))
    let generation = dragging.generation
    converse { conversation, _ in conversation.request(load, .load(generation: generation)) }
  }

  // MARK: What arrives

  mutating func takeCarried(_ carried: Carried) {
    guard followsDrags else { return }
    if let drag = carried.drag?.id, dragging.gone.contains(drag) {
      // The link may have ended before the coordinator was told of the cancelling.
      return sayCancel(drag)
    }
    if let own = dragging.own, carried.drag?.id != own.id {
      switch own.stage {
      case .unsaid: break
      case .asked: return
      case .lifted: endOwn(own)
      }
    }
    if let drag = carried.drag?.id, drag == dragging.own?.id { dragging.own?.isNamed = true }
    dragging.carrying = carried.drag.map(Carrying.drag) ?? .nothing(carried.ended)
    report(.carrying(dragging.carrying))
  }

  private mutating func endOwn(_ own: Dragging.Own) {
    dragging.own = nil
    // The coordinator never named this drag, so nobody can say what became of it.
    if !own.isNamed { report(.notLifted(own.id, reason: "the connection ended")) }
  }

  mutating func takeLifted(_ id: DragID) {
    if dragging.own?.id == id { dragging.own?.stage = .lifted }
  }

  mutating func takePart(_ part: Part, generation: Int) {
    guard generation == dragging.generation, var loading = dragging.loading else { return }
    let step = loading.take(part)
    dragging.loading = loading
    switch step {
    case .more:
      report(
        .loading(
          loading.drag, item: loading.item, received: UInt64(loading.bytes.count),
          of: part.total))
    case .complete:
      dragging.loading = nil
      report(.loaded(loading.drag, item: loading.item, loading.bytes))
    case .failed(let reason): failLoading(generation: generation, reason)
    }
  }

  private mutating func failLoading(generation: Int, _ reason: String) {
    guard generation == dragging.generation, let loading = dragging.loading else { return }
    dragging.loading = nil
    report(.notLoaded(loading.drag, item: loading.item, reason: reason))
  }

  /// - Parameter reason: why the request has no answer.
  mutating func failDrag(_ request: ReplicaRequest, _ reason: String) {
    switch request {
    case .lift(let id):
      guard dragging.own?.id == id else { return }
      dragging.own = nil
      report(.notLifted(id, reason: reason))
    case .drop(let id): report(.notDropped(id, reason: reason))
    case .load(let generation): failLoading(generation: generation, reason)
    default: return
    }
  }

  /// Answers another window, which wants a part of what this one lifted.
  mutating func serve(_ load: Load, _ request: UInt64) {
    guard let own = dragging.own, own.id == load.drag, let board = visible,
      Int(load.item) < own.content.items.count,
      let card = own.content.items[Int(load.item)].card,
      let type = CardRepresentation(rawValue: load.type),
      let cluster = conversation?.welcome?.cluster,
      let bytes = type.bytes(of: card, on: board, cluster: cluster)
    else {
      let refusal = ErrorMessage(
        code: .representationUnavailable, text: "This window does not have that.")
      return converse { conversation, _ in conversation.answer(refusal, to: request) }
    }
    let part = Part(of: Part.Whole(bytes), from: load.offset)
    converse { conversation, _ in conversation.answer(part, to: request) }
  }
}

extension Carrying {
  var id: DragID? {
    if case .drag(let drag) = self { drag.id } else { nil }
  }
}
