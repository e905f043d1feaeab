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

  init(
    of board: LoadedBoard, ledgers: [(SessionID, Session.Ledger)], image: SnapshotImage
  ) {
    self.init(of: board.tip.id, UnstoredSnapshot.head(of: board, ledgers), image)
  }

  private init(of board: BoardID, _ head: [UInt8], _ image: SnapshotImage) {
    var writer = ByteWriter()
    writer.raw(head)
    writer.uint32(image.total)
    (self.board, sequence, self.head, self.image) = (board, image.sequence, writer.bytes, image)
  }

  /// A snapshot of a board as it is with everything that was ordered, made where it is written.
  static func deferred(
    of board: LoadedBoard, ledgers: [(SessionID, Session.Ledger)]
  ) -> DeferredSnapshot {
    let (head, content) = (head(of: board, ledgers), board.tip.withoutDigests)
    return DeferredSnapshot(board: content.id, sequence: content.sequence) {
      UnstoredSnapshot(of: content.id, head, SnapshotImage(of: content)).stored().bytes
    }
  }

  private static func head(
    of board: LoadedBoard, _ ledgers: [(SessionID, Session.Ledger)]
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.uint8(RestoredBoard.format)
    writer.uint64(board.lastTime)
    writer.string(board.creation.user)
    writer.value(board.creation.operation)
    writer.data(board.creation.hash ?? [])
    writer.value(board.creation.stored)
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
    return writer.bytes
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
