import BoardModel
import LogRecords
import Wire

/// A request of the coordinator to a window.
struct OwnRequest: Hashable, Sendable, Comparable {
  let connection: ConnectionID
  let number: UInt64

  static func < (left: Self, right: Self) -> Bool {
    (left.connection, left.number) < (right.connection, right.number)
  }
}

/// A LOAD that waits for the window that lifted the drag.
struct RelayedLoad: Sendable {
  let asker: ConnectionID
  let request: UInt64
  let body: Load
  /// The session of the window that is asked.
  let source: SessionID
  let deadline: UInt64
}

// Which window can give what is carried, and in which type (SPEC.md DRG-007 and further).
extension Coordinator {
  mutating func load(_ id: ConnectionID, _ request: UInt64, _ body: Load) {
    guard let author = connections[id]?.author else { return }
    guard let drag = drags.drag(body.drag, of: author.user) else {
      return refuseEnded(id, request, body.drag)
    }
    drags.beginLoading(of: author.user, now: now.monotonic)
    guard let source = source(of: body, drag), source != id,
      let number = connections[source]?.nextOwnRequest()
    else { return serve(id, request, body) }
    relays[OwnRequest(connection: source, number: number)] = RelayedLoad(
      asker: id, request: request, body: body, source: drag.session,
      deadline: now.monotonic + Limits.loadMilliseconds)
    send(source, body.frame(request: number))
  }

  /// The window that lifted the drag, if it is attached and said that it has this representation.
  private func source(of body: Load, _ drag: Drag) -> ConnectionID? {
    guard drags.userDrag(of: drag.author.user)?.isSourceSilent == false,
      let route = sessions[drag.session]?.route, attachment(of: route) == drag.session,
      connections[route]?.features.contains(Feature.drags) == true,
      Int(body.item) < drag.content.items.count,
      drag.content.items[Int(body.item)].types.contains(body.type)
    else { return nil }
    return route
  }

  /// Takes a window's answer: a part, or nil if it has none.
  mutating func loaded(_ id: ConnectionID, _ number: UInt64, _ part: Part?) {
    let request = OwnRequest(connection: id, number: number)
    guard let relay = relays.removeValue(forKey: request), isWaiting(relay) else { return }
    if let part, part.answers(relay.body) {
      respond(relay.asker, relay.request, part)
    } else {
      serve(relay.asker, relay.request, relay.body)
    }
  }

  private func isWaiting(_ relay: RelayedLoad) -> Bool {
    connections[relay.asker]?.openRequests.contains(relay.request) == true
  }

  /// Answers LOADs itself where the window is gone, or took too long.
  mutating func settleLoads() {
    for (request, relay) in relays.sorted(by: { $0.key < $1.key }) {
      let isThere = attachment(of: request.connection) == relay.source
      guard !isThere || now.monotonic >= relay.deadline || !isWaiting(relay) else { continue }
      relays[request] = nil
      if isThere, let user = connections[request.connection]?.author.user {
        drags.silence(relay.body.drag, of: user)
      }
      if isWaiting(relay) { serve(relay.asker, relay.request, relay.body) }
    }
  }

  /// The time at which `settleLoads` has something to do next.
  var nextLoad: UInt64? { relays.values.map(\.deadline).min() }

  /// Answers from the durable board, which stays in memory longer than a drag lasts.
  private mutating func serve(_ id: ConnectionID, _ request: UInt64, _ body: Load) {
    guard let author = connections[id]?.author,
      let drag = drags.drag(body.drag, of: author.user)
    else { return refuseEnded(id, request, body.drag) }
    guard let whole = whole(of: body, drag) else {
      return refuse(
        id, request, .representationUnavailable,
        "Nobody has item \(body.item) of what is carried as “\(body.type)”.")
    }
    respond(id, request, Part(of: whole, from: body.offset))
  }

  /// The whole representation, made once, from which all its parts are cut.
  private mutating func whole(of body: Load, _ drag: Drag) -> Part.Whole? {
    let user = drag.author.user
    guard let board = durableBoard(drag.board), Int(body.item) < drag.content.items.count,
      let card = drag.content.items[Int(body.item)].card,
      let type = CardRepresentation(rawValue: body.type)
    else { return nil }
    if let served = drags.userDrag(of: user)?.served, served.item == body.item,
      served.type == body.type, served.sequence == board.sequence
    {
      return served.whole
    }
    guard let bytes = type.bytes(of: card, on: board, cluster: configuration.cluster) else {
      return nil
    }
    let whole = Part.Whole(bytes)
    drags.keep(
      DragTable.Served(
        item: body.item, type: body.type, sequence: board.sequence, whole: whole), of: user)
    return whole
  }
}

extension Part {
  /// Whether the part can be an answer to the request: a peer may send anything.
  fileprivate func answers(_ load: Load) -> Bool {
    let (end, overflows) = load.offset.addingReportingOverflow(UInt64(bytes.count))
    return payload.count <= Limits.chunkBytes && !overflows
      && (bytes.isEmpty ? load.offset >= total : end <= total)
  }
}
