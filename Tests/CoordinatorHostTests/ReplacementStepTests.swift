import CoordinatorHost
import Testing

/// Which step of replacing an authority comes next, by everything that may be there.
@Suite("Steps of replacing an authority")
struct ReplacementStepTests {
  typealias Facts = ReplacementStep.Facts

  private static let table: [(Facts, Result<ReplacementStep, ReplacementStep.Refusal>)] = [
    (facts(nil, nil, nil), .failure(.unused)),
    (facts(nil, "a", nil), .failure(.unused)),
    (facts(nil, nil, "b"), .failure(.unused)),
    (facts(nil, "a", "b"), .failure(.unused)),
    (facts("a", "a", nil), .success(.make)),
    (facts("a", "a", "b"), .success(.moveStore(from: "a", to: "b"))),
    (facts("b", "a", "b"), .success(.setAside(old: "a"))),
    (facts("b", nil, "b"), .success(.putInPlace)),
    (facts("b", "b", nil), .success(.make)),
    (facts("b", "b", nil, isInviting: true), .success(.invite)),
    (facts("a", nil, nil), .failure(.foreign(store: "a", identity: nil))),
    (facts("a", nil, "b"), .failure(.foreign(store: "a", identity: nil))),
    (facts("a", "b", nil), .failure(.foreign(store: "a", identity: "b"))),
    (facts("a", "b", "c"), .failure(.foreign(store: "a", identity: "b"))),
    (facts("a", "a", "a"), .failure(.foreign(store: "a", identity: "a"))),
    // What is still to be invited is of the store's cluster, and comes before anything new.
    (facts("b", "a", "b", isInviting: true), .success(.setAside(old: "a"))),
    (facts("b", nil, "b", isInviting: true), .success(.putInPlace)),
  ]

  private static func facts(
    _ store: String?, _ current: String?, _ next: String?, isInviting: Bool = false
  ) -> Facts {
    Facts(store: store, current: current, next: next, isInviting: isInviting)
  }

  @Test("Each state has one next step, or a sentence", arguments: table.indices)
  func next(_ row: Int) {
    let (facts, expected) = Self.table[row]
    let found = Result { () throws(ReplacementStep.Refusal) in try ReplacementStep.next(facts) }
    #expect(found == expected)
  }

  @Test("The steps follow one another to the invitations")
  func ends() throws {
    var facts = Self.facts("a", "a", nil)
    var steps: [ReplacementStep] = []
    while steps.last != .invite, steps.count < 20 {
      let step = try ReplacementStep.next(facts)
      steps.append(step)
      facts = Self.after(step, facts)
    }
    #expect(
      steps == [
        .make, .moveStore(from: "a", to: "b"), .setAside(old: "a"), .putInPlace, .invite,
      ])
    #expect(try ReplacementStep.next(facts) == .make)
  }

  private static func after(_ step: ReplacementStep, _ facts: Facts) -> Facts {
    var facts = facts
    switch step {
    case .make: facts.next = "b"
    case .moveStore(_, let new):
      facts.store = new
      facts.isInviting = true
    case .setAside: facts.current = nil
    case .putInPlace: (facts.current, facts.next) = (facts.next, nil)
    case .invite: facts.isInviting = false
    }
    return facts
  }
}
