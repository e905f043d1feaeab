import Randomness
import Testing

@testable import Ownership

@Suite("Groups on their way into a shared database")
struct AppendingTests {
  typealias Machine = Appending<String>

  enum Stage: CaseIterable {
    case idle, writing, settling, fenced

    var machine: Machine {
      var machine = Machine(epoch: 7)
      let way: [Machine.Event] =
        switch self {
        case .idle: []
        case .writing: [.append("a")]
        case .settling: [.append("a"), .unanswered]
        case .fenced: [.append("a"), .overtaken]
        }
      for event in way { _ = machine.handle(event) }
      return machine
    }
  }

  struct Row: CustomTestStringConvertible {
    let stage: Stage
    let event: Machine.Event
    let next: Machine.Stage
    let effects: [Machine.Effect]

    init(
      _ stage: Stage, _ event: Machine.Event, _ next: Machine.Stage,
      _ effects: [Machine.Effect] = []
    ) {
      (self.stage, self.event, self.next, self.effects) = (stage, event, next, effects)
    }

    var testDescription: String { "\(stage), \(event)" }
  }

  static let events: [Machine.Event] = [
    .append("b"), .committed, .rolledBack("full"), .overtaken, .unanswered,
    .settled(isThere: true), .settled(isThere: false),
  ]

  static let table: [Row] = [
    Row(.idle, .append("b"), .writing("b"), [.write("b", epoch: 7)]),
    Row(.idle, .committed, .idle),
    Row(.idle, .rolledBack("full"), .idle),
    Row(.idle, .overtaken, .idle),
    Row(.idle, .unanswered, .idle),
    Row(.idle, .settled(isThere: true), .idle),
    Row(.idle, .settled(isThere: false), .idle),
    Row(.writing, .append("b"), .writing("a")),
    Row(.writing, .committed, .idle, [.appended]),
    Row(.writing, .rolledBack("full"), .idle, [.failed("full")]),
    Row(.writing, .overtaken, .fenced, [.fenced]),
    Row(.writing, .unanswered, .settling("a", epoch: 8), [.settle("a", epoch: 8)]),
    Row(.writing, .settled(isThere: true), .writing("a")),
    Row(.writing, .settled(isThere: false), .writing("a")),
    Row(.settling, .append("b"), .settling("a", epoch: 8)),
    // What the old transaction had to say may have come before the cut.
    Row(.settling, .committed, .settling("a", epoch: 8)),
    Row(.settling, .rolledBack("full"), .settling("a", epoch: 8)),
    Row(.settling, .overtaken, .fenced, [.fenced]),
    Row(.settling, .unanswered, .settling("a", epoch: 9), [.settle("a", epoch: 9)]),
    Row(.settling, .settled(isThere: true), .idle, [.appended]),
    Row(.settling, .settled(isThere: false), .writing("a"), [.write("a", epoch: 8)]),
    Row(.fenced, .append("b"), .fenced),
    Row(.fenced, .committed, .fenced),
    Row(.fenced, .rolledBack("full"), .fenced),
    Row(.fenced, .overtaken, .fenced),
    Row(.fenced, .unanswered, .fenced),
    Row(.fenced, .settled(isThere: true), .fenced),
    Row(.fenced, .settled(isThere: false), .fenced),
  ]

  @Test("Each stage goes on with each event as the table says", arguments: table)
  func transition(row: Row) {
    var machine = row.stage.machine
    #expect(machine.handle(row.event) == row.effects)
    #expect(machine.stage == row.next)
  }

  @Test("The table is complete", arguments: Stage.allCases)
  func complete(stage: Stage) {
    for event in Self.events {
      #expect(Self.table.count { $0.stage == stage && $0.event == event } == 1, "\(event)")
    }
  }

  /// A database that does what it is asked for, in any order that can be, and whose answers get lost.
  private struct Database {
    var epoch: UInt64 = 7
    var groups: [String] = []
    /// A transaction that has not ended although nobody waits for it any more.
    var lingering: (group: String, epoch: UInt64)?
    /// What was asked on connections that were cut, and comes in late.
    var lateWrites: [(group: String, epoch: UInt64)] = []
    var lateEpochs: [UInt64] = []

    mutating func write(_ group: String, _ epoch: UInt64) -> Bool {
      guard epoch == self.epoch else { return false }
      groups.append(group)
      return true
    }

    /// The old transaction holds the row: it ends first, one way or the other.
    mutating func raise(to target: UInt64, commitsFirst: Bool) {
      if let lingering {
        if commitsFirst {
          _ = write(lingering.group, lingering.epoch)
        } else {
          lateWrites.append(lingering)
        }
      }
      lingering = nil
      epoch = max(epoch, target)
    }
  }

  @Test("Whatever answers are lost, each group is there once, in order", arguments: 1...200)
  func everyLoss(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var database = Database()
    var machine = Machine(epoch: 7)
    var appended: [String] = []
    for number in 0..<50 {
      var effects = machine.handle(.append("\(number)"))
      while let effect = effects.popLast() {
        if random.below(4) == 0, let epoch = database.lateEpochs.popLast() {
          database.raise(to: epoch, commitsFirst: random.below(2) == 0)
        }
        if random.below(4) == 0, let late = database.lateWrites.popLast() {
          _ = database.write(late.group, late.epoch)
        }
        let isLost = random.below(3) == 0
        switch effect {
        case .write(let group, let epoch):
          if isLost, random.below(2) == 0 {
            database.lingering = (group, epoch)
            effects = machine.handle(.unanswered)
          } else {
            let isWritten = database.write(group, epoch)
            #expect(isWritten)
            effects = machine.handle(isLost ? .unanswered : .committed)
          }
        case .settle(let group, let epoch):
          if isLost, random.below(2) == 0 {
            database.lateEpochs.append(epoch)
            effects = machine.handle(.unanswered)
          } else {
            database.raise(to: epoch, commitsFirst: random.below(2) == 0)
            #expect(epoch == database.epoch)
            let isThere = database.groups.contains(group)
            effects = machine.handle(isLost ? .unanswered : .settled(isThere: isThere))
          }
        case .appended:
          appended.append("\(number)")
        case .failed, .fenced:
          Issue.record("\(effect) although nobody else writes")
        }
      }
    }
    #expect(appended == (0..<50).map { "\($0)" })
    #expect(database.groups == appended)
  }
}
