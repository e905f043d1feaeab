import BoardModel
import WindowSync

/// The drag that the person carries, and the steps by which it is put down here (SPEC.md DRG). What
/// is carried follows from what the person does in this window, and from the replica's reports.
struct Carried: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case nothing
    case held(DraggedItems)
    case fetching(DraggedItems, Fetch)
    /// The coordinator is asked whether this window may put the items down. `otherwise` is what is
    /// carried if it may not.
    case dropping(DraggedItems, Landing, otherwise: DraggedItems?)
  }

  enum Event: Hashable, Sendable {
    case lift(DraggedItems)
    /// The person lets go of the items, or this window has put down what it took up itself.
    case release
    /// The person stops the fetch that is under way; the items are still carried.
    case stop
    case fetch(Fetch)
    case drop(Landing)
    case report(DragReport)
  }

  enum Outcome: Hashable, Sendable {
    case request(DragRequest)
    /// The text is the end of a sentence that says why the items are not put down, or did not
    /// arrive.
    case notDropped(String)
    case notFetched(String)
    case fetched(Fetch.Payload)
    /// The coordinator granted the drop: this window carries out the landing.
    case landed(Landing)
  }

  private(set) var state = State.nothing

  var dragged: DraggedItems? {
    switch state {
    case .nothing: nil
    case .held(let dragged), .fetching(let dragged, _), .dropping(let dragged, _, _): dragged
    }
  }

  /// The items that can be put down now; nil while they are fetched or dropped.
  var held: DraggedItems? {
    if case .held(let dragged) = state { dragged } else { nil }
  }

  mutating func handle(_ event: Event) -> [Outcome] {
    let outcomes: [Outcome]
    (state, outcomes) =
      switch state {
      case .nothing: fromNothing(event)
      case .held(let dragged): holding(dragged, event)
      case .fetching(let dragged, let fetch): fetching(dragged, fetch, event)
      case .dropping(let dragged, let landing, let otherwise):
        dropping(dragged, landing, otherwise, event)
      }
    return outcomes
  }

  // MARK: Transitions

  private func fromNothing(_ event: Event) -> (State, [Outcome]) {
    switch event {
    case .lift(let dragged): lifted(dragged)
    case .report(.carrying(let carried)): (State(holding: carried), [])
    case .release, .stop, .fetch, .drop, .report: (.nothing, [])
    }
  }

  private func holding(_ dragged: DraggedItems, _ event: Event) -> (State, [Outcome]) {
    switch event {
    case .lift(let other): lifted(other)
    case .release: released(dragged)
    case .fetch(let fetch): (.fetching(dragged, fetch), [load(dragged, fetch)])
    case .drop(let landing):
      (
        .dropping(dragged, landing, otherwise: dragged),
        [.request(.drop(dragged.id, landing.proposal))]
      )
    case .report(.carrying(let carried)): (State(holding: carried), [])
    case .stop, .report: (.held(dragged), [])
    }
  }

  private func fetching(_ dragged: DraggedItems, _ fetch: Fetch, _ event: Event) -> (
    State, [Outcome]
  ) {
    switch event {
    case .lift(let other): return lifted(other)
    case .release: return released(dragged)
    case .stop: return (.held(dragged), [.request(.stopLoading)])
    case .report(.carrying(let carried?)) where carried.id == dragged.id:
      return (.fetching(carried, fetch), [])
    case .report(.carrying(let carried)):
      // The drag was over before the request for the next item reached the replica.
      return (State(holding: carried), [.notFetched("it is not carried any longer")])
    case .report(.loading(dragged.id, fetch.item, let received, let total)):
      var fetch = fetch
      fetch.progress(received, of: total)
      return (.fetching(dragged, fetch), [])
    case .report(.loaded(dragged.id, fetch.item, let bytes)):
      return loaded(bytes, dragged, fetch)
    case .report(.notLoaded(dragged.id, fetch.item, let reason)):
      return (.held(dragged), [.notFetched(reason)])
    case .fetch, .drop, .report: return (.fetching(dragged, fetch), [])
    }
  }

  private func loaded(_ bytes: [UInt8], _ dragged: DraggedItems, _ fetch: Fetch) -> (
    State, [Outcome]
  ) {
    var fetch = fetch
    if let fault = fetch.take(bytes) { return (.held(dragged), [.notFetched(fault)]) }
    guard fetch.isComplete else { return (.fetching(dragged, fetch), [load(dragged, fetch)]) }
    return (.held(dragged), [.fetched(fetch.payload)])
  }

  private func dropping(
    _ dragged: DraggedItems, _ landing: Landing, _ otherwise: DraggedItems?, _ event: Event
  ) -> (State, [Outcome]) {
    switch event {
    case .report(.carrying(let carried)):
      (.dropping(dragged, landing, otherwise: carried), [])
    case .report(.dropped(dragged.id)):
      (State(holding: otherwise?.id == dragged.id ? nil : otherwise), [.landed(landing)])
    case .report(.notDropped(dragged.id, let reason)):
      (State(holding: otherwise), [.notDropped(reason)])
    // A window that was granted a drop carries it out: nothing takes the items away before the
    // answer.
    case .lift, .release, .stop, .fetch, .drop, .report:
      (.dropping(dragged, landing, otherwise: otherwise), [])
    }
  }

  private func lifted(_ dragged: DraggedItems) -> (State, [Outcome]) {
    (.held(dragged), [.request(.lift(dragged))])
  }

  private func released(_ dragged: DraggedItems) -> (State, [Outcome]) {
    (.nothing, [.request(.cancel(dragged.id))])
  }

  private func load(_ dragged: DraggedItems, _ fetch: Fetch) -> Outcome {
    .request(.load(dragged.id, item: fetch.item, fetch.type))
  }
}

extension Carried.State {
  fileprivate init(holding dragged: DraggedItems?) {
    self = dragged.map { .held($0) } ?? .nothing
  }
}

extension DraggedItems {
  var isAtPointer: Bool { content.isPointer }

  var cards: [CardID] { content.items.compactMap(\.card) }

  var title: String {
    content.items.count == 1 ? content.items[0].title : "\(content.items.count) cards"
  }

  /// Whether every item can be had as this representation.
  func offers(_ type: CardRepresentation) -> Bool {
    content.items.allSatisfy { $0.types.contains(type.rawValue) }
  }
}
