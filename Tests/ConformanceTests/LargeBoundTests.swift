import BoardModel
import Foundation
import OwnThread
import SpawnedProcess
import Testing
import Wire

/// The bounds for which a vector would be too long a file: the model in Swift and the one that was
/// written from SPEC.md and the schema alone come to the same there, and one beyond.
@Suite("At the largest bounds", .ownThread, .enabled(if: Python.path != nil))
struct LargeBoundTests {
  /// A log on a board of one user, with what Swift makes of it.
  private struct Log {
    private(set) var board = Board(id: BoardID(high: 1, low: 1))
    private(set) var operations: [String] = []
    private(set) var results: [String] = []
    private(set) var outcomes: [Outcome] = []
    private static let author = Author(user: "ann", device: "lap")

    static let (column, other) = (ColumnID(high: 2, low: 1), ColumnID(high: 2, low: 2))
    static func card(_ number: Int) -> CardID { CardID(high: 3, low: UInt64(number)) }

    init() {
      edit(.boardCreate(title: "Bounds"))
      for (id, title) in [(Log.column, "To do"), (Log.other, "Done")] {
        edit(.columnCreate(id, title: title, at: Anchors()))
      }
    }

    @discardableResult
    mutating func edit(
      _ intent: Intent, base: UInt64? = nil, by session: UInt64 = 1, context: TextContext? = nil
    ) -> OperationID {
      let id = OperationID(
        session: SessionID(high: 4, low: session), epoch: 1, counter: UInt64(results.count) + 1)
      let operation = Operation(
        id: id, base: base ?? board.sequence, queued: false, intent: intent,
        extensions: Extensions(leftOf: nil, context: context))
      let outcome = board.apply(
        operation, sequence: board.sequence + 1, time: 1_000, author: Log.author)
      outcomes.append(outcome)
      operations.append(Log.hex { $0.value(operation) })
      results.append(Log.hex { $0.value(outcome) })
      return id
    }

    mutating func fill(_ count: Int) {
      each(count) {
        .cardCreate(Log.card($0), in: Log.column, title: "card", body: "", at: Anchors())
      }
    }

    /// The scalars of one insertion, of which each here is one byte: one takes 65 535 bytes.
    static let pieceScalars = 50_000

    /// Types a text at the start of a body.
    static func types(_ card: Int, _ text: String) -> Intent {
      let scalars = Array(text.unicodeScalars)
      let pieces = stride(from: 0, to: scalars.count, by: pieceScalars).map { start in
        String(
          String.UnicodeScalarView(scalars[start..<min(scalars.count, start + pieceScalars)]))
      }
      // Of those at one place the later stands nearer to it, hence in front (SPEC.md TXT-017).
      return .cardSplice(
        Log.card(card),
        Splice(deletions: [], insertions: pieces.reversed().map { .init(after: nil, text: $0) }))
    }

    /// Edits so many cards, in batches.
    mutating func each(_ count: Int, _ intent: (Int) -> Intent) {
      for start in stride(from: 0, to: count, by: BoardLimits.batch) {
        edit(.batch((start..<min(count, start + BoardLimits.batch)).map(intent)))
      }
    }

    /// The digest behind the last operation.
    var digest: String {
      var board = board
      return Log.hex(board.digest().bytes)
    }

    private static func hex(_ write: (inout ByteWriter) -> Void) -> String {
      var writer = ByteWriter()
      write(&writer)
      return hex(writer.bytes)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// Applies operations, one in a line, and says what each comes to; last the digest.
  private static let program = """
    import sys
    sys.path.insert(0, sys.argv[1])
    import board_codec as codec, board_model, board_snapshot
    board = board_model.Board(sys.argv[2])
    for sequence, line in enumerate(open(sys.argv[3]), start=1):
        operation = codec.read("operation", bytes.fromhex(line))
        board, outcome = board_model.apply(
            board, operation, sequence, 1000, {"user": "ann", "device": "lap"})
        print(codec.write("outcome", outcome).hex())
    print(board_snapshot.digest(board))
    """

  private func expectSame(_ log: Log) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "bounds-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try log.operations.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let output = Pipe()
    let process = try SpawnedProcess(
      [
        try #require(Python.path), "-B", "-c", Self.program,
        ProtocolFolder.path.appending(path: "examples").path, log.board.id.description, file.path,
      ],
      environment: ["PYTHONIOENCODING": "utf-8"], output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    #expect(await process.ended() == 0)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.dropLast().elementsEqual(log.results))
    #expect(lines.last == log.digest)
  }

  @Test(
    "A column is deleted with 10 000 live cards, and not with one more", .timeLimit(.minutes(3)))
  func vacatedCards() async throws {
    var log = Log()
    log.fill(BoardLimits.vacatedCards + 1)
    let delete = Intent.columnDelete(Log.column, seen: [], disposition: .move(to: Log.other))
    log.edit(delete)
    #expect(log.outcomes.last == .rejected(.limitReached(.vacatedCards)))
    log.edit(.cardArchive(Log.card(7)))
    log.edit(delete)
    #expect(log.outcomes.last?.isRejected == false)
    try await expectSame(log)
  }

  @Test("A card is purged that blocks 10 000 others, and not one more", .timeLimit(.minutes(3)))
  func purgedBlocker() async throws {
    var log = Log()
    let blocker = Log.card(90_000)
    log.edit(.cardCreate(blocker, in: Log.other, title: "blocker", body: "", at: Anchors()))
    log.fill(BoardLimits.vacatedCards + 1)
    log.each(BoardLimits.vacatedCards + 1) { .attach(Log.card($0), .blocker(blocker)) }
    log.edit(.purge(.card(blocker)))
    #expect(log.outcomes.last == .rejected(.limitReached(.vacatedCards)))
    log.edit(.purge(.card(Log.card(7))))
    log.edit(.purge(.card(blocker)))
    #expect(log.outcomes.last?.isRejected == false)
    try await expectSame(log)
  }

  @Test("A batch types 1 000 000 scalars, and not one more", .timeLimit(.minutes(3)))
  func scalars() async throws {
    var log = Log()
    log.fill(3)
    func types(_ card: Int, _ count: Int) -> Intent {
      Log.types(card, String(repeating: "x", count: count))
    }
    let half = BoardLimits.batchScalars / 2
    log.edit(.batch([types(0, half), types(1, half), types(2, 1)]))
    #expect(log.outcomes.last == .rejected(.batchItem(2, .limitReached(.scalars))))
    log.edit(.batch([types(0, half), types(1, half)]))
    #expect(log.outcomes.last == .applied)
    try await expectSame(log)
  }

  @Test(
    "Accepted text finds its words among the first 65 536 scalars, and not beyond",
    .timeLimit(.minutes(3)), arguments: [0, 1])
  func contextScalars(more: Int) async throws {
    var log = Log()
    let words = "some other words"
    let space = String(repeating: "x", count: BoardLimits.contextScalars - words.count + more)
    log.fill(2)
    log.edit(Log.types(1, space + words + "Q"))
    let made = log.board.sequence
    // The last piece is typed first.
    let offset = UInt32((space.count + words.count) % Log.pieceScalars)
    let gone = TextIdentity(
      operation: OperationID(session: SessionID(high: 4, low: 1), epoch: 1, counter: made),
      offset: offset)
    log.edit(
      .cardSplice(
        Log.card(1), Splice(deletions: [TextRange(start: gone, count: 1)], insertions: [])))
    log.edit(.textCompact(Log.card(1), nil, horizon: log.board.sequence))
    let late = log.edit(
      .cardSplice(
        Log.card(1),
        Splice(deletions: [], insertions: [.init(after: gone, text: "late")])),
      base: made, by: 2, context: TextContext(before: words, after: ""))
    #expect(log.board.proposals(on: Log.card(1)).count == 1)
    log.edit(.settle(.cardBody(Log.card(1)), user: "ann", operation: late, accept: true))
    let body = log.board.card(Log.card(1))?.body.string ?? ""
    let end = String(body.suffix(words.count + 5))
    #expect(end.hasSuffix(more == 0 ? words + "late" : words + "\nlate"))
    try await expectSame(log)
  }
}
