import BoardModel
import Files
import Foundation
import LogRecords
import OperationLog
import OwnThread
import SampleHistory
import Testing
import Wire

@testable import CoordinatorHost

@Suite(.ownThread, .timeLimit(.minutes(4)))
struct HostileLocalPeerTests {
  @Test("A local peer that sends rubbish, too much or nothing is cut, and checks go on")
  func cut() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let data = boardd.folder.path
    let store = data + "/store"
    let before = boardd.memory
    let silent = try (0..<8).map { _ in try LocalSocket(store) }
    // Each has been admitted: the next is one too many, and is cut without a word.
    #expect(try LocalSocket(store).rest() == "")
    // After a deadline.
    for peer in silent { #expect(peer.rest() == "") }

    let flood = try LocalSocket(store)
    #expect(!flood.send([UInt8](repeating: 0x41, count: 1 << 20)))
    let refused = [
      "hello\n": "coordinator 0.1.0 does not know this request",
      "\u{0}\u{FF}{\n": "coordinator 0.1.0 does not know this request",
      #"{"copy":{"to":"relative"}}"# + "\n": "the path of a copy begins with /",
      #"{"copy":{"to":"\#(data)/missing"}}"# + "\n":
        "cannot open \(data)/missing: No such file or directory",
      #"{"copy":{"to":"\#(store)/board.db"}}"# + "\n":
        "cannot overwrite \(store)/board.db: File exists",
      #"{"copy":{"to":"/dev/null"}}"# + "\n": "cannot overwrite /dev/null: File exists",
      "one\ntwo\n": "there was more than one request",
      "one\ntw": "there was more than one request",
    ]
    for (request, reason) in refused {
      let peer = try LocalSocket(store)
      #expect(peer.send(Array(request.utf8)))
      let answer = ControlLine.decode(ControlAnswer.self, Array(peer.line().utf8))
      #expect(answer == .failed(reason: reason), "\(request)")
      #expect(peer.rest() == "")
    }
    #expect(boardd.memory - before < 32 << 20)
    #expect(try BoarddCommand.run("check", "--data", data).status == 0)
    #expect(boardd.stop() == 0)
  }

  @Test("A peer that goes away, or on talking, leaves no copy")
  func goneAway() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    try fill(boardd)
    let folder = boardd.folder.path
    let (gone, talking) = (folder + "/gone", folder + "/talking")
    do { try LocalSocket(folder + "/store").send(request(gone)) }
    let peer = try LocalSocket(folder + "/store")
    try peer.send(request(talking))
    #expect(peer.line() == #"{"copying":{}}"#)
    peer.send(Array("and".utf8))
    let said = peer.rest()
    // It stands in line behind the others.
    #expect(try BoarddCommand.run("check", "--data", folder).status == 0)
    #expect(try Folder.size(of: gone) == nil)
    if said.contains("copied") {
      #expect(try Folder.size(of: talking) ?? 0 > Self.size)
    } else {
      #expect(try Folder.size(of: talking) == nil)
    }
    #expect(boardd.stop() == 0)
  }

  @Test("A coordinator that is stopped while it copies says so, and leaves a whole copy or none")
  func stopped() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    try fill(boardd)
    let path = boardd.folder.path + "/copy"
    let peer = try LocalSocket(boardd.folder.path + "/store")
    try peer.send(request(path))
    #expect(peer.line() == #"{"copying":{}}"#)
    #expect(boardd.stop() == 0)
    let lines = peer.rest().split(separator: "\n")
    let answer = ControlLine.decode(ControlAnswer.self, Array((lines.last ?? "").utf8))
    switch answer {
    case .copied: #expect(try Folder.size(of: path) ?? 0 > Self.size)
    case .failed(let reason):
      #expect(reason == "\(StoreError.cancelled)")
      #expect(try Folder.size(of: path) == nil)
    case .copying, .waiting, .status, .part, .administered, nil:
      Issue.record("no last answer: \(lines)")
    }
  }

  @Test(
    "A check or backup that is interrupted leaves nothing behind",
    arguments: [["check"], ["backup", "--to", "BACKUP/of/it"]])
  func interrupted(arguments: [String]) throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    #expect(boardd.stop() == 0)
    let data = boardd.folder.path
    let before = try Folder.names(in: data)
    // A coordinator that takes forever.
    let lock = try FileLock(data + "/store/lock")
    defer { withExtendedLifetime(lock) {} }
    let listener = try ControlSocket.listen(in: data + "/store")
    defer { close(listener) }
    let command = try BoarddCommand(
      arguments.map { $0.replacing("BACKUP", with: data + "/backup") } + ["--data", data])
    let peer = LocalSocket(accepting: listener)
    let line = Array(peer.line().utf8)
    guard case .copy(let path)? = ControlLine.decode(ControlRequest.self, line) else {
      Issue.record("no request")
      return
    }
    #expect(try Folder.size(of: path) == 0)
    command.interrupt()
    let ending = try command.wait()
    #expect(ending == .init(status: 128 + SIGINT, output: "", errors: ""))
    #expect(try Folder.names(in: data) == before)
    #expect(try Folder.names(in: data + "/store") == ["board.db", "control", "lock"])
  }

  /// The line that asks for a copy into a file, which is made.
  private func request(_ path: String) throws -> [UInt8] {
    do { _ = try OpenFile(path, .new) }
    return try ControlLine.bytes(of: ControlRequest.copy(to: path))
  }

  /// What the store of `fill` has at least, in bytes.
  private static let size = 16 << 20

  /// Gives the coordinator a large store.
  private func fill(_ boardd: BoarddProcess) throws {
    #expect(boardd.stop() == 0)
    let store = try Store.open(folder: boardd.folder.path + "/store")
    for index in 0..<80 as Range<UInt64> {
      let first = index * 4 + 1
      let row = EncodedRow(LiveBoard.board, operations(from: first))
      let summary = BoardSummary(id: LiveBoard.board, title: "Work", sequence: first + 3, time: 1)
      let answer = Answer<Void>()
      store.append(CommitGroup(operations: [row], summaries: [summary], sessions: [])) {
        answer.put($0)
      }
      try answer.take().get()
    }
    try store.close()
    try boardd.start()
  }

  private func operations(from first: UInt64) -> [CommittedOperation] {
    (first...first + 3).map { sequence in
      CommittedOperation(
        sequence: sequence, time: sequence, author: Author(user: "ann", device: "desk"),
        operation: Operation(
          id: OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: sequence),
          base: sequence - 1, queued: false,
          intent: .boardRename(title: String(repeating: "x", count: 60_000))),
        outcome: .applied)
    }
  }
}
