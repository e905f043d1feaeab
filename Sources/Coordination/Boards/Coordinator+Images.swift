import BoardModel
import LogRecords
import Wire

// Snapshots of boards, for windows and for the log: another thread encodes them.
extension Coordinator {
  /// Sends a snapshot, once there is one and it is durable.
  mutating func giveSnapshot(of board: BoardID, to request: BoardImages.Request) {
    if let image = boards.read(board, { $0.currentImage(notBefore: request.told) }) ?? nil {
      return give(image, of: board, to: request)
    }
    let payer = payer(of: request.connection)
    if let pinned = boards.pin(board) {
      encodings.add(pinned.number, pinned, of: payer)
    } else if let number = boards.read(board, { $0.images.pinned?.number }) ?? nil {
      encodings.join(number, of: payer)
    }
    boards.change(board) { $0.images.wait(request) }
  }

  /// Hands out what is to be encoded, as much as is encoded at once.
  mutating func startEncodings() {
    while let pinned = encodings.next() { output.append(.encode(pinned)) }
  }

  /// Has the log get snapshots of these boards, where they are due, and another thread hash what
  /// changed there, where that is much.
  mutating func encodeDue(_ ids: [BoardID]) {
    for id in ids {
      if let pinned = boards.pinUnhashed(id, now: now) { encode(pinned) }
      let isDue = boards.read(id) { $0.isSnapshotDue(interval: configuration.snapshotInterval) }
      guard isDue == true else { continue }
      if let pinned = boards.pin(id, toStoreWith: sessions.ledgers(on: id)) { encode(pinned) }
    }
  }

  /// Has a board encoded or hashed that no peer waits for.
  private mutating func encode(_ pinned: PinnedBoard) {
    encodings.add(pinned.number, pinned, of: .network(nil))
  }

  mutating func boardEncoded(_ encoded: EncodedBoard) {
    encodings.finish()
    if case .stopped = life { return }
    switch encoded.result {
    case .image(let image, let toStore):
      let waiting = boards.change(encoded.board) {
        $0.images.take(image, toStore: toStore, number: encoded.number)
      }
      if let waiting = waiting ?? nil { publish(image, of: encoded.board, to: waiting) }
    case .hashes(let hashed):
      boards.change(encoded.board) { $0.take(hashed, number: encoded.number) }
    }
  }

  private mutating func publish(
    _ image: SnapshotImage, of board: BoardID, to requests: [BoardImages.Request]
  ) {
    storeSnapshot(of: board)
    for request in requests where awaitsSnapshot(request.connection, request.request) {
      if request.told <= image.sequence {
        give(image, of: board, to: request)
      } else {
        fetchAgain([request])
      }
    }
  }

  private mutating func give(
    _ image: SnapshotImage, of board: BoardID, to request: BoardImages.Request
  ) {
    if image.sequence <= boards.durableSequence(board) ?? 0 {
      beginSnapshot(request.connection, request.request, of: image, board)
    } else {
      commits.answer(
        .snapshot(request.connection, request: request.request, board, image),
        after: image.sequence, on: board)
    }
  }

  /// Takes requests again that waited for a snapshot of what is gone.
  mutating func fetchAgain(_ requests: [BoardImages.Request]) {
    for request in requests where awaitsSnapshot(request.connection, request.request) {
      fetchSnapshot(request.connection, request.request)
    }
  }

  /// Hands the log the snapshot that was made for it, once everything in it is durable.
  mutating func storeSnapshot(of id: BoardID) {
    let snapshot = boards.change(id) { $0.images.takeUnstored(durable: $0.durable.sequence) }
    if let snapshot = snapshot ?? nil { output.append(.saveSnapshot(snapshot)) }
  }
}
