import BoardModel
import Wire

// How windows get snapshots: each is the answer to one request, and there is one at a time.
extension Coordinator {
  mutating func fetchSnapshot(_ id: ConnectionID, _ request: UInt64) {
    guard isOpen(request, of: id) else { return }
    guard let window = window(of: id) else {
      return refuse(id, request, .notAttached, Coordinator.unattachedText)
    }
    if let earlier = window.subscription.snapshotRequest, earlier != request {
      refuse(id, earlier, .otherSnapshot)
    }
    sendSnapshot(of: window.board, to: id, answering: request, told: told(to: window))
  }

  /// Sends a snapshot behind ATTACHED, or one that a window asked for, once it is there.
  mutating func sendSnapshot(
    of board: BoardID, to id: ConnectionID, answering request: UInt64, told: UInt64
  ) {
    connections[id]?.awaitSnapshot(request, told: told)
    guard boards.isLoaded(board) else {
      return waitForBoard(board, id, request, .fetchSnapshot(FetchSnapshot()))
    }
    giveSnapshot(
      of: board, to: BoardImages.Request(connection: id, request: request, told: told))
  }

  /// The last operation that a window has, or has on its way.
  private func told(to window: AttachedWindow) -> UInt64 {
    switch window.subscription {
    case .following: boards.durableSequence(window.board) ?? window.told
    case .replaying(let next, _): max(window.told, next - 1)
    case .lagging, .awaiting, .fetching: window.told
    }
  }

  /// Whether a window waits for a snapshot that it asked for with this request.
  func awaitsSnapshot(_ id: ConnectionID, _ request: UInt64) -> Bool {
    if case .awaiting(request)? = window(of: id)?.subscription { true } else { false }
  }

  /// Begins to send a snapshot that is durable to the window that waits for it.
  mutating func beginSnapshot(
    _ id: ConnectionID, _ request: UInt64, of image: SnapshotImage, _ board: BoardID
  ) {
    guard awaitsSnapshot(id, request), let user = author(of: id)?.user else { return }
    guard boards.mayRead(board, user) else {
      setSubscription(id, .lagging)
      return refuse(id, request, .notAttached, Coordinator.unattachedText)
    }
    if isPurged(image, of: board) { return fetchSnapshot(id, request) }
    setSubscription(id, .fetching(SnapshotStream(image, answering: request)))
    continueSnapshot(id)
  }

  /// Whether something was purged of a board behind a snapshot of it.
  private func isPurged(_ image: SnapshotImage, of board: BoardID) -> Bool {
    image.sequence < boards.durable(board)?.purges.last ?? 0
  }

  /// Sends as many chunks of a snapshot as may wait for the window, and goes on behind it with the
  /// operations.
  mutating func continueSnapshot(_ id: ConnectionID) {
    while case .fetching(var stream)? = window(of: id)?.subscription {
      guard hasRoomAhead(id, for: stream.nextSize) else { return }
      let chunk = stream.next()
      guard stream.isDone else {
        send(id, chunk)
        setSubscription(id, .fetching(stream))
        continue
      }
      respond(id, chunk)
      setSubscription(id, .replaying(next: stream.image.sequence + 1, reading: nil))
      continueReplay(id)
    }
  }

  private func hasRoomAhead(_ id: ConnectionID, for count: Int) -> Bool {
    connections.read(id) { connection in
      let limit = min(connection.outboxLimit, Coordinator.snapshotAhead)
      return connection.outbox.hasRoom(for: count, limit: limit)
    } ?? false
  }

  /// The most bytes of a snapshot that wait for one window: while the socket takes one chunk the next
  /// one is there. Thousands of windows may come back at once.
  static let snapshotAhead = 2 * Limits.chunkBytes
}

extension Refusal {
  static let purgedSnapshot = Refusal(
    .snapshotGone, "Something was purged of the board meanwhile. Fetch a new snapshot.")

  fileprivate static let otherSnapshot = Refusal(
    .snapshotGone, "Another snapshot was asked for meanwhile.")
}
