import BoardModel
import LoadParts
import Wire

/// A window of an honest person, which comes back when it is disconnected.
final class HonestWindow {
  private let team: Team
  private let board: HonestBoard
  private let device: Identities.Device
  private let index: Int
  private(set) var client: BoardClient
  /// When the edits should have been made that nobody has acknowledged.
  private var asked: [UInt64] = []
  /// How far the window knew the board, and since when.
  private var marks: [(sequence: UInt64, time: UInt64)] = []
  private static let mostMarks = 4_096
  /// The edits of others that the window has not heard of.
  private var awaited: [(sequence: UInt64, due: UInt64)] = []

  init(_ team: Team, _ board: HonestBoard, _ device: Identities.Device, index: Int) throws {
    (self.team, self.board, self.device, self.index) = (team, board, device, index)
    client = try Self.connect(team, board, device, index)
    follow()
  }

  var isReady: Bool { client.isReady }

  private static func connect(
    _ team: Team, _ board: HonestBoard, _ device: Identities.Device, _ index: Int
  ) throws -> BoardClient {
    BoardClient(
      try Link(team.loop, device.credentials, port: team.port, from: device.address), .whole,
      board: board.id, session: team.nextSession(), card: HonestBoard.card(index), content: .none)
  }

  private func follow() {
    client.whenCompleted = { [unowned self] in acknowledged() }
    client.whenDelivered = { [unowned self] _ in progressed() }
    client.link.whenFailed = { [unowned self] error in lost(error) }
  }

  private func lost(_ error: any Error) {
    team.lost.append("\(device.user): \(error)")
    for due in asked { team.acknowledgements.record(due: due, at: Loop.now) }
    (asked, marks) = ([], [])
    guard let client = try? Self.connect(team, board, device, index) else { return }
    self.client = client
    follow()
  }

  /// Makes an edit, and shows the others where this person is.
  func edit(due: UInt64) {
    guard client.isReady else {
      // What a person types meanwhile is acknowledged late.
      return team.acknowledgements.record(due: due, at: due + Team.whileAway)
    }
    asked.append(due)
    let focus = PresenceFocus.card(HonestBoard.card(index))
    client.link.write(
      Presence(state: PresenceState(isActive: true, focus: focus)).frame().bytes)
    client.edit()
  }

  private func acknowledged() {
    guard !asked.isEmpty else { return }
    let due = asked.removeFirst()
    team.acknowledgements.record(due: due, at: Loop.now)
    for other in board.windows where other !== self {
      other.expect(client.completedSequence, due: due)
    }
  }

  private func expect(_ sequence: UInt64, due: UInt64) {
    guard client.sequence >= sequence else {
      awaited.append((sequence, due))
      return
    }
    let mark = marks.first { $0.sequence >= sequence }
    team.arrivals.record(due: due, at: mark?.time ?? Loop.now)
  }

  private func progressed() {
    let (sequence, now) = (client.sequence, Loop.now)
    marks.append((sequence, now))
    if marks.count > 2 * Self.mostMarks { marks.removeFirst(Self.mostMarks) }
    for edit in awaited where edit.sequence <= sequence {
      team.arrivals.record(due: edit.due, at: now)
    }
    awaited.removeAll { $0.sequence <= sequence }
  }

  /// Counts what never came as if it came now.
  func finish() {
    for due in asked { team.acknowledgements.record(due: due, at: Loop.now) }
    for edit in awaited { team.arrivals.record(due: edit.due, at: Loop.now) }
    (asked, awaited) = ([], [])
    client.link.whenFailed = nil
    client.drop()
  }
}
