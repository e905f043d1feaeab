import Testing

@testable import Ownership

@Suite("What a process has to do with a cluster")
struct HoldingTests {
  private static let (own, other) = (HolderID(high: 1, low: 1), HolderID(high: 1, low: 2))
  private static let free = ClusterRow(epoch: 4, holder: nil, isLeased: false)
  private static let mine = ClusterRow(epoch: 5, holder: own, isLeased: true)
  private static let theirs = ClusterRow(epoch: 5, holder: other, isLeased: true)
  /// Its holder has no lease; and as it may have been before this process took it.
  private static let left = ClusterRow(epoch: 4, holder: other, isLeased: false)

  enum Stage: CaseIterable {
    case absent, taking, opening, serving, draining, releasing

    var holding: Holding {
      var holding = Holding(by: own)
      let way: [Holding.Event] =
        switch self {
        case .absent: []
        case .taking: [.wanted(free)]
        case .opening: [.wanted(free), .taken(epoch: 5)]
        case .serving: [.wanted(free), .taken(epoch: 5), .opened]
        case .draining: [.wanted(free), .taken(epoch: 5), .opened, .handOver]
        case .releasing: [.wanted(free), .taken(epoch: 5), .opened, .handOver, .drained]
        }
      for event in way { _ = holding.handle(event) }
      return holding
    }

    var stage: Holding.Stage {
      switch self {
      case .absent: .absent
      case .taking: .taking(epoch: 5)
      case .opening: .opening(epoch: 5)
      case .serving: .serving(epoch: 5)
      case .draining: .draining(epoch: 5)
      case .releasing: .releasing
      }
    }
  }

  struct Row: CustomTestStringConvertible {
    let stage: Stage
    let event: Holding.Event
    let next: Stage
    let effects: [Holding.Effect]

    init(
      _ stage: Stage, _ event: Holding.Event, _ next: Stage, _ effects: [Holding.Effect] = []
    ) {
      (self.stage, self.event, self.next, self.effects) = (stage, event, next, effects)
    }

    var testDescription: String { "\(stage), \(event)" }
  }

  static let events: [Holding.Event] = [
    .looked(mine), .looked(theirs), .looked(left), .wanted(free), .wanted(left), .wanted(theirs),
    .wanted(mine), .taken(epoch: 4), .taken(epoch: 5), .notTaken(epoch: 4), .notTaken(epoch: 5),
    .opened, .openFailed, .asked(epoch: 5), .fenced, .handOver, .drained, .released,
    .unanswered(epoch: 4), .unanswered(epoch: 5),
  ]

  /// What is not here changes nothing.
  static let table: [Row] = [
    // A `take` that came in after its connection was cut.
    Row(.absent, .looked(mine), .releasing, [.release(epoch: 5)]),
    Row(.absent, .wanted(free), .taking, [.take(free, epoch: 5)]),
    Row(.absent, .wanted(left), .taking, [.take(left, epoch: 5)]),
    Row(.taking, .taken(epoch: 5), .opening, [.open(epoch: 5)]),
    Row(.taking, .notTaken(epoch: 5), .absent),
    Row(.taking, .handOver, .releasing, [.release(epoch: 5)]),
    Row(.taking, .unanswered(epoch: 5), .releasing, [.release(epoch: 5)]),
    Row(.opening, .looked(theirs), .absent, [.abandon]),
    Row(.opening, .opened, .serving),
    Row(.opening, .openFailed, .releasing, [.release(epoch: 5)]),
    Row(.opening, .fenced, .absent, [.abandon]),
    Row(.opening, .handOver, .releasing, [.abandon, .release(epoch: 5)]),
    Row(.serving, .looked(theirs), .absent, [.abandon]),
    Row(.serving, .fenced, .absent, [.abandon]),
    Row(.serving, .handOver, .draining, [.drain]),
    Row(.draining, .looked(theirs), .absent, [.abandon]),
    Row(.draining, .fenced, .absent, [.abandon]),
    Row(.draining, .drained, .releasing, [.release(epoch: 5)]),
    Row(.releasing, .released, .absent),
    Row(.releasing, .unanswered(epoch: 5), .releasing, [.release(epoch: 5)]),
  ]

  @Test("Each stage goes on with each event as the table says", arguments: Stage.allCases)
  func transitions(stage: Stage) {
    for event in Self.events {
      let rows = Self.table.filter { $0.stage == stage && $0.event == event }
      #expect(rows.count <= 1, "\(event)")
      let row = rows.first ?? Row(stage, event, stage)
      var holding = stage.holding
      #expect(holding.handle(event) == row.effects, "\(event)")
      #expect(holding.stage == row.next.stage, "\(event)")
      #expect(holding.isHeld == (row.next != .absent), "\(event)")
    }
  }

  @Test("No epoch is asked for twice, whatever became of what was asked for")
  func asked() {
    var holding = Stage.serving.holding
    for epoch: UInt64 in [9, 8] { _ = holding.handle(.asked(epoch: epoch)) }
    _ = holding.handle(.handOver)
    #expect(holding.handle(.drained) == [.release(epoch: 9)])
    _ = holding.handle(.released)
    #expect(holding.handle(.wanted(Self.free)) == [.take(Self.free, epoch: 10)])
    #expect(holding.handle(.unanswered(epoch: 10)) == [.release(epoch: 10)])
    _ = holding.handle(.released)
    let later = ClusterRow(epoch: 20, holder: nil, isLeased: false)
    #expect(holding.handle(.wanted(later)) == [.take(later, epoch: 21)])
  }

  @Test("Each row of the table is about an event that is tried")
  func rows() {
    for row in Self.table { #expect(Self.events.contains(row.event), "\(row.testDescription)") }
  }
}
