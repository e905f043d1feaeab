import Testing

@testable import Transport

@Suite("The transitions of a newcomer")
struct HandshakeQueueTransitionTests {
  typealias Queue = HandshakeQueue<Int>

  enum Stage: CaseIterable {
    case absent, silent, queued, served, idle, resumed, leaving
  }

  enum Step: CaseIterable {
    case arrived, ready, unfinished, established, refused, left
  }

  struct Row: CustomTestStringConvertible {
    let stage: Stage
    let step: Step
    let next: NewcomerStage?
    let effects: [Queue.Effect]

    init(_ stage: Stage, _ step: Step, _ next: NewcomerStage?, _ effects: [Queue.Effect] = []) {
      self.stage = stage
      self.step = step
      self.next = next
      self.effects = effects
    }

    var testDescription: String { "\(stage), \(step)" }
  }

  private static let address = PeerAddress.v4(1)
  /// When the newcomer came to the stage, and when the step is.
  private static let (before, now): (UInt64, UInt64) = (5, 7)
  private static let idle = NewcomerStage.idle(since: before)

  static let table: [Row] = [
    Row(.absent, .arrived, .silent),
    Row(.absent, .ready, nil),
    Row(.absent, .unfinished, nil),
    Row(.absent, .established, nil),
    Row(.absent, .refused, nil),
    Row(.absent, .left, nil),
    Row(.silent, .arrived, .silent),
    Row(.silent, .ready, .queued, [.awaitRound]),
    Row(.silent, .unfinished, .silent),
    Row(.silent, .established, .silent),
    Row(.silent, .refused, .silent),
    Row(.silent, .left, nil),
    Row(.queued, .arrived, .queued),
    Row(.queued, .ready, .queued),
    Row(.queued, .unfinished, .queued),
    Row(.queued, .established, .queued),
    Row(.queued, .refused, .queued),
    Row(.queued, .left, nil),
    Row(.served, .arrived, .served),
    Row(.served, .ready, .served),
    Row(.served, .unfinished, .idle(since: now)),
    Row(.served, .established, nil),
    Row(.served, .refused, .leaving),
    Row(.served, .left, nil),
    Row(.idle, .arrived, idle),
    Row(.idle, .ready, .resumed, [.awaitRound]),
    Row(.idle, .unfinished, idle),
    Row(.idle, .established, idle),
    Row(.idle, .refused, idle),
    Row(.idle, .left, nil),
    Row(.resumed, .arrived, .resumed),
    Row(.resumed, .ready, .resumed),
    Row(.resumed, .unfinished, .resumed),
    Row(.resumed, .established, .resumed),
    Row(.resumed, .refused, .resumed),
    Row(.resumed, .left, nil),
    Row(.leaving, .arrived, .leaving),
    Row(.leaving, .ready, .leaving),
    Row(.leaving, .unfinished, .leaving),
    Row(.leaving, .established, .leaving),
    Row(.leaving, .refused, .leaving),
    Row(.leaving, .left, nil),
  ]

  private static func queue(at stage: Stage) -> Queue {
    var queue = Queue()
    let way: [Queue.Event] =
      switch stage {
      case .absent: []
      case .silent: [.arrived(1, from: address)]
      case .queued: [.arrived(1, from: address), .ready(1)]
      case .served: [.arrived(1, from: address), .ready(1), .roundOver(others: 0)]
      case .idle:
        [.arrived(1, from: address), .ready(1), .roundOver(others: 0), .served(1, .unfinished)]
      case .resumed:
        [
          .arrived(1, from: address), .ready(1), .roundOver(others: 0), .served(1, .unfinished),
          .ready(1),
        ]
      case .leaving:
        [.arrived(1, from: address), .ready(1), .roundOver(others: 0), .served(1, .refused)]
      }
    for event in way { _ = queue.handle(event, now: before) }
    return queue
  }

  private static func event(_ step: Step) -> Queue.Event {
    switch step {
    case .arrived: .arrived(1, from: address)
    case .ready: .ready(1)
    case .unfinished: .served(1, .unfinished)
    case .established: .served(1, .established)
    case .refused: .served(1, .refused)
    case .left: .left(1)
    }
  }

  @Test("Each stage goes on with each event as the table says", arguments: table)
  func transition(row: Row) {
    var queue = Self.queue(at: row.stage)
    #expect(queue.handle(Self.event(row.step), now: Self.now) == row.effects)
    #expect(queue.stage(of: 1) == row.next)
    let (waiting, started) =
      switch row.next {
      case nil: (0, 0)
      case .silent, .queued: (1, 0)
      case .served, .idle, .resumed, .leaving: (0, 1)
      }
    #expect((queue.waiting, queue.started) == (waiting, started))
  }

  @Test("The table is complete")
  func complete() {
    for stage in Stage.allCases {
      for step in Step.allCases {
        #expect(Self.table.count { $0.stage == stage && $0.step == step } == 1, "\(stage) \(step)")
      }
    }
  }

  // MARK: Rounds

  /// Whether a listener wants to accept, and whether somebody is in line.
  struct Wish: CustomTestStringConvertible {
    let accept: Bool
    let inLine: Bool
    let quiet: [Queue.Effect]
    let busy: [Queue.Effect]

    var testDescription: String { "accept \(accept), in line \(inLine)" }
  }

  @Test(
    "A round is asked for once, and brings what is allowed",
    arguments: [
      Wish(accept: false, inLine: false, quiet: [], busy: []),
      Wish(accept: true, inLine: false, quiet: [.accept], busy: [.awaitRound]),
      Wish(accept: false, inLine: true, quiet: [.serve(1)], busy: [.awaitRound]),
      Wish(accept: true, inLine: true, quiet: [.accept, .serve(1)], busy: [.awaitRound]),
    ])
  func rounds(wish: Wish) {
    var queue = Queue()
    // What was saved before is used up.
    _ = queue.handle(.roundOver(others: 200_000), now: 0)
    _ = queue.handle(.spent(1_000_000), now: 0)
    var effects: [Queue.Effect] = []
    if wish.accept { effects += queue.handle(.acceptWanted, now: 0) }
    if wish.inLine {
      effects += queue.handle(.arrived(1, from: Self.address), now: 0)
      effects += queue.handle(.ready(1), now: 0)
    }
    #expect(effects == (wish.accept || wish.inLine ? [.awaitRound] : []))
    #expect(queue.handle(.woken, now: 0) == [])
    var busy = queue
    #expect(busy.handle(.roundOver(others: 200_000), now: 0) == wish.busy)
    #expect(queue.handle(.roundOver(others: 100_000), now: 0) == wish.quiet)
  }

  @Test("After a turn the next is asked for while somebody is in line")
  func nextTurn() {
    var queue = Queue()
    for id in 1...2 {
      _ = queue.handle(.arrived(id, from: Self.address), now: 0)
      _ = queue.handle(.ready(id), now: 0)
    }
    #expect(queue.handle(.roundOver(others: 0), now: 0) == [.serve(1)])
    #expect(queue.handle(.served(1, .unfinished), now: 0) == [.awaitRound])
    #expect(queue.handle(.roundOver(others: 0), now: 0) == [.serve(2)])
    #expect(queue.handle(.served(2, .established), now: 0) == [])
    #expect(queue.stage(of: 2) == nil)
  }
}
