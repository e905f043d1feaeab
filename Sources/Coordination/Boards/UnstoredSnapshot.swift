public import BoardModel
public import LogRecords

/// A snapshot on its way to the log. Its parts are put together by whoever stores it, as they are
/// many bytes.
public struct UnstoredSnapshot: Hashable, Sendable {
  public let board: BoardID
  public let sequence: UInt64
  /// The format, what made the board, and the ledgers of its sessions.
  private let head: [UInt8]
  private let image: SnapshotImage

  init(of board: BoardID, _ head: SnapshotHead, _ image: SnapshotImage) {
    self.board = board
    self.head = head.encoded(parts: image.total)
    (sequence, self.image) = (image.sequence, image)
  }

  /// A snapshot of a board as it is with everything that was ordered, made where it is written.
  static func deferred(
    of board: LoadedBoard, ledgers: [(SessionID, Session.Ledger)]
  ) -> DeferredSnapshot {
    let head = SnapshotHead(of: board, ledgers: ledgers)
    let content = board.tip.withoutDigests
    return DeferredSnapshot(board: content.id, sequence: content.sequence) {
      UnstoredSnapshot(of: content.id, head, SnapshotImage(of: content)).stored().bytes
    }
  }

  public static func == (left: UnstoredSnapshot, right: UnstoredSnapshot) -> Bool {
    left.board == right.board && left.sequence == right.sequence && left.head == right.head
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(board)
    hasher.combine(sequence)
  }

  /// The number of bytes of each piece.
  public var sizes: [Int] { [head.count] + image.chunks.map(\.byteCount) }

  /// Makes the bytes of a piece.
  public func piece(_ index: Int) -> [UInt8] {
    index == 0 ? head : image.bytes(image.chunks[index - 1])
  }

  /// Puts the bytes together.
  public func stored() -> StoredSnapshot {
    StoredSnapshot(
      board: board, sequence: sequence, bytes: sizes.indices.flatMap { piece($0) })
  }
}

/// What a snapshot for the log has before the parts of its board. To encode it takes as long as
/// outcomes are kept for the board's sessions.
struct SnapshotHead: Sendable {
  private let lastTime: UInt64
  private let creation: LoadedBoard.Creation
  private let ledgers: [(SessionID, Session.Ledger)]

  /// - Parameter ledgers: those of the board's sessions, in ascending order of these.
  init(of board: LoadedBoard, ledgers: [(SessionID, Session.Ledger)]) {
    (lastTime, creation, self.ledgers) = (board.lastTime, board.creation, ledgers)
  }

  /// - Parameter parts: the number of the board's parts, which follow.
  func encoded(parts: UInt32) -> [UInt8] {
    var writer = ByteWriter()
    writer.uint8(RestoredBoard.format)
    writer.uint64(lastTime)
    writer.value(creation.author)
    writer.value(creation.operation)
    writer.data(creation.hash ?? [])
    writer.value(creation.stored)
    writer.list(ledgers) { writer, pair in
      writer.identifier(pair.0)
      writer.uint64(pair.1.forgottenCounter)
      writer.uint32(pair.1.forgottenEpoch)
      writer.list(Array(pair.1.entries)) { writer, entry in
        writer.data(entry.mark?.hash ?? [])
        writer.uint32(entry.epoch)
        writer.value(entry.stored)
      }
    }
    writer.uint32(parts)
    return writer.bytes
  }
}
