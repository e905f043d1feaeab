import BoardModel
import Coordination
import OperationLog

/// What came of restoring a board from the store.
enum StoredBoard: Sendable {
  /// The sequence numbers are those of damaged snapshots.
  case restored(RestoredBoard, skipped: [UInt64])
  case damaged(String)
  case failed(String)

  /// Replays what the store has of a board, while other threads go on.
  init(_ id: BoardID, _ configuration: CoordinatorConfiguration, from store: Store) {
    do {
      var board = RestoredBoard(id, configuration)
      let skipped = try store.load(id) { piece in
        switch piece {
        case .snapshot(let snapshot): try board.restore(snapshot)
        case .row(let row): try board.replay(row)
        }
      }
      try board.finish()
      self = .restored(board, skipped: skipped)
    } catch StoreError.boardDamaged(_, _, let fault) {
      self = .damaged(fault)
    } catch let fault as BoardFault {
      self = .damaged(fault.description)
    } catch {
      self = .failed("\(error)")
    }
  }

  /// What a coordinator is told. A fault does not name the store's path, which concerns only its owner.
  func event(of board: BoardID) -> CoordinatorEvent {
    switch self {
    case .restored(let restored, _): .loaded(restored)
    case .damaged(let fault), .failed(let fault): .loadFailed(board, fault)
    }
  }
}

extension BoardLine {
  /// Counts what the store has of a board. It reads all of it, piece by piece, so that a coordinator
  /// that runs goes on meanwhile.
  init(_ listed: ListedBoard, of store: Store, _ configuration: CoordinatorConfiguration) {
    let cards: Int?
    if let known = listed.cards {
      cards = known
    } else if case .restored(let board, _) = StoredBoard(listed.board, configuration, from: store) {
      cards = board.cardCount
    } else {
      cards = nil
    }
    self.init(listed, cards: cards, bytes: try? store.bytes(of: listed.board))
  }
}
