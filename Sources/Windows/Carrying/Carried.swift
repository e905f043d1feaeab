import BoardModel
import WindowSync

/// The drag that the person carries, as far as this window knows, and the steps by which it is put
/// down here (SPEC.md DRG).
struct Carried: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case nothing
    case held(DraggedItems)
    case fetching(DraggedItems, Fetch)
    /// The coordinator is asked whether this window may put the items down. `meanwhile` is the last
    /// report of what is carried that came before its answer; it is applied after it.
    case dropping(DraggedItems, Landing, meanwhile: Carrying?)
  }

  enum Event: Hashable, Sendable {
    case lift(DraggedItems)
    /// The person lets go of the items, or this window has put down what it took up itself.
    case release
    /// The person stops the fetch that is under way; the items are still carried.
    case stop
    case fetch(Fetch)
    case drop(Landing)
    /// `session` is the session of this window.
    case report(DragReport, session: SessionID)
  }

  enum Outcome: Hashable, Sendable {
    case request(DragRequest)
    /// The text is the end of a sentence that says why the items are not carried, not put down, or
    /// did not arrive.
    case notLifted(String)
    case notDropped(String)
    case notFetched(String)
    case fetched(Fetch.Payload)
    /// The coordinator granted the drop: this window carries out the landing.
    case landed(Landing)
    /// The drag is over, because another window ended it or because it lapsed.
    case ended(DraggedItems, EndedDrag?)
  }

  private(set) var state = State.nothing
  /// The latest drags that this window has ended, oldest first: the coordinator may still report
  /// them.
  private var past: [DragID] = []

  /// A person does not end more drags than this before the coordinator has answered.
  private static let maximumPast = 16

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
    let before = dragged
    let (next, outcomes) = transition(event)
    state = next
    for outcome in outcomes {
      switch outcome {
      case .request(.lift), .request(.cancel), .landed: if let before { forget(before.id) }
      case .request, .notLifted, .notDropped, .notFetched, .fetched, .ended: break
      }
    }
    return outcomes
  }

  private mutating func forget(_ id: DragID) {
    past.append(id)
    if past.count > Carried.maximumPast { past.removeFirst() }
  }

  // MARK: Transitions

  private func transition(_ event: Event) -> (State, [Outcome]) {
    switch state {
    case .nothing: fromNothing(event)
    case .held(let dragged): holding(dragged, event)
    case .fetching(let dragged, let fetch): fetching(dragged, fetch, event)
    case .dropping(let dragged, let landing, let meanwhile):
      dropping(dragged, landing, meanwhile, event)
    }
  }

  private func fromNothing(_ event: Event) -> (State, [Outcome]) {
    switch event {
    case .lift(let dragged): lifted(dragged)
    case .report(.carrying(let carrying), let session): (told(carrying, session), [])
    case .release, .stop, .fetch, .drop, .report: (.nothing, [])
    }
  }

  private func holding(_ dragged: DraggedItems, _ event: Event) -> (State, [Outcome]) {
    switch event {
    case .lift(let other): lifted(other)
    case .release: (.nothing, [.request(.cancel(dragged.id))])
    case .fetch(let fetch):
      (.fetching(dragged, fetch), [.request(.load(dragged.id, item: fetch.item, fetch.type))])
    case .drop(let landing):
      (
        .dropping(dragged, landing, meanwhile: nil),
        [.request(.drop(dragged.id, landing.proposal))]
      )
    case .report(.carrying(let carrying), let session): told(carrying, session, of: dragged)
    case .report(.notLifted(dragged.id, let reason), _):
      // Items at the pointer can be put down in this window even if the coordinator refused the
      // drag.
      (.nothing, dragged.isAtPointer ? [] : [.notLifted(reason)])
    case .stop, .report: (.held(dragged), [])
    }
  }

  private func fetching(_ dragged: DraggedItems, _ fetch: Fetch, _ event: Event) -> (
    State, [Outcome]
  ) {
    switch event {
    case .lift(let other):
      let (next, outcomes) = lifted(other)
      return (next, [.request(.stopLoading)] + outcomes)
    case .release:
      return (.nothing, [.request(.stopLoading), .request(.cancel(dragged.id))])
    case .stop: return (.held(dragged), [.request(.stopLoading)])
    case .report(.carrying(.unknown), _) where !dragged.isOwn:
      return (
        .nothing,
        [.request(.stopLoading), .notFetched("there is no connection to the coordinator")]
      )
    case .report(.carrying(let carrying), let session):
      let (next, outcomes) = told(carrying, session, of: dragged)
      if case .held(let same) = next, same.id == dragged.id {
        return (.fetching(same, fetch), outcomes)
      }
      let failure = dragged.isOwn ? [] : [Outcome.notFetched("it is not carried any longer")]
      return (next, [.request(.stopLoading)] + outcomes + failure)
    case .report(.loading(dragged.id, fetch.item, let received, let total), _):
      var fetch = fetch
      fetch.progress(received, of: total)
      return (.fetching(dragged, fetch), [])
    case .report(.loaded(dragged.id, fetch.item, let bytes), _):
      return loaded(bytes, dragged, fetch)
    case .report(.notLoaded(dragged.id, fetch.item, let reason), _):
      return (.held(dragged), [.notFetched(reason)])
    case .report(.notLifted(dragged.id, let reason), _):
      return (.nothing, [.request(.stopLoading), .notLifted(reason)])
    case .fetch, .drop, .report: return (.fetching(dragged, fetch), [])
    }
  }

  private func loaded(_ bytes: [UInt8], _ dragged: DraggedItems, _ fetch: Fetch) -> (
    State, [Outcome]
  ) {
    var fetch = fetch
    if let fault = fetch.take(bytes) { return (.held(dragged), [.notFetched(fault)]) }
    guard fetch.isComplete else {
      return (
        .fetching(dragged, fetch), [.request(.load(dragged.id, item: fetch.item, fetch.type))]
      )
    }
    return (.held(dragged), [.fetched(fetch.payload)])
  }

  private func dropping(
    _ dragged: DraggedItems, _ landing: Landing, _ meanwhile: Carrying?, _ event: Event
  ) -> (State, [Outcome]) {
    switch event {
    // A window that was granted a drop carries it out: nothing takes the items away before the
    // answer.
    case .lift, .release, .stop:
      return (.dropping(dragged, landing, meanwhile: meanwhile), [])
    case .report(.carrying(let carrying), _):
      return (.dropping(dragged, landing, meanwhile: carrying), [])
    case .report(.dropped(dragged.id), let session):
      var next = State.nothing
      if case .drag(let drag) = meanwhile, drag.id != dragged.id {
        next = told(.drag(drag), session)
      }
      return (next, [.landed(landing)])
    case .report(.notDropped(dragged.id, let reason), let session):
      guard let meanwhile else { return (.held(dragged), [.notDropped(reason)]) }
      return (told(meanwhile, session, of: dragged).0, [.notDropped(reason)])
    case .fetch, .drop, .report: return (.dropping(dragged, landing, meanwhile: meanwhile), [])
    }
  }

  private func lifted(_ dragged: DraggedItems) -> (State, [Outcome]) {
    (.held(dragged), [.request(.lift(dragged.id, dragged.content))])
  }

  // MARK: The coordinator's word

  private func told(_ carrying: Carrying, _ session: SessionID) -> State {
    guard case .drag(let drag) = carrying, !past.contains(drag.id) else { return .nothing }
    return .held(DraggedItems(drag, isOwn: drag.session == session))
  }

  private func told(
    _ carrying: Carrying, _ session: SessionID, of dragged: DraggedItems
  ) -> (State, [Outcome]) {
    switch carrying {
    case .unknown: return (dragged.isOwn ? .held(dragged) : .nothing, [])
    case .nothing(let ended):
      let isTold = ended?.drag == dragged.id
      // The report is older than this drag: the coordinator has not heard of the drag yet.
      if dragged.isOwn, !dragged.isNamed, !isTold { return (.held(dragged), []) }
      return (.nothing, [.ended(dragged, isTold ? ended : nil)])
    case .drag(let drag) where drag.id == dragged.id:
      return (.held(DraggedItems(drag, isOwn: dragged.isOwn)), [])
    case .drag(let drag) where past.contains(drag.id): return (.held(dragged), [])
    case .drag(let drag):
      return (.held(DraggedItems(drag, isOwn: drag.session == session)), [.ended(dragged, nil)])
    }
  }
}
