public import BoardModel

// Snapshots are written a part at a time, as they are read: groups are appended between the parts.
extension Store {
  /// Saves a snapshot; its first part after all earlier requests. Where something is purged of the
  /// board meanwhile, nothing of the snapshot stays. Of the older ones only the newest is kept.
  ///
  /// - Parameters:
  ///   - sizes: the number of bytes of each piece of the snapshot.
  ///   - piece: makes the bytes of a piece, on the log's thread when they are written.
  ///   - completion: called once it is whole, or will not be. Where the store is closed before
  ///     that, there is no such snapshot.
  public func saveSnapshot(
    of board: BoardID, at sequence: UInt64, _ sizes: [Int],
    piece: @escaping @Sendable (Int) -> [UInt8],
    completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    save(SnapshotParts(of: board, at: sequence, sizes, piece: piece), 0, completion)
  }

  private enum Step {
    case next
    /// The last part is written; there may be older snapshots to remove.
    case whole(Int64, hasOlder: Bool)
    case purged
  }

  private func save(
    _ parts: SnapshotParts, _ index: Int,
    _ completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    perform { db in
      try self.requireReserve()
      let board = try self.tail.board(parts.board)
      return try db.transaction { () -> (Step, Int) in
        guard let bytes = try StoreSnapshots.insert(parts, index, board, db) else {
          return (.purged, 0)
        }
        guard parts.ends(with: index) else { return (.next, bytes) }
        let hasOlder = try StoreSnapshots.dropSome(of: board.number, db)
        return (.whole(board.number, hasOlder: hasOlder), bytes)
      }
    } completion: { (result: Result<(Step, Int), StoreError>) in
      switch result {
      case .success((let step, let bytes)):
        self.wrote(bytes)
        switch step {
        case .next: self.save(parts, index + 1, completion)
        case .whole(let board, let hasOlder):
          if hasOlder { self.dropOlder(of: board) }
          completion(.success(()))
        case .purged: completion(.success(()))
        }
      case .failure(let error): completion(.failure(error))
      }
    }
  }

  /// Removes what newer snapshots made superfluous. Where that fails, the next snapshot does it.
  private func dropOlder(of board: Int64) {
    perform { db in
      try db.transaction { try StoreSnapshots.dropSome(of: board, db) }
    } completion: { (result: Result<Bool, StoreError>) in
      // Each part that is removed is overwritten, and so comes into the journal.
      self.wrote(2 * StoreReading.bytesAtOnce)
      if case .success(true) = result { self.dropOlder(of: board) }
    }
  }
}
