import BoardModel
import LogRecords
import Wire

// Which window can give what is carried, and in which type (SPEC.md DRG-007 and further).
extension Coordinator {
  mutating func load(_ id: ConnectionID, _ request: UInt64, _ body: Load) {
    guard let author = author(of: id) else { return }
    guard let drag = drags.drag(body.drag, of: author.user) else {
      return refuseEnded(id, request, body.drag)
    }
    drags.beginLoading(of: author.user, now: now)
    guard let source = source(of: body, drag), source != id,
      let number = connections[source]?.nextOwnRequest()
    else { return serve(id, request, body) }
    drags.relay(
      LoadRelays.Relay(
        asker: id, request: request, body: body, source: drag.session,
        deadline: now.monotonic + Limits.loadMilliseconds),
      as: OwnRequest(connection: source, number: number))
    send(source, body.frame(request: number))
  }

  /// The window that lifted the drag, if it is attached and said that it has this representation.
  private func source(of body: Load, _ drag: Drag) -> ConnectionID? {
    guard drags.userDrag(of: drag.author.user)?.isSourceSilent == false,
      let route = sessions[drag.session]?.route, attachment(of: route) == drag.session,
      hasAgreed(route, on: Feature.drags),
      Int(body.item) < drag.content.items.count,
      drag.content.items[Int(body.item)].types.contains(body.type)
    else { return nil }
    return route
  }

  /// Takes a window's answer: a part, or nil if it has none.
  mutating func loaded(_ id: ConnectionID, _ number: UInt64, _ part: Part?) {
    let request = OwnRequest(connection: id, number: number)
    guard let relay = drags.endRelay(request), isOpen(relay.request, of: relay.asker) else {
      return
    }
    if let part, part.answers(relay.body) {
      respond(relay.asker, relay.request, part)
    } else {
      serve(relay.asker, relay.request, relay.body)
    }
  }

  /// Answers LOADs itself where the window is gone, or took too long.
  mutating func settleLoads() {
    for request in drags.loads.requests {
      guard let relay = drags.loads[request] else { continue }
      let isThere = attachment(of: request.connection) == relay.source
      let isWaiting = isOpen(relay.request, of: relay.asker)
      guard !isThere || now.monotonic >= relay.deadline || !isWaiting else { continue }
      _ = drags.endRelay(request)
      if isThere, let user = author(of: request.connection)?.user {
        drags.silence(relay.body.drag, of: user)
      }
      if isWaiting { serve(relay.asker, relay.request, relay.body) }
    }
  }

  /// Answers from the board, which stays in memory longer than a drag lasts.
  private mutating func serve(_ id: ConnectionID, _ request: UInt64, _ body: Load) {
    guard let author = author(of: id),
      let drag = drags.drag(body.drag, of: author.user)
    else { return refuseEnded(id, request, body.drag) }
    if boards.isReloading(drag.board) {
      return waitForBoard(drag.board, id, request, .load(body))
    }
    guard let whole = whole(of: body, drag) else {
      return refuse(
        id, request, .representationUnavailable,
        "Nobody has item \(body.item) of what is carried as “\(body.type)”.")
    }
    let part = Part(of: whole, from: body.offset).frame(request: request, flags: .response)
    respondWhenDurable(id, request, [part], to: .load(body), reading: [drag.board])
  }

  /// The whole representation, made once, from which all its parts are cut.
  private mutating func whole(of body: Load, _ drag: Drag) -> Part.Whole? {
    let user = drag.author.user
    guard let loaded = boards.loaded(drag.board), Int(body.item) < drag.content.items.count,
      let card = drag.content.items[Int(body.item)].card,
      let type = CardRepresentation(rawValue: body.type)
    else { return nil }
    let board = loaded.tip
    if let served = drags.userDrag(of: user)?.served, served.item == body.item,
      served.type == body.type, served.sequence == board.sequence
    {
      return served.whole
    }
    guard let bytes = type.bytes(of: card, on: board, cluster: configuration.cluster) else {
      return nil
    }
    let whole = Part.Whole(bytes)
    // Where the log fails, the sequence number comes again with another board.
    if loaded.isSettled {
      drags.keep(
        DragTable.Served(
          item: body.item, type: body.type, sequence: board.sequence, whole: whole), of: user)
    }
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
