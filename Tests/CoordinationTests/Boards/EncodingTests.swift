import BoardModel
import SampleHistory
import Statements
import Testing
import Wire

@testable import Coordination

/// Another thread encodes a board, while the coordinator goes on.
@Suite("Boards that are encoded elsewhere")
struct EncodingTests {
  /// Windows that ask for a snapshot, which is not encoded yet.
  private func asking(
    _ count: UInt64
  ) throws -> (CoordinatorHarness, [(window: SampleWindow, request: UInt64)]) {
    var harness = CoordinatorHarness { $0.snapshotInterval = 100 }
    try harness.makeBoard()
    let windows = try (0..<count).map { try harness.attach($0 + 1, user: "ann") }
    harness.encodesAtOnce = false
    let asked = windows.map {
      ($0, harness.begin($0.connection, FetchSnapshot()))
    }
    return (harness, asked)
  }

  private func sequence(
    _ harness: inout CoordinatorHarness, _ asked: (window: SampleWindow, request: UInt64)
  ) throws -> UInt64 {
    let answer = try harness.answer(asked.window.connection, asked.request)
    guard case .snapshot(let chunk) = answer else { throw CoordinatorHarness.Unexpected(answer) }
    return chunk.sequence
  }

  @Test("However many ask at once, the board is encoded once, and edited meanwhile")
  func shared() throws {
    var (harness, asked) = try asking(5)
    #expect(harness.pinnedBoards.count == 1)
    var writer = asked[0].window
    _ = try harness.submit(&writer, .cardRetitle(card(1), title: "Meanwhile"))
    #expect(harness.pinnedBoards.count == 1)
    harness.encodeNow()
    for one in asked { #expect(try sequence(&harness, one) == 1) }
  }

  @Test("What was edited while a snapshot was encoded follows behind it")
  func followed() throws {
    var (harness, asked) = try asking(2)
    var writer = asked[1].window
    _ = try harness.submit(&writer, .cardRetitle(card(1), title: "Meanwhile"))
    harness.encodeNow()
    let told = harness.take(asked[0].window.connection).compactMap { message -> [UInt64]? in
      if case .committed(let body) = message { body.operations.map(\.sequence) } else { nil }
    }
    #expect(told.joined().contains(2))
  }

  @Test("A board that is pinned when its group fails is pinned again for whoever waits")
  func failedMeanwhile() throws {
    var (harness, _) = try asking(0)
    let (writer, reader) = (try harness.attach(1), try harness.attach(2))
    harness.commitsAtOnce = false
    let edit = writer.operation(.cardRetitle(card(1), title: "Lost"), counter: 1)
    _ = harness.begin(writer.connection, Submit(operation: edit))
    let request = harness.begin(reader.connection, FetchSnapshot())
    harness.failCommit()
    #expect(harness.pinnedBoards.count == 2)
    harness.encodeNow()
    #expect(try sequence(&harness, (reader, request)) == 1)
  }

  @Test(
    "A board that is pinned before a purge is pinned again for whoever waits", .holds("PRG-015"))
  func purgedMeanwhile() throws {
    var (harness, asked) = try asking(2)
    var owner = asked[1].window
    _ = try harness.submit(&owner, .purge(.card(card(1))))
    harness.encodeNow()
    #expect(try sequence(&harness, asked[0]) == 2)
  }

  @Test("Nobody is sent what they asked for on a connection that is gone")
  func gone() throws {
    var (harness, asked) = try asking(2)
    harness.handle(.closed(asked[0].window.connection))
    harness.journal = []
    harness.encodeNow()
    #expect(try sequence(&harness, asked[1]) == 1)
    let told = harness.journal.compactMap { if case .send(let id, _) = $0 { id } else { nil } }
    #expect(Set(told) == [asked[1].window.connection])
  }
}
