import BoardModel
import Coordination
import LogRecords
import WindowSync
import Wire

@testable import WindowStore

/// What a world is held to, as hashes: every frame with its way and its moment, the rows of the
/// coordinator's log and the records of its sessions, and the journals of the windows.
///
/// Nothing in it depends on how the program is written, only on what it does.
struct WorldRecording {
  private var frames = SHA256()
  private var log = SHA256()
  private var journals = SHA256()
  /// Where each process's journal ends, in bytes.
  private var journalEnds: [Int: Int] = [:]

  mutating func sent(_ bytes: [UInt8], to link: ConnectionID, fromWindow: Bool, at time: UInt64) {
    var writer = ByteWriter()
    writer.uint64(time)
    writer.uint64(link.rawValue)
    writer.uint8(fromWindow ? 1 : 0)
    frames.update(writer.bytes + bytes)
  }

  mutating func appended(_ group: CommitGroup) {
    for row in group.operations { log.update(row.row.bytes) }
    for session in group.sessions {
      var writer = ByteWriter()
      session.write(to: &writer)
      log.update(writer.bytes)
    }
    for session in group.removedSessions { log.update(Array("\(session)".utf8)) }
  }

  mutating func wrote(_ record: JournalRecord, to journal: Int) {
    let end = journalEnds[journal] ?? 0
    let bytes = record.bytes(at: end)
    journalEnds[journal] = end + bytes.count
    journals.update(bytes)
  }

  /// One line: the frames, the log, the journals, and what everybody has in the end.
  func line(digests: [BoardDigest]) -> String {
    var boards = SHA256()
    for digest in digests { boards.update(digest.bytes) }
    var hashes = [frames, log, journals, boards]
    return hashes.indices.map { index in
      hashes[index].finish().prefix(6).map { byte in
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
      }.joined()
    }.joined(separator: " ")
  }
}

extension World {
  /// The line of this world, which has lived already.
  var recorded: String? {
    let boards = [coordinator?.settledBoard(Names.board)] + processes.map(\.replica.confirmed)
    return recording?.line(
      digests: boards.compactMap { board in
        var board = board
        return board?.digest()
      })
  }

  /// Notes what a window's process writes to its journal.
  mutating func recordJournal(_ effect: ReplicaEffect, of index: Int) {
    guard recording != nil else { return }
    switch effect {
    case .persist(let operations): recording?.wrote(.operations(operations), to: index)
    case .forget(_, let counter): recording?.wrote(.forget(through: counter), to: index)
    case .saveSession(let session): recording?.wrote(.session(session), to: index)
    case .carryOver(_, let session, let pending):
      recording?.wrote(.session(session), to: index)
      recording?.wrote(.operations(pending), to: index)
    default: break
    }
  }
}
