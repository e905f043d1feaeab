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
        case .settling: [.append("a"), .unanswered(epoch: 7)]
        case .fenced: [.append("a"), .overtaken(epoch: 7)]
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

  /// What was written had the epoch 7, and what is in doubt is asked for with 8.
  static let events: [Machine.Event] = [
    .append("b"),
    .committed(epoch: 7),
    .rolledBack("full", epoch: 7),
    .overtaken(epoch: 7),
    .unanswered(epoch: 7),
    .settled(isThere: true, epoch: 7),
    .settled(isThere: false, epoch: 7),
    .committed(epoch: 8),
    .rolledBack("full", epoch: 8),
    .overtaken(epoch: 8),
    .unanswered(epoch: 8),
    .settled(isThere: true, epoch: 8),
    .settled(isThere: false, epoch: 8),
  ]

  /// What is not here changes nothing: it answers something that is not awaited any more.
  static let table: [Row] = [
    Row(.idle, .append("b"), .writing("b"), [.write("b", epoch: 7)]),
    Row(.writing, .committed(epoch: 7), .idle, [.appended]),
    Row(.writing, .rolledBack("full", epoch: 7), .idle, [.failed("full")]),
    Row(.writing, .overtaken(epoch: 7), .fenced, [.fenced]),
    Row(
      .writing, .unanswered(epoch: 7), .settling("a", epoch: 8), [.settle("a", epoch: 8)]),
    Row(.settling, .overtaken(epoch: 8), .fenced, [.fenced]),
    Row(
      .settling, .unanswered(epoch: 8), .settling("a", epoch: 9), [.settle("a", epoch: 9)]),
    Row(.settling, .settled(isThere: true, epoch: 8), .idle, [.appended]),
    Row(.settling, .settled(isThere: false, epoch: 8), .writing("a"), [.write("a", epoch: 8)]),
  ]

  @Test("Each stage goes on with each event as the table says", arguments: Stage.allCases)
  func transitions(stage: Stage) {
    for event in Self.events {
      let rows = Self.table.filter { $0.stage == stage && $0.event == event }
      #expect(rows.count <= 1, "\(event)")
      var machine = stage.machine
      let before = machine.stage
      #expect(machine.handle(event) == rows.first?.effects ?? [], "\(event)")
      #expect(machine.stage == rows.first?.next ?? before, "\(event)")
    }
  }

  @Test("Each row of the table is about an event that is tried")
  func rows() {
    for row in Self.table { #expect(Self.events.contains(row.event), "\(row.testDescription)") }
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
            effects = machine.handle(.unanswered(epoch: epoch))
          } else {
            let isWritten = database.write(group, epoch)
            #expect(isWritten)
            effects = machine.handle(isLost ? .unanswered(epoch: epoch) : .committed(epoch: epoch))
          }
        case .settle(let group, let epoch):
          if isLost, random.below(2) == 0 {
            database.lateEpochs.append(epoch)
            effects = machine.handle(.unanswered(epoch: epoch))
          } else {
            database.raise(to: epoch, commitsFirst: random.below(2) == 0)
            #expect(epoch == database.epoch)
            let isThere = database.groups.contains(group)
            effects = machine.handle(
              isLost ? .unanswered(epoch: epoch) : .settled(isThere: isThere, epoch: epoch))
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
