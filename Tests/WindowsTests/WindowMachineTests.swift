import Screen
import Testing

@testable import Windows

/// The machines of a window that hold inputs back, ask whether to raise the board, and ask before
/// typed text is lost. Each table has an entry for every state and every event.
@Suite("The machines behind a window's input")
struct WindowMachineTests {
  private static let (a, b, c) = (
    Input.key(.character("a"), []), Input.key(.character("b"), []), Input.key(.character("c"), [])
  )

  // MARK: Inputs that wait

  @Test("An input waits for the edits before it, and all behind it wait too")
  func heldInput() {
    typealias State = HeldInput.State
    let full = Array(repeating: Self.a, count: HeldInput.maximum)
    let states: [State] = [
      .passing, .waiting([Self.a], until: 50), .waiting([Self.a, Self.b], until: 50),
      .waiting(full, until: 50),
    ]
    let events: [HeldInput.Event] = [
      .received(Self.c, mustWait: false), .received(Self.c, mustWait: true),
      .looked(mustWait: false), .looked(mustWait: true),
    ]
    let now: UInt64 = 10
    let later = now + HeldInput.milliseconds
    let table: [[(State, HeldInput.Effect?)]] = [
      [
        (.passing, .handle(Self.c)), (.waiting([Self.c], until: later), nil), (.passing, nil),
        (.passing, nil),
      ],
      [
        (.waiting([Self.a, Self.c], until: 50), nil), (.waiting([Self.a, Self.c], until: 50), nil),
        (.passing, .handle(Self.a)), (.waiting([Self.a], until: 50), nil),
      ],
      [
        (.waiting([Self.a, Self.b, Self.c], until: 50), nil),
        (.waiting([Self.a, Self.b, Self.c], until: 50), nil),
        (.waiting([Self.b], until: later), .handle(Self.a)),
        (.waiting([Self.a, Self.b], until: 50), nil),
      ],
      [
        (.waiting(full, until: 50), .refuse), (.waiting(full, until: 50), .refuse),
        (.waiting(Array(full.dropLast()), until: later), .handle(Self.a)),
        (.waiting(full, until: 50), nil),
      ],
    ]
    check(table, states, events) { state, event in
      var held = HeldInput(state)
      let effect = held.handle(event, now: now)
      #expect(held.deadline == (held.state == .passing ? nil : held.state.until))
      return (held.state, effect)
    }
  }

  // MARK: A board of a lower level

  @Test("The board is raised once the person agrees, and the input that asked for it is repeated")
  func boardRaise() {
    let states: [BoardRaise] = [.unneeded, .asked(by: nil), .asked(by: Self.a), .agreed]
    let events: [BoardRaise.Event] = [
      .needed, .handled(Self.b), .answered(yes: true), .answered(yes: false), .raised, .otherBoard,
    ]
    let table: [[(BoardRaise, Input?)]] = [
      [
        (.asked(by: nil), nil), (.unneeded, nil), (.unneeded, nil), (.unneeded, nil),
        (.unneeded, nil), (.unneeded, nil),
      ],
      [
        (.asked(by: nil), nil), (.asked(by: Self.b), nil), (.agreed, nil), (.unneeded, nil),
        (.unneeded, nil), (.unneeded, nil),
      ],
      [
        (.asked(by: Self.a), nil), (.asked(by: Self.a), nil), (.agreed, Self.a), (.unneeded, nil),
        (.unneeded, nil), (.unneeded, nil),
      ],
      [
        (.agreed, nil), (.agreed, nil), (.agreed, nil), (.agreed, nil), (.agreed, nil),
        (.unneeded, nil),
      ],
    ]
    check(table, states, events) { state, event in
      var raise = state
      let input = raise.handle(event)
      return (raise, input)
    }
  }

  // MARK: Text that no disk has

  @Test("A window with text that no disk has is left only by asking for that twice")
  func unkeptDrafts() {
    let one = UnkeptDrafts.Texts(count: 1, reason: "it is full")
    let two = UnkeptDrafts.Texts(count: 2, reason: "it is gone")
    let states: [UnkeptDrafts] = [.none, .some(one), .warned(one)]
    let events: [UnkeptDrafts.Event] = [.saved, .failed(nil), .failed(two), .left, .key]
    let table: [[(UnkeptDrafts, UnkeptDrafts.Effect?)]] = [
      [(.none, nil), (.none, nil), (.some(two), .tell(two)), (.none, nil), (.none, nil)],
      [
        (.none, .recovered), (.none, nil), (.some(two), nil), (.warned(one), .stay(one)),
        (.some(one), nil),
      ],
      [
        (.none, .recovered), (.none, nil), (.warned(two), nil), (.warned(one), nil),
        (.some(one), nil),
      ],
    ]
    check(table, states, events) { state, event in
      var drafts = state
      let effect = drafts.handle(event)
      return (drafts, effect)
    }
  }

  /// Compares each entry with what the machine does; a row or an entry too few, or too many, fails.
  private func check<State: Equatable, Event, Effect: Equatable>(
    _ table: [[(State, Effect?)]], _ states: [State], _ events: [Event],
    _ handle: (State, Event) -> (State, Effect?)
  ) {
    #expect(table.count == states.count)
    for (row, state) in zip(table, states) {
      #expect(row.count == events.count)
      for (entry, event) in zip(row, events) {
        let (next, effect) = handle(state, event)
        #expect(next == entry.0, "\(state) \(event)")
        #expect(effect == entry.1, "\(state) \(event)")
      }
    }
  }
}

extension HeldInput.State {
  fileprivate var until: UInt64? {
    if case .waiting(_, let until) = self { until } else { nil }
  }
}
