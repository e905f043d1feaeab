import BoardModel
import Wire

/// Whether a window can speak of drags on its connection now.
enum DragReach: Hashable, Sendable {
  /// The connection does not speak for a window, or one side does not know of drags.
  case none
  /// Events can be sent; `hasRoom` says whether requests can, too.
  case follows(hasRoom: Bool)
}

/// What a window wants sent, or told, about the drag of its user.
enum DragStep: Hashable, Sendable {
  case report(DragReport)
  case cancel(DragID)
  case lift(DragID, DragContent)
  case drop(DragID, DropProposal)
  case load(Load, generation: Int)
}

/// What a window knows of its user's drag, and what it asked the coordinator about it (SPEC.md
/// DRG).
struct Dragging: Hashable, Sendable {
  /// The drag that this window lifted.
  private(set) var own: Own?
  private(set) var carrying = Carrying.unknown
  private(set) var loading: Loading?
  /// The drags that the window let go of, while the coordinator may not have heard of that.
  private(set) var gone: [DragID] = []
  /// The generation of the next request for a part; answers to requests of earlier ones are late.
  private(set) var generation = 0

  /// The most drags in `gone`: more are not let go of while one answer of the coordinator is on its
  /// way.
  private static let mostGone = 16

  struct Own: Hashable, Sendable {
    let id: DragID
    let content: DragContent
    var stage = Stage.unsaid
    /// Whether the coordinator has named this drag.
    var isNamed = false
  }

  enum Stage: Hashable, Sendable {
    case unsaid
    /// LIFT is on its way: what the coordinator says of other drags is older than this one.
    case asked
    /// The coordinator knows of the drag, or may know of it.
    case lifted
  }
}

// What the person does.
extension Dragging {
  mutating func take(_ request: DragRequest, on reach: DragReach) -> [DragStep] {
    switch request {
    case .lift(let id, let content):
      own = Own(id: id, content: content)
      return []
    case .cancel(let id): return cancel(id, reach)
    case .drop(let id, let proposal): return drop(id, proposal, reach)
    case .load(let id, let item, let type):
      generation += 1
      loading = Loading(drag: id, item: item, type: type)
      return []
    case .stopLoading:
      loading = nil
      return []
    }
  }

  private mutating func cancel(_ id: DragID, _ reach: DragReach) -> [DragStep] {
    var isKnown = carrying.id == id
    if let own, own.id == id {
      isKnown = isKnown || own.stage != .unsaid
      self.own = nil
    }
    guard isKnown else { return [] }
    if !gone.contains(id) { gone.append(id) }
    if gone.count > Self.mostGone { gone.removeFirst() }
    return reach == .none ? [] : [.cancel(id)]
  }

  private func drop(
    _ id: DragID, _ proposal: DropProposal, _ reach: DragReach
  ) -> [DragStep] {
    switch reach {
    case .none: [.report(.notDropped(id, reason: Self.noConnection))]
    case .follows(hasRoom: false): [.report(.notDropped(id, reason: "too much is under way"))]
    case .follows(hasRoom: true): [.drop(id, proposal)]
    }
  }

  private static let noConnection = "there is no connection to the coordinator"
}

// What every turn ends with.
extension Dragging {
  mutating func settle(on reach: DragReach) -> [DragStep] {
    switch reach {
    case .none: return disconnected()
    case .follows(hasRoom: false): return []
    case .follows(hasRoom: true): break
    }
    // LIFT goes out once it is known what is carried: another window may have dropped it meanwhile.
    if let own, own.stage == .unsaid, carrying != .unknown {
      self.own?.stage = .asked
      return [.lift(own.id, own.content)]
    }
    if let loading, !loading.isAsked {
      self.loading?.isAsked = true
      return [.load(loading.request, generation: generation)]
    }
    return []
  }

  private mutating func disconnected() -> [DragStep] {
    if own?.stage == .asked { own?.stage = .lifted }
    var steps: [DragStep] = []
    if carrying != .unknown {
      carrying = .unknown
      steps.append(.report(.carrying(.unknown)))
    }
    if let loading {
      self.loading = nil
      steps.append(
        .report(.notLoaded(loading.drag, item: loading.item, reason: Self.noConnection)))
    }
    return steps
  }
}

// What the coordinator says.
extension Dragging {
  mutating func take(_ carried: Carried, on reach: DragReach) -> [DragStep] {
    guard reach != .none else { return [] }
    if let drag = carried.drag?.id, gone.contains(drag) {
      // The link may have ended before the coordinator was told of the cancelling.
      return [.cancel(drag)]
    }
    var steps: [DragStep] = []
    if let own, carried.drag?.id != own.id {
      switch own.stage {
      case .unsaid: break
      case .asked: return []
      case .lifted:
        self.own = nil
        // The coordinator never named this drag, so nobody can say what became of it.
        if !own.isNamed {
          steps.append(.report(.notLifted(own.id, reason: "the connection ended")))
        }
      }
    }
    if let drag = carried.drag?.id, drag == own?.id { own?.isNamed = true }
    carrying = carried.drag.map(Carrying.drag) ?? .nothing(carried.ended)
    return steps + [.report(.carrying(carrying))]
  }

  /// LIFT was answered.
  mutating func wasLifted(_ id: DragID) {
    if own?.id == id { own?.stage = .lifted }
  }

  mutating func take(_ part: Part, generation: Int) -> [DragStep] {
    guard generation == self.generation, var loading else { return [] }
    let step = loading.take(part)
    self.loading = loading
    switch step {
    case .more:
      return [
        .report(
          .loading(
            loading.drag, item: loading.item, received: UInt64(loading.bytes.count),
            of: part.total))
      ]
    case .complete:
      self.loading = nil
      return [.report(.loaded(loading.drag, item: loading.item, loading.bytes))]
    case .failed(let reason): return failLoading(generation, reason)
    }
  }

  /// A request about drags has no answer, for this reason; other requests are no matter.
  mutating func failed(_ request: ReplicaRequest, _ reason: String) -> [DragStep] {
    switch request {
    case .lift(let id):
      guard own?.id == id else { return [] }
      own = nil
      return [.report(.notLifted(id, reason: reason))]
    case .drop(let id): return [.report(.notDropped(id, reason: reason))]
    case .load(let generation): return failLoading(generation, reason)
    case .attach, .snapshot, .question, .inquiry, .submit, .detach, .endPredecessor: return []
    }
  }

  private mutating func failLoading(_ generation: Int, _ reason: String) -> [DragStep] {
    guard generation == self.generation, let loading else { return [] }
    self.loading = nil
    return [.report(.notLoaded(loading.drag, item: loading.item, reason: reason))]
  }

  /// What another window gets that wants a part of what this one lifted.
  /// - Returns: nil if this window does not have that.
  func part(_ load: Load, of board: Board?, cluster: String?) -> Part? {
    guard let own, own.id == load.drag, let board, let cluster,
      Int(load.item) < own.content.items.count,
      let card = own.content.items[Int(load.item)].card,
      let type = CardRepresentation(rawValue: load.type),
      let bytes = type.bytes(of: card, on: board, cluster: cluster)
    else { return nil }
    return Part(of: Part.Whole(bytes), from: load.offset)
  }
}

extension Carrying {
  var id: DragID? {
    if case .drag(let drag) = self { drag.id } else { nil }
  }
}
