import Screen

/// The inputs that wait until the board shows the edits of earlier ones, because a key on the board
/// applies to the board that its person expects.
struct HeldInput: Equatable, Sendable {
  enum State: Equatable, Sendable {
    case passing
    /// There is at least one input. `until` is the time at which the edits are waited for no longer.
    case waiting([Input], until: UInt64)
  }

  /// `mustWait` says whether an input of this moment would have to wait.
  enum Event: Equatable, Sendable {
    case received(Input, mustWait: Bool)
    /// The edits that are waited for may have come.
    case looked(mustWait: Bool)
  }

  enum Effect: Equatable, Sendable {
    /// The input is to be handled now.
    case handle(Input)
    /// The input is dropped.
    case refuse
  }

  private(set) var state: State

  /// The most inputs that wait; a person who types faster than storage writes hears the bell.
  static let maximum = 4_096
  /// The milliseconds after which keys work again although storage has not answered.
  static let milliseconds: UInt64 = 2_000

  init(_ state: State = .passing) { self.state = state }

  /// The time at which whatever is waited for is given up; nil while nothing waits.
  var deadline: UInt64? {
    if case .waiting(_, let until) = state { until } else { nil }
  }

  mutating func handle(_ event: Event, now: UInt64) -> Effect? {
    let (next, effect) = HeldInput.transition(state, event, now)
    state = next
    return effect
  }

  private static func transition(
    _ state: State, _ event: Event, _ now: UInt64
  ) -> (State, Effect?) {
    switch (state, event) {
    case (.passing, .received(let input, mustWait: false)): return (.passing, .handle(input))
    case (.passing, .received(let input, mustWait: true)):
      return (.waiting([input], until: now + milliseconds), nil)
    case (.passing, .looked): return (.passing, nil)
    // Whatever comes later waits behind the first, whether it would have to or not.
    case (.waiting(let inputs, let until), .received(let input, _)):
      guard inputs.count < maximum else { return (state, .refuse) }
      return (.waiting(inputs + [input], until: until), nil)
    case (.waiting, .looked(mustWait: true)): return (state, nil)
    case (.waiting(let inputs, _), .looked(mustWait: false)):
      guard let first = inputs.first, inputs.count > 1 else {
        return (.passing, inputs.first.map { .handle($0) })
      }
      return (.waiting(Array(inputs.dropFirst()), until: now + milliseconds), .handle(first))
    }
  }
}
