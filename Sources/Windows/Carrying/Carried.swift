import BoardModel
import WindowSync

/// What the person carries, as far as this window knows, and what it does to put it down (SPEC.md
/// DRG).
struct Carried: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case nothing
    case held(Burden)
    case fetching(Burden, Fetch)
    /// The coordinator is asked whether this is the window that puts it down. What it says meanwhile
    /// of what is carried holds after its answer.
    case dropping(Burden, Landing, meanwhile: Carrying?)
  }

  enum Event: Hashable, Sendable {
    case lift(Burden)
    /// The person lets go of it, or has put down here what was taken up here.
    case release
    /// The person has thought better of what is under way; it is carried on.
    case stop
    case fetch(Fetch)
    case drop(Landing)
    /// `session`: this window's.
    case report(DragReport, session: SessionID)
  }

  enum Outcome: Hashable, Sendable {
    case request(DragRequest)
    /// A sentence's end says why it is not carried, not put down, or did not come.
    case notLifted(String)
    case notDropped(String)
    case notFetched(String)
    case fetched(Fetch.Goods)
    /// It is this window's to do.
    case landed(Landing)
    /// It is not carried any longer, by what another window did, or by itself.
    case ended(Burden, EndedDrag?)
  }

  private(set) var state = State.nothing
  /// What this window has ended: the coordinator may still tell of it. The latest last.
  private var past: [DragID] = []

  /// Nobody ends more while a word of the coordinator is on its way.
  private static let maximumPast = 16

  var burden: Burden? {
    switch state {
    case .nothing: nil
    case .held(let burden), .fetching(let burden, _), .dropping(let burden, _, _): burden
    }
  }

  /// It can be put down.
  var held: Burden? {
    if case .held(let burden) = state { burden } else { nil }
  }

  mutating func handle(_ event: Event) -> [Outcome] {
    let before = burden
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
    case .held(let burden): holding(burden, event)
    case .fetching(let burden, let fetch): fetching(burden, fetch, event)
    case .dropping(let burden, let landing, let meanwhile):
      dropping(burden, landing, meanwhile, event)
    }
  }

  private func fromNothing(_ event: Event) -> (State, [Outcome]) {
    switch event {
    case .lift(let burden): lifted(burden)
    case .report(.carrying(let carrying), let session): (told(carrying, session), [])
    case .release, .stop, .fetch, .drop, .report: (.nothing, [])
    }
  }

  private func holding(_ burden: Burden, _ event: Event) -> (State, [Outcome]) {
    switch event {
    case .lift(let other): lifted(other)
    case .release: (.nothing, [.request(.cancel(burden.id))])
    case .fetch(let fetch):
      (.fetching(burden, fetch), [.request(.load(burden.id, item: fetch.item, fetch.type))])
    case .drop(let landing):
      (
        .dropping(burden, landing, meanwhile: nil),
        [.request(.drop(burden.id, landing.proposal))]
      )
    case .report(.carrying(let carrying), let session): told(carrying, session, of: burden)
    case .report(.notLifted(burden.id, let reason), _):
      // What hangs at the pointer can be put down here all the same.
      (.nothing, burden.isAtPointer ? [] : [.notLifted(reason)])
    case .stop, .report: (.held(burden), [])
    }
  }

  private func fetching(_ burden: Burden, _ fetch: Fetch, _ event: Event) -> (State, [Outcome]) {
    switch event {
    case .lift(let other):
      let (next, outcomes) = lifted(other)
      return (next, [.request(.stopLoading)] + outcomes)
    case .release:
      return (.nothing, [.request(.stopLoading), .request(.cancel(burden.id))])
    case .stop: return (.held(burden), [.request(.stopLoading)])
    case .report(.carrying(.unknown), _) where !burden.isOwn:
      return (
        .nothing,
        [.request(.stopLoading), .notFetched("there is no connection to the coordinator")]
      )
    case .report(.carrying(let carrying), let session):
      let (next, outcomes) = told(carrying, session, of: burden)
      if case .held(let same) = next, same.id == burden.id {
        return (.fetching(same, fetch), outcomes)
      }
      let failure = burden.isOwn ? [] : [Outcome.notFetched("it is not carried any longer")]
      return (next, [.request(.stopLoading)] + outcomes + failure)
    case .report(.loading(burden.id, fetch.item, let received, let total), _):
      var fetch = fetch
      fetch.progress(received, of: total)
      return (.fetching(burden, fetch), [])
    case .report(.loaded(burden.id, fetch.item, let bytes), _):
      return loaded(bytes, burden, fetch)
    case .report(.notLoaded(burden.id, fetch.item, let reason), _):
      return (.held(burden), [.notFetched(reason)])
    case .report(.notLifted(burden.id, let reason), _):
      return (.nothing, [.request(.stopLoading), .notLifted(reason)])
    case .fetch, .drop, .report: return (.fetching(burden, fetch), [])
    }
  }

  private func loaded(_ bytes: [UInt8], _ burden: Burden, _ fetch: Fetch) -> (State, [Outcome]) {
    var fetch = fetch
    if let fault = fetch.take(bytes) { return (.held(burden), [.notFetched(fault)]) }
    guard fetch.isComplete else {
      return (
        .fetching(burden, fetch), [.request(.load(burden.id, item: fetch.item, fetch.type))]
      )
    }
    return (.held(burden), [.fetched(fetch.goods)])
  }

  private func dropping(
    _ burden: Burden, _ landing: Landing, _ meanwhile: Carrying?, _ event: Event
  ) -> (State, [Outcome]) {
    switch event {
    // Who was granted a drop does it: nothing takes it away before the answer.
    case .lift, .release, .stop:
      return (.dropping(burden, landing, meanwhile: meanwhile), [])
    case .report(.carrying(let carrying), _):
      return (.dropping(burden, landing, meanwhile: carrying), [])
    case .report(.dropped(burden.id), let session):
      var next = State.nothing
      if case .drag(let drag) = meanwhile, drag.id != burden.id {
        next = told(.drag(drag), session)
      }
      return (next, [.landed(landing)])
    case .report(.notDropped(burden.id, let reason), let session):
      guard let meanwhile else { return (.held(burden), [.notDropped(reason)]) }
      return (told(meanwhile, session, of: burden).0, [.notDropped(reason)])
    case .fetch, .drop, .report: return (.dropping(burden, landing, meanwhile: meanwhile), [])
    }
  }

  private func lifted(_ burden: Burden) -> (State, [Outcome]) {
    (.held(burden), [.request(.lift(burden.id, burden.content))])
  }

  // MARK: The coordinator's word

  private func told(_ carrying: Carrying, _ session: SessionID) -> State {
    guard case .drag(let drag) = carrying, !past.contains(drag.id) else { return .nothing }
    return .held(Burden(drag, isOwn: drag.session == session))
  }

  private func told(
    _ carrying: Carrying, _ session: SessionID, of burden: Burden
  ) -> (State, [Outcome]) {
    switch carrying {
    case .unknown: return (burden.isOwn ? .held(burden) : .nothing, [])
    case .nothing(let ended):
      let isTold = ended?.drag == burden.id
      // Older than what was taken up here: the coordinator is yet to hear of it.
      if burden.isOwn, !burden.isNamed, !isTold { return (.held(burden), []) }
      return (.nothing, [.ended(burden, isTold ? ended : nil)])
    case .drag(let drag) where drag.id == burden.id:
      return (.held(Burden(drag, isOwn: burden.isOwn)), [])
    case .drag(let drag) where past.contains(drag.id): return (.held(burden), [])
    case .drag(let drag):
      return (.held(Burden(drag, isOwn: drag.session == session)), [.ended(burden, nil)])
    }
  }
}
