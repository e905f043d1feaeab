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

/// What the user of a window carries, as far as the window can know, and what it asked the
/// coordinator about it (SPEC.md DRG).
struct Dragging: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case nothing
    /// This window lifted the items, and the coordinator was not told.
    case lifting(DraggedItems)
    /// LIFT is on its way.
    case asked(DraggedItems)
    /// The coordinator knows of the drag or, of an own one, may know of it.
    case lifted(DraggedItems)
  }

  private(set) var state = State.nothing
  /// Whether the coordinator has said on this attachment what the user carries.
  private(set) var isInformed = false
  private(set) var loading: Loading?
  /// The latest drags that this window ended, oldest first: the coordinator may still name them.
  private(set) var past: [DragID] = []
  /// The generation of the next request for a part; answers to requests of earlier ones are late.
  private(set) var generation = 0

  /// The most drags in `past`: a person does not end more before the coordinator has answered.
  private static let mostPast = 16

  var items: DraggedItems? {
    switch state {
    case .nothing: nil
    case .lifting(let items), .asked(let items), .lifted(let items): items
    }
  }
}

// What the person does.
extension Dragging {
  mutating func take(_ request: DragRequest, on reach: DragReach) -> [DragStep] {
    switch request {
    case .lift(let items):
      // What another window lifted is carried on, should the coordinator not hear of this.
      if self.items?.isOwn == true { end() }
      (state, loading) = (.lifting(items), nil)
      return []
    case .cancel(let id):
      guard items?.id == id else { return [] }
      return end() && reach != .none ? [.cancel(id)] : []
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

  /// Ends what is carried, as this window wants it.
  /// - Returns: whether the coordinator may know of it.
  @discardableResult
  private mutating func end() -> Bool {
    defer { (state, loading) = (.nothing, nil) }
    switch state {
    case .nothing, .lifting: return false
    case .asked(let items), .lifted(let items):
      past.append(items.id)
      if past.count > Self.mostPast { past.removeFirst() }
      return true
    }
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
    if case .lifting(let items) = state, isInformed {
      state = .asked(items)
      return [.lift(items.id, items.content)]
    }
    if let loading, !loading.isAsked {
      self.loading?.isAsked = true
      return [.load(loading.request, generation: generation)]
    }
    return []
  }

  private mutating func disconnected() -> [DragStep] {
    isInformed = false
    switch state {
    case .asked(let items): state = .lifted(items)
    case .lifted(let items) where !items.isOwn: return carry(.nothing, Self.noConnection)
    case .nothing, .lifting, .lifted: break
    }
    return stopLoading(Self.noConnection)
  }

  /// - Parameter reason: why a load of what was carried before is over.
  private mutating func carry(_ next: State, _ reason: String) -> [DragStep] {
    let before = items
    state = next
    guard before != items else { return [] }
    let stopped = before?.id == items?.id ? [] : stopLoading(reason)
    return stopped + [.report(.carrying(items))]
  }

  private mutating func stopLoading(_ reason: String) -> [DragStep] {
    guard let loading else { return [] }
    self.loading = nil
    return [.report(.notLoaded(loading.drag, item: loading.item, reason: reason))]
  }
}

// What the coordinator says.
extension Dragging {
  /// - Parameter session: the session of this window.
  mutating func take(
    _ carried: Carried, of session: SessionID, on reach: DragReach
  ) -> [DragStep] {
    guard reach != .none else { return [] }
    isInformed = true
    let before = items
    switch state {
    // The report is older than this window's drag, which replaces what it names.
    case .lifting(let items), .asked(let items): if carried.drag?.id != items.id { return [] }
    case .nothing, .lifted: break
    }
    var steps: [DragStep] = []
    var named = carried.drag
    if let id = named?.id, past.contains(id) {
      // The link may have ended before the coordinator was told of the end.
      steps.append(.cancel(id))
      named = nil
    }
    let next = named.map {
      DraggedItems($0, isOwn: $0.session == session || $0.id == before?.id && before?.isOwn == true)
    }
    steps += carry(next.map(State.lifted) ?? .nothing, Self.isOver)
    guard let before, before.isOwn, before.id != next?.id else { return steps }
    let ended = next == nil && carried.ended?.drag == before.id ? carried.ended : nil
    guard before.isNamed || ended != nil else {
      // The coordinator never named this drag, so nobody can say what became of it.
      return steps + [.report(.notLifted(before, reason: "the connection ended"))]
    }
    return steps + [.report(.ended(before, ended))]
  }

  private static let isOver = "it is not carried any longer"

  /// LIFT was answered, before or after the coordinator named the drag.
  mutating func wasLifted(_ id: DragID) {
    if case .asked(let items) = state, items.id == id { state = .lifted(items) }
  }

  /// DROP was granted: this window drops the content.
  mutating func wasDropped(_ id: DragID) -> [DragStep] {
    if items?.id == id { end() }
    return [.report(.dropped(id))]
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
    case .failed(let reason): return stopLoading(reason)
    }
  }

  /// A request about drags has no answer, for this reason; other requests are no matter.
  mutating func failed(_ request: ReplicaRequest, _ reason: String) -> [DragStep] {
    switch request {
    case .lift(let id):
      guard let items, items.id == id else { return [] }
      return carry(.nothing, Self.isOver) + [.report(.notLifted(items, reason: reason))]
    case .drop(let id): return [.report(.notDropped(id, reason: reason))]
    case .load(let generation): return generation == self.generation ? stopLoading(reason) : []
    case .attach, .snapshot, .question, .inquiry, .submit, .detach, .endPredecessor: return []
    }
  }

  /// What another window gets that wants a part of what this one lifted.
  /// - Returns: nil if this window does not have that.
  func part(_ load: Load, of board: Board?, cluster: String?) -> Part? {
    guard let items, items.isOwn, items.id == load.drag, let board, let cluster,
      Int(load.item) < items.content.items.count,
      let card = items.content.items[Int(load.item)].card,
      let type = CardRepresentation(rawValue: load.type),
      let bytes = type.bytes(of: card, on: board, cluster: cluster)
    else { return nil }
    return Part(of: Part.Whole(bytes), from: load.offset)
  }
}
