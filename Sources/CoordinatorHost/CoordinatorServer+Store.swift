import BoardModel
import Coordination
import Dispatch
import LogRecords
import Logging
import NIOCore
import OperationLog
import Wire

// The coordinator's requests to its store, and to the threads that encode and restore boards. Each
// answer comes back on the event loop.
extension CoordinatorServer {
  func append(_ group: CommitGroup) {
    let finish = onLoop { (server, result: Result<Void, StoreError>) in
      server.appended(group, result)
    }
    store.append(group) { finish($0) }
  }

  func load(_ board: BoardID) {
    let finish = onLoop { server, stored in server.loaded(board, stored) }
    restoring.async { [store, configuration] in
      finish(StoredBoard(board, configuration, from: store))
    }
  }

  /// Counts what boards hold, one after the other where they are restored; `finish` is called there.
  func count(_ boards: [ListedBoard], finish: @escaping @Sendable ([BoardLine]) -> Void) {
    restoring.async { [store, configuration] in
      finish(boards.map { BoardLine($0, of: store, configuration) })
    }
  }

  func read(_ token: ReadToken, _ board: BoardID, _ from: UInt64, _ through: UInt64) {
    let finish = finishReading(token)
    store.read(board, from: from, through: through) { finish($0) }
  }

  func read(_ token: ReadToken, _ board: BoardID, _ query: CardQuery) {
    let finish = finishReading(token)
    store.read(board, query) { finish($0) }
  }

  /// What takes the rows that were read, and has others decode them than the store's thread and the
  /// loop.
  private func finishReading(
    _ token: ReadToken
  ) -> @Sendable (Result<[OperationRow], StoreError>) -> Void {
    let finish = onLoop { (server, event: CoordinatorEvent) in server.handle(event) }
    return { [encoding] result in
      encoding.async {
        switch result {
        case .success(let rows): finish(.read(token, ReadOperations(rows)))
        case .failure(let error): finish(.readFailed(token, "\(error)"))
        }
      }
    }
  }

  func encode(_ board: PinnedBoard) {
    let finish = onLoop { server, encoded in server.handle(.encoded(encoded)) }
    encoding.async { finish(board.encoded()) }
  }

  func save(_ snapshot: UnstoredSnapshot) {
    let finish = onLoop { (server, result: Result<Void, StoreError>) in
      guard case .failure(let error) = result else { return }
      server.log.warning("a snapshot was not saved: \(error)")
    }
    // At once, so that it comes before a purge that follows: behind that, what was purged would be
    // in the store again.
    store.saveSnapshot(
      of: snapshot.board, at: snapshot.sequence, snapshot.sizes, piece: snapshot.piece
    ) { finish($0) }
  }

  private func appended(_ group: CommitGroup, _ result: Result<Void, StoreError>) {
    switch result {
    case .success:
      noteAppended()
      // A group of sessions alone does not show that there is room: it may fit where edits do not.
      if isStoreFull, !group.operations.isEmpty {
        isStoreFull = false
        log.notice("the disk has room again, and edits are taken again")
      }
      handle(.appended)
    case .failure(let error) where error.isTransient:
      // The error is logged once, since clients that wait try again every few seconds.
      if !isStoreFull { log.error("edits are refused until there is room: \(error)") }
      isStoreFull = true
      handle(.appendFailed(CoordinatorServer.fullText))
    case .failure(let error):
      // It is unknown whether the group is on disk: only a new start can tell, from what the disk
      // holds.
      abandon(error)
    }
  }

  /// The text for people on other machines. It does not name the store's path, which concerns only
  /// its owner.
  private static let fullText =
    "the coordinator's disk is full: make room there; nothing that was saved is lost"

  private func loaded(_ board: BoardID, _ stored: StoredBoard) {
    switch stored {
    case .restored(_, let skipped):
      if !skipped.isEmpty {
        log.warning("snapshots of the board \(board) were damaged: \(skipped)")
      }
    case .damaged(let fault):
      log.error("\(StoreError.boardDamaged(path: store.path, board: board, fault: fault))")
    case .failed(let error): log.error("the board \(board) was not loaded: \(error)")
    }
    handle(stored.event(of: board))
  }

  /// Makes a function for another thread that hands its result to `body` on the event loop.
  func onLoop<Value: Sendable>(
    _ body: @escaping (CoordinatorServer, Value) -> Void
  ) -> @Sendable (Value) -> Void {
    let target = NIOLoopBound((server: self, body: body), eventLoop: eventLoop)
    let loop = eventLoop
    return { value in loop.execute { target.value.body(target.value.server, value) } }
  }
}
