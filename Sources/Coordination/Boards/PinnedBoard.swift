public import BoardModel
import HashTreeCollections

/// A board as it is at one moment, to be encoded or hashed by another thread than that which edits
/// it.
public struct PinnedBoard: Hashable, Sendable {
  /// Which of the boards that were pinned it is: a sequence number comes again after a failed group.
  let number: UInt64
  public let board: BoardID
  private let work: Work

  private enum Work: Sendable {
    /// Encode the board: `changed` are the parts that changed since `previous` was made, nil where
    /// all of them may have. With `head` the log gets it too.
    case image(Board, changed: TreeSet<BoardPart>?, since: SnapshotImage?, head: SnapshotHead?)
    /// Hash what changed since the digest was taken last.
    case digest(UnhashedBoard)
  }

  /// A board to be encoded.
  init(
    _ board: Board, number: UInt64, changed: TreeSet<BoardPart>? = nil,
    since previous: SnapshotImage? = nil, head: SnapshotHead? = nil
  ) {
    (self.board, self.number) = (board.id, number)
    work = .image(board.withoutDigests, changed: changed, since: previous, head: head)
  }

  /// A board to be hashed.
  init(_ unhashed: UnhashedBoard, of board: BoardID, number: UInt64) {
    (self.board, self.number) = (board, number)
    work = .digest(unhashed)
  }

  public static func == (left: PinnedBoard, right: PinnedBoard) -> Bool {
    left.number == right.number
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// Encodes or hashes what changed of the board. To gather its parts takes as long as they are
  /// many.
  public func encoded() -> EncodedBoard {
    switch work {
    case .image(let content, let changed, let previous, let head):
      let image = SnapshotImage(of: content, changed: changed, since: previous)
      let toStore = head.map { UnstoredSnapshot(of: board, $0, image) }
      return EncodedBoard(board: board, number: number, result: .image(image, toStore: toStore))
    case .digest(let unhashed):
      return EncodedBoard(board: board, number: number, result: .hashes(unhashed.hashed()))
    }
  }
}

/// What became of a pinned board.
public struct EncodedBoard: Sendable {
  let board: BoardID
  let number: UInt64
  let result: Result

  enum Result: Sendable {
    /// The bytes that windows get, and the log where it is to.
    case image(SnapshotImage, toStore: UnstoredSnapshot?)
    case hashes(HashedBoard)
  }
}
