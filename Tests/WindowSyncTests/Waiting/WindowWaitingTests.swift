import BoardModel
import SampleHistory
import Statements
import Testing
import Wire

@testable import WindowSync

/// Everything that can happen, in every state in which a window waits for something.
@Suite("While a window waits")
struct WindowWaitingTests {
  /// What happens in one cell, as a line of the table has it.
  static func outcome(
    _ start: WaitingWindow, _ stimulus: WindowStimulus
  ) -> (text: String, faults: [String]) {
    var window = start
    let event = window.event(stimulus)
    window.world.now += stimulus == .event(.timer) ? 40_000 : 10
    var replica = window.world.windows[0].replica
    let effects = replica.handle(event, now: window.world.now)
    var lines = ["\(replica.stateName), \(shortText(replica.status))"]
    lines += effects.flatMap(texts)
    let received: [UInt8]? = if case .received(let bytes) = event { bytes } else { nil }
    let text = sparing(received, in: lines.joined(separator: "\n    "))
    var faults = chipFaults(replica)
    if !stimulus.isLie {
      window.happen(event)
      faults += window.faultsInTheEnd()
    }
    return (text, faults)
  }

  private static func texts(_ effect: ReplicaEffect) -> [String] {
    guard case .send(let bytes) = effect else { return [shortText(effect)] }
    return sentTexts(bytes)
  }

  /// The chip never says that all is saved while something is not.
  private static func chipFaults(_ replica: Replica) -> [String] {
    let count = replica.pending.count
    let isSaved =
      switch replica.status {
      case .saved, .reconnecting, .stopped: true
      case .saving, .keeping, .notSaved: false
      }
    return isSaved == (count == 0) ? [] : ["the chip says \(replica.status) of \(count) edits"]
  }

  /// A group of stimuli with the same outcome at a time. An outcome is the state that follows, the
  /// chip, and each effect with its payload.
  @Test(
    "Whatever happens meanwhile has the effects of the table, and loses no edit", .holds("WIN-023"),
    arguments: WaitingWindow.states)
  func table(state: String) throws {
    let start = WaitingWindow(state)
    var groups: [(outcome: String, stimuli: [String])] = []
    for stimulus in WindowStimulus.allCases {
      let outcome = Self.outcome(start, stimulus)
      #expect(outcome.faults == [], "\(state): \(stimulus.name)")
      if let index = groups.firstIndex(where: { $0.outcome == outcome.text }) {
        groups[index].stimuli.append(stimulus.name)
      } else {
        groups.append((outcome.text, [stimulus.name]))
      }
    }
    try Recorded.table(
      "Window/\(state)",
      groups.map { "\($0.stimuli.joined(separator: " "))\n  \($0.outcome)" })
  }

  @Test("Each sample is of the kind that it stands for")
  func samples() throws {
    for kind in MessageKind.allCases {
      let message = try Message(WaitingWindow.messages.body(kind).frame())
      #expect(message.flatMap(MessageKind.init) == kind)
    }
    for kind in ReplicaEventKind.allCases { #expect(ReplicaEventKind(kind.event) == kind) }
  }
}

extension WaitingWindow {
  /// As the shell has it happen: what the disk owes is no longer owed once it was said.
  mutating func happen(_ event: ReplicaEvent) {
    switch event {
    case .stored, .storeFailed, .carriedOver, .freshIdentity:
      // Only what is owed is said.
      guard let index = world.windows[0].owed.firstIndex(where: { $0.isSameKind(as: event) })
      else { return }
      let owed = world.windows[0].owed.remove(at: index)
      world.send(owed)
    case .connected:
      return
    case .disconnected:
      // Whatever else the shell owes comes later.
      let owed = world.windows[0].owed
      world.windows[0].owed = []
      world.windows[0].holdsStore = true
      world.cut(0)
      world.pay(0)
      world.windows[0].owed += owed
    default: world.send(event)
    }
  }

  /// Once all is well again every edit that was taken is in the log once, or on the disk, or its
  /// loss was said; and what is shown is what is confirmed.
  mutating func faultsInTheEnd() -> [String] {
    if case .idle = world.windows[0].replica.link.state { world.send(.start(wallClock: 1)) }
    world.heal()
    let window = world.windows[0]
    var faults: [String] = []
    for intent in [Self.edit, Fixture.create(90)] {
      let made = window.log.contains { effect in
        if case .persist(let operations) = effect {
          operations.contains { $0.intent == intent }
        } else {
          false
        }
      }
      let count = world.coordinator.log.count { $0.operation?.intent == intent }
      if count > 1 { faults.append("an edit was ordered \(count) times") }
      let isKept = window.disk.pending.contains { $0.intent == intent }
      let isRefused = window.log.contains { effect in
        if case .refused(intent, _) = effect { true } else { false }
      }
      if made, count == 0, !isKept, !isRefused { faults.append("an edit was lost") }
    }
    if case .linked(.live, _) = window.replica.link.state {
      var mine = window.replica.confirmed
      var theirs = world.coordinator.board
      if mine?.digest() != theirs.digest() { faults.append("the boards differ") }
      if window.replica.visible?.entities() != mine?.entities() {
        faults.append("what is shown is not what is confirmed")
      }
    }
    if !window.replica.isQuiet {
      faults.append("it never comes to rest: \(window.replica.stateName)")
    }
    return faults
  }
}

extension ReplicaEvent {
  fileprivate func isSameKind(as other: ReplicaEvent) -> Bool {
    ReplicaEventKind(self) == ReplicaEventKind(other)
  }
}
