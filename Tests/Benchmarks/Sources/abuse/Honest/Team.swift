import BoardModel
import LoadParts

/// Honest people at work: windows on several boards, in which they edit at their own pace, and
/// newcomers who open a board now and then. Everything is measured from when it should have begun.
final class Team {
  static let users = 10
  static let devices = 2
  static let windowsOfDevice = 5
  static let boards = 5
  /// Each window makes an edit in so many nanoseconds.
  private static let pace: UInt64 = 5_000_000_000
  private static let newcomersPace: UInt64 = 1_000_000_000
  /// What an edit counts as that is made while its window is away.
  static let whileAway: UInt64 = 1_000_000_000

  let loop: Loop
  let port: UInt16
  var acknowledgements = Latencies()
  var arrivals = Latencies()
  var openings = Latencies()
  /// What honest people were told when they were disconnected, or not let in.
  var lost: [String] = []
  var refused: [String] = []
  private(set) var boardsOfAll: [HonestBoard] = []

  private let devices: [Identities.Device]
  private var windows: [HonestWindow] = []
  private let run = UInt64.random(in: 1...UInt64.max)
  private var sessions: UInt64 = 0
  private var started: UInt64 = 0
  private var (edits, opened): (UInt64, UInt64) = (0, 0)
  private var coming: [(due: UInt64, client: BoardClient)] = []

  init(_ loop: Loop, port: UInt16, _ identities: Identities) throws {
    (self.loop, self.port) = (loop, port)
    devices = try (0..<Self.users).flatMap { user in
      try (0..<Self.devices).map { try identities.device("device\($0)", of: "honest\(user)") }
    }
  }

  var users: [String] { Array(Set(devices.map(\.user))).sorted() }

  func nextSession() -> SessionID {
    sessions += 1
    return SessionID(high: run, low: sessions)
  }

  /// Makes the boards and opens the windows.
  /// - Parameter guests: who may edit the first board too.
  func come(with guests: [String]) throws {
    for number in 0..<Self.boards {
      let board = HonestBoard(number: UInt64(number + 1), run: run)
      let maker = devices[number * Self.devices]
      let others = users.filter { $0 != maker.user } + (number == 0 ? guests : [])
      try board.make(
        by: HonestBoard.Maker(device: maker, members: others), session: nextSession(), port: port,
        loop)
      boardsOfAll.append(board)
    }
    for number in 0..<devices.count * Self.windowsOfDevice {
      let board = boardsOfAll[number % Self.boards]
      let window = try HonestWindow(
        self, board, devices[number / Self.windowsOfDevice], index: number)
      board.windows.append(window)
      windows.append(window)
    }
    try loop.run("honest people coming") { windows.allSatisfy(\.isReady) }
    started = Loop.now
  }

  /// Lets them work for so long. `whileWorking` is called many times a second.
  func work(for seconds: Double, whileWorking: () -> Void = {}) throws {
    let end = Loop.now + UInt64(seconds * 1e9)
    let interval = Self.pace / UInt64(windows.count)
    while Loop.now < end {
      let now = Loop.now
      while started + edits * interval <= now {
        windows[Int(edits * 7) % windows.count].edit(due: started + edits * interval)
        edits += 1
      }
      while started + opened * Self.newcomersPace <= now {
        open(due: started + opened * Self.newcomersPace)
        opened += 1
      }
      try loop.step(until: min(started + edits * interval, now + 10_000_000))
      letGo()
      whileWorking()
    }
  }

  private func open(due: UInt64) {
    let device = devices[Int(opened * 3) % devices.count]
    let board = boardsOfAll[Int(opened) % boardsOfAll.count]
    do {
      let client = BoardClient(
        try Link(loop, device.credentials, port: port, from: device.address), board: board.id,
        session: nextSession(), card: HonestBoard.card(0), content: .none)
      client.link.whenFailed = { [unowned self, unowned client] error in
        refused.append("\(error)")
        openings.record(due: due, at: max(Loop.now, due + Self.whileAway))
        coming.removeAll { $0.client === client }
      }
      coming.append((due, client))
    } catch {
      refused.append("\(error)")
    }
  }

  private func letGo() {
    for (due, client) in coming where client.isReady {
      openings.record(due: due, at: Loop.now)
      client.drop()
    }
    coming.removeAll { $0.client.isReady }
  }

  /// Counts what never came as if it came now, and leaves.
  func finish() {
    for window in windows { window.finish() }
    for (due, client) in coming {
      openings.record(due: due, at: Loop.now)
      client.link.whenFailed = nil
      client.drop()
    }
  }
}
