import BoardModel
import LogRecords
import Wire

// How ordered operations become durable: groups, and what follows once the log has answered.
extension Coordinator {
  /// Hands the gathered group to the log, if the log is not writing another.
  mutating func cutGroup() {
    guard commits.isReady else { return }
    measures.take(commits.gathering)
    for purge in commits.gathering.purges {
      sessions.forget(purge)
      boards.change(purge.board) { $0.forgetCreation() }
      if let maker = maker(ofPurged: purge) { holdings.purge(by: maker) }
    }
    commits.save(sessions.takeUnsaved())
    let members = commits.gathering.order
      .filter(commits.gathering.roleGivers.contains)
      .flatMap { boards.readLoaded($0) { $0.memberRecords } ?? [] }
    let closing = commits.gathering.order.compactMap { id in
      boards.change(id) { CommitBatch.ClosingBoard($0) }
    }
    let written = commits.gathering.order
    let records = commits.gathering.sessions.compactMap { sessions.record(of: $0) }
    let known = sessions
    var changes = access.cut()
    changes.audit += commits.gathering.audit
    let group = commits.cut(
      boards: closing, members: members, records: records,
      forgottenEpochs: sessions.forgotten.unwritten, users: users.unwritten,
      holdings: holdings.cut(), access: changes, snapshots: purgedBoards(),
      isKnown: { known[$0] != nil })
    output.append(.append(group))
    groupBegan = now.monotonic
    encodeDue(written)
  }

  /// Who made the board that is purged as a whole; nil where less is purged.
  func maker(ofPurged purge: PurgeRecord) -> Author? {
    guard case .board = purge.target else { return nil }
    return boards.read(purge.board) { $0.creation.author }
  }

  /// The boards on which something is purged, with everything that was ordered: nothing is replayed
  /// across a purge, so the log gets a snapshot with it (SPEC.md PRG-015).
  private func purgedBoards() -> [DeferredSnapshot] {
    let purged = Set(commits.gathering.purges.map(\.board))
    return commits.gathering.order.compactMap { id in
      guard purged.contains(id), let board = boards.loaded(id) else { return nil }
      return UnstoredSnapshot.deferred(
        of: board, ledgers: sessions.ledgers(on: id))
    }
  }

  mutating func groupAppended() {
    guard let batch = commits.appended() else { return }
    measureGroup()
    let windows = batch.order.map { followers(of: $0) }
    sessions.written(batch.forgottenEpochs)
    let renamed = users.written(batch.users)
    access.written()
    holdings.written()
    for (author, bytes) in batch.bytes.devices { holdings.store(bytes, by: author) }
    for user in Set(sessions.written(batch.records)).sorted() { tellEnds(to: user) }
    for id in batch.order {
      guard let part = batch.boards[id], let summary = batch.summary(of: id) else { continue }
      let level = boards.appended(
        part, summary, limit: configuration.recentOperations, bytes: configuration.recentBytes)
      if let level { outgrow(id, to: level) }
    }
    var lost: [BoardImages.Request] = []
    for purge in batch.purges {
      lost += boards.change(purge.board) { $0.forget(before: purge.sequence) } ?? []
    }
    boards.appended(batch.members)
    let purged = Set(batch.purges.map(\.board))
    for answer in batch.answers { give(answer, purged) }
    endConnections(of: batch.thrownOut)
    tellMembers(batch.members)
    tellNames(renamed)
    // Whoever may not read the board any longer is told nothing of it.
    for purge in batch.purges { endReplays(of: purge.board, before: purge.sequence) }
    for (id, followers) in zip(batch.order, windows) {
      if let part = batch.boards[id] {
        fanOut(part, on: id, to: followers)
        storeSnapshot(of: id)
      }
      if batch.cardTakers.contains(id) { endWindowsWithoutCard(on: id) }
    }
    fetchAgain(lost)
  }

  /// - Parameter purged: the boards on which something is purged with the group.
  private mutating func give(_ answer: CommitBatch.Answer, _ purged: Set<BoardID>) {
    switch answer {
    case .outcome(let id, let request, let stored):
      let isOutgrown = connections.change(id) { connection in
        connection.tell(through: stored.sequence)
        return connection.isOutgrown
      }
      guard isOutgrown != true else { return refuse(id, request, .outgrown) }
      respond(id, request, OutcomeMessage(stored: stored))
    case .attached(let id, let request, let session, let body):
      completeAttach(id, request, session, body)
    case .detached(let id, let request):
      respond(id, request, Detached())
    case .windowEnded(let id, let request):
      respond(id, request, WindowEnded())
    case .users(let id, let request, let user):
      respond(id, request, Users(users: [users.entry(of: user)]))
    case .certificate(let id, let request, let certificate): give(id, request, certificate)
    case .admitted(let id, let request, let expires):
      respond(id, request, Admitted(expires: expires))
    case .deviceRevoked(let id, let request):
      respond(id, request, DeviceRevoked())
    case .administered(let token, let answer): output.append(.administered(token, answer))
    case .edited(let token): output.append(.administered(token, .done(1)))
    case .windowEnd(let id, let end):
      send(id, end.frame())
    case .content(let id, let request, let message, let read, let frames):
      // Who lost one of the boards meanwhile gets an answer without it, and nobody what was purged.
      let isTrue = mayRead(read, id) && purged.isDisjoint(with: read)
      resume(id, request, frames, to: message, isTrue: isTrue)
    case .snapshot(let id, let request, let board, let image):
      beginSnapshot(id, request, of: image, board)
    }
  }

  private func mayRead(_ read: [BoardID], _ id: ConnectionID) -> Bool {
    author(of: id).map { author in read.allSatisfy { boards.mayRead($0, author.user) } } ?? false
  }

  /// Tells windows that do not know the level of their board to upgrade. They get nothing more of
  /// the board, not even the answers to what they sent (SPEC.md EDT-025).
  private mutating func outgrow(_ id: BoardID, to level: UInt16) {
    for connection in boards.subscribers(of: id) {
      guard let known = window(of: connection)?.level, known < level else { continue }
      let text = Coordinator.levelText(level, known)
      endAttachment(of: connection, saying: ErrorMessage(code: .levelTooOld, text: text))
      connections[connection]?.outgrow()
    }
  }
}

extension Refusal {
  static let outgrown = Refusal(
    .notAttached,
    "The board has things on it that this program is too old for. Upgrade the program.")
}
