import BoardModel
import Coordination
import LogRecords
import OperationLog
import Wire

/// Decides what is kept of a board of a damaged store: as many operations as follow from a whole snapshot,
/// or from the first operation, without a gap.
struct BoardSalvage {
  /// Nil where nothing of it can be kept.
  let kept: SalvagedBoard?
  /// What is left out, a sentence each without a full stop; none where the board is whole.
  let losses: [String]
  /// Whether edits of it are gone: what its windows know is then another board.
  let isCut: Bool

  /// - Parameter sessions: what is known of its windows.
  init(_ board: DamagedStore.Board, sessions: [SessionRecord]) {
    let starts = board.snapshots.map(Optional.some) + [nil]
    var best: Attempt?
    for start in starts {
      guard let attempt = Attempt(board, from: start) else { continue }
      if attempt.board.sequence > best?.board.sequence ?? 0 { best = attempt }
      if attempt.board.sequence == board.known { break }
    }
    guard let best else {
      (kept, isCut) = (nil, true)
      losses = [
        "board \(Self.name(board)): nothing of its "
          + (board.known > 0 ? "\(board.known) edits" : "edits")
          + " can be kept, as neither the first ones nor a snapshot can be read"
      ]
      return
    }
    let summary = best.board.summary
    isCut = summary.sequence < board.known
    kept = SalvagedBoard(
      board, summary, members: best.board.members, snapshot: best.start,
      forgottenEpoch: Self.forgottenEpoch(of: board, isCut ? [] : sessions, among: sessions))
    let name = summary.title.isEmpty ? Self.name(board) : "\"\(summary.title)\" (\(board.id))"
    var losses: [String] = []
    if isCut {
      losses.append(
        "board \(name): edits \(summary.sequence + 1) to \(board.known) are left out: "
          + Self.reason(board, behind: summary.sequence, best.fault))
    }
    let gaps = Self.gaps(board.rows, through: best.start?.sequence ?? 0)
    if !gaps.isEmpty {
      losses.append(
        "board \(name): what the edits \(Self.list(gaps)) came to is kept, but who made them, when, and "
          + "what stood there before cannot be read")
    }
    self.losses = losses
  }

  /// A board that is made from a snapshot, or from its first operation on.
  private struct Attempt {
    let start: StoredSnapshot?
    private(set) var board: RestoredBoard
    private(set) var fault: BoardFault?

    init?(_ source: DamagedStore.Board, from start: StoredSnapshot?) {
      self.start = start
      board = RestoredBoard(source.id, CoordinatorConfiguration(cluster: "", agent: Program.agent))
      do throws(BoardFault) {
        if let start { try board.restore(start) }
        for row in source.rows where row.last > board.sequence {
          guard row.first <= board.sequence + 1 else { break }
          var next = board
          do throws(BoardFault) {
            try next.replay(row)
          } catch {
            fault = error
            break
          }
          board = next
        }
        try board.finish()
      } catch {
        return nil
      }
    }
  }

  private static func name(_ board: DamagedStore.Board) -> String {
    board.title.flatMap { $0.isEmpty ? nil : "\"\($0)\" (\(board.id))" } ?? "\(board.id)"
  }

  private static func reason(
    _ board: DamagedStore.Board, behind last: UInt64, _ fault: BoardFault?
  ) -> String {
    if let fault { return "\(fault)" }
    guard let next = board.rows.first(where: { $0.first > last }), next.first > last + 1 else {
      return "they cannot be read"
    }
    let missing = list([(last + 1)...(next.first - 1)])
    return "\(missing) cannot be read, and what follows builds on that"
  }

  /// The operations that no row has.
  private static func gaps(_ rows: [OperationRow], through last: UInt64) -> [ClosedRange<UInt64>] {
    var gaps: [ClosedRange<UInt64>] = []
    var next: UInt64 = 1
    for row in rows where row.first <= last {
      if row.first > next { gaps.append(next...(row.first - 1)) }
      next = row.last + 1
    }
    if next <= last { gaps.append(next...last) }
    return gaps
  }

  private static func list(_ ranges: [ClosedRange<UInt64>]) -> String {
    ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }.joined(separator: ", ")
  }

  /// The sessions that are made on the board begin above what others ordered there, also where these are
  /// not kept.
  /// - Parameter kept: the sessions that stay.
  private static func forgottenEpoch(
    of board: DamagedStore.Board, _ kept: [SessionRecord], among all: [SessionRecord]
  ) -> UInt32 {
    let stay = Set(kept.map(\.id))
    var epoch = board.forgottenEpoch
    for session in all where !stay.contains(session.id) { epoch = max(epoch, session.epoch) }
    for row in board.rows {
      var reader = ByteReader(row.bytes)
      for operation in (try? reader.committedList()) ?? []
      where !stay.contains(operation.id.session) {
        epoch = max(epoch, operation.id.epoch)
      }
    }
    return epoch
  }
}
