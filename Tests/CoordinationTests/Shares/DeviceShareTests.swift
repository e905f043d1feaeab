import BoardModel
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

@testable import Coordination

/// What a user has left whose one device took whatever it could.
@Suite("Shares of one device")
struct DeviceShareTests {
  private static func share(of device: Int, user: Int) -> Share {
    Share(all: 1_000_000, reserve: 1_000, modest: 1_000, ofUser: user, ofDevice: device)
  }

  private static func refusal(_ message: Message?) -> ErrorMessage? {
    if case .error(let error) = message { error } else { nil }
  }

  /// Edits until that is refused, and acknowledges nothing.
  /// - Returns: the refusal.
  private static func fill(
    _ window: inout SampleWindow, _ harness: inout CoordinatorHarness
  ) throws -> ErrorMessage {
    for number in 0..<1_000 {
      let operation = window.operation(
        .cardRetitle(card(1), title: "Title \(number)"), counter: window.counter + 1)
      switch try harness.request(window.connection, Submit(operation: operation)) {
      case .outcome: window.counter += 1
      case .error(let error): return error
      case let other: throw CoordinatorHarness.Unexpected(other)
      }
    }
    throw CoordinatorHarness.Unexpected(nil)
  }

  @Test(
    "One device leaves its user boards, and what it made is its own whoever purges it",
    .holds("LIM-009"), .holds("LIM-011"))
  func boards() throws {
    var harness = CoordinatorHarness { $0.shares.boards = Self.share(of: 2, user: 3) }
    try harness.makeBoard(board(1))
    try harness.makeBoard(board(2))
    func limit(_ device: String, _ number: UInt64) throws -> String? {
      let id = try harness.greeted(device: device)
      let made = try harness.request(id, .another(board(number)))
      harness.handle(.closed(id))
      return Self.refusal(made)?.text.split(separator: " ").first { $0.contains("-of-") }.map(
        String.init)
    }
    #expect(try limit("laptop", 3) == "boards-of-device")
    harness.restart()
    #expect(try limit("laptop", 3) == "boards-of-device")
    #expect(try limit("desk", 4) == nil)
    #expect(try limit("desk", 5) == "boards-of-user")
    var (desk, _) = try harness.window(1, device: "desk")
    _ = try harness.submit(&desk, .purge(.board))
    #expect(try limit("laptop", 3) == nil)
    #expect(harness.coordinator.holdings.sum(of: "ann").boards == 3)
  }

  @Test("One device leaves its user boards to be made at all", .holds("LIM-009"))
  func boardsMade() throws {
    var harness = CoordinatorHarness { $0.shares.boardsMade = Self.share(of: 1, user: 2) }
    try harness.makeBoard(board(1))
    var (laptop, _) = try harness.window(1)
    _ = try harness.submit(&laptop, .purge(.board))
    let again = try harness.greeted()
    let refused = Self.refusal(try harness.request(again, .another(board(2))))
    #expect(refused?.text.contains("boards-made-of-device") == true)
    let desk = try harness.greeted(device: "desk")
    #expect(Self.refusal(try harness.request(desk, .another(board(2)))) == nil)
  }

  @Test("One device leaves its user room on the disk, also after a start", .holds("LIM-013"))
  func storedBytes() throws {
    var harness = CoordinatorHarness {
      $0.shares.storedBytes = Self.share(of: 300_000, user: 600_000)
    }
    try harness.makeBoard()
    var (laptop, _) = try harness.window(1)
    let text = String(repeating: "x", count: 50_000)
    func write(_ window: inout SampleWindow) throws -> ErrorMessage? {
      let operation = window.operation(
        .commentAdd(card(1), CommentID(high: window.session.low, low: window.counter), text: text),
        counter: window.counter + 1)
      let refused = Self.refusal(
        try harness.request(window.connection, Submit(operation: operation)))
      if refused == nil { window.counter += 1 }
      return refused
    }
    while true {
      guard let refused = try write(&laptop) else { continue }
      #expect(refused.code == .storeUnavailable)
      #expect(refused.text.contains("stored-bytes-of-device"))
      break
    }
    #expect(laptop.counter == 5)
    harness.restart()
    var (desk, _) = try harness.window(2, device: "desk")
    #expect(try write(&desk) == nil)
    (laptop, _) = try harness.window(3)
    // What was not written before the start is not known after it: one comment of five is.
    for _ in 0..<5 { _ = try write(&laptop) }
    #expect(try write(&laptop)?.text.contains("stored-bytes-of-device") == true)
    #expect(try write(&desk) == nil)
  }

  @Test("One device leaves its user what waits for the disk", .holds("LIM-013"))
  func waitingBytes() throws {
    var harness = CoordinatorHarness { $0.shares.waitingBytes = Self.share(of: 300, user: 10_000) }
    try harness.makeBoard()
    var (laptop, _) = try harness.window(1)
    let (desk, _) = try harness.window(2, device: "desk")
    harness.commitsAtOnce = false
    func rename(_ window: SampleWindow, _ counter: UInt64) -> Submit {
      Submit(operation: window.operation(.boardRename(title: "Other"), counter: counter))
    }
    // The log writes this one, and what comes next waits.
    _ = harness.begin(laptop.connection, rename(laptop, 1))
    // Alone it has all that its user has.
    laptop.counter = 1
    for _ in 0..<10 {
      laptop.counter += 1
      let request = harness.begin(laptop.connection, rename(laptop, laptop.counter))
      #expect(throws: (any Error).self) { try harness.answer(laptop.connection, request) }
    }
    _ = harness.begin(desk.connection, rename(desk, 1))
    let refused = try harness.request(laptop.connection, rename(laptop, laptop.counter + 1))
    #expect(Self.refusal(refused)?.text.contains("group-bytes-of-device") == true)
    let taken = harness.begin(desk.connection, rename(desk, 2))
    #expect(throws: (any Error).self) { try harness.answer(desk.connection, taken) }
  }

  @Test(
    "What a window keeps is of the device that shows it, and goes with it to another",
    .holds("LIM-018"), .holds("LIM-022"))
  func moves() throws {
    var harness = CoordinatorHarness {
      $0.shares.outcomeBytes = Self.share(of: 20_000, user: 100_000)
      $0.shares.infoBytes = Self.share(of: 1_500, user: 100_000)
    }
    try harness.makeBoard()
    let info = [UInt8](repeating: 7, count: 1_000)
    var window = try harness.show(1, .card(1, info: info))
    let refused = try Self.fill(&window, &harness)
    #expect(refused.code == .acknowledgeFirst)
    #expect(refused.text.contains("outcome-bytes-of-device"))
    let (desk, _) = try harness.window(9, device: "desk")
    #expect(
      Self.refusal(
        try harness.request(
          desk.connection,
          Submit(operation: desk.operation(.cardRetitle(card(1), title: "Desk's"), counter: 1))))
        == nil)
    _ = try harness.show(2, .card(2, info: info))
    #expect(Self.kept(2, harness) == 0)
    // The first window comes up at the desk, with all that it keeps.
    harness.handle(.closed(window.connection))
    let connection = try harness.greeted(device: "desk")
    let body = harness.windowBody(
      1, .card(1, info: info), .takeOver, instance: 2, epoch: window.attached.epoch)
    guard case .attached = try harness.request(connection, body) else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    #expect(Self.kept(1, harness) == 1_000)
    _ = try harness.show(3, .card(3, info: info))
    #expect(Self.kept(3, harness) == 1_000)
    var third = try harness.attach(4)
    _ = try harness.submit(&third, .cardRetitle(card(1), title: "Laptop's"))
    let late = try harness.request(
      desk.connection,
      Submit(operation: desk.operation(.cardRetitle(card(1), title: "Again"), counter: 2)))
    #expect(Self.refusal(late)?.text.contains("outcome-bytes-of-device") == true)
  }

  private static func kept(_ number: UInt64, _ harness: CoordinatorHarness) -> Int? {
    harness.coordinator.sessions.record(of: session(number))?.window?.activity.userInfo.count
  }

  @Test("At a device's share its own windows that are long away make room", .holds("LIM-012"))
  func room() throws {
    var harness = CoordinatorHarness {
      $0.shares.outcomeBytes = Self.share(of: 20_000, user: 100_000)
    }
    try harness.makeBoard()
    let desk = try harness.greeted(device: "desk")
    guard case .attached = try harness.request(desk, harness.windowBody(1, .card(2))) else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    var away = try harness.show(2, .card(1))
    _ = try Self.fill(&away, &harness)
    harness.handle(.closed(desk))
    harness.handle(.closed(away.connection))
    harness.jump(Limits.goneMilliseconds)
    var late = try harness.show(3, .board)
    _ = try harness.submit(&late, .cardRetitle(card(1), title: "Late"))
    #expect(harness.coordinator.sessions[session(1)] != nil)
    #expect(harness.coordinator.sessions[session(2)] == nil)
  }

  @Test("One device leaves its user invitations", .holds("JOI-018"))
  func invitations() throws {
    var bench = try AccessBench { $0.shares.invitations = Self.share(of: 2, user: 3) }
    var number: UInt8 = 0
    func invite(_ device: String) throws -> String? {
      let id = try bench.harness.greeted(device: device)
      number += 1
      return Self.refusal(
        try bench.harness.request(id, AccessBench.admit("ann", nil, number: number)))?.text
    }
    for _ in 0..<2 { #expect(try invite("laptop") == nil) }
    #expect(try invite("laptop")?.contains("invitations-of-device") == true)
    #expect(try invite("desk") == nil)
    #expect(try invite("desk")?.contains("invitations-of-user") == true)
  }

  @Test("Where something is set for a user and nothing of a device, it has half of that")
  func settings() throws {
    var shares = Shares()
    try shares.set([
      "boards-of-user=1000", "info-bytes-of-user=1", "partial-bytes-of-user=1048577",
      "group-bytes-of-device=7",
    ])
    #expect(shares.boards.ofDevice == 500)
    #expect(shares.infoBytes.ofDevice == 1)
    #expect(shares.partialBytes.ofDevice == Int(Limits.frameBytes))
    #expect(shares.waitingBytes.ofDevice == 7)
    #expect(shares.storedBytes == Shares().storedBytes)
    try shares.set(["boards-of-user=4000", "boards-of-device=4000", "devices-of-user=64"])
    #expect(shares.boards.ofDevice == 4_000)
    #expect(shares.devices.ofDevice == .max)
  }
}

extension MessageBody where Self == CreateBoard {
  fileprivate static func another(_ id: BoardID) -> CreateBoard {
    CreateBoard(
      board: id,
      operation: Operation(
        id: OperationID(session: SessionID(high: 1, low: id.low), epoch: 0, counter: 1), base: 0,
        queued: false, intent: .boardCreate(title: "Another")))
  }
}
