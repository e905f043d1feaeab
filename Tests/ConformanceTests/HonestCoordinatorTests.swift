import Conformance
import Identity
import OwnThread
import Statements
import Testing

@Suite("The coordinator in memory", .ownThread)
struct HonestCoordinatorTests {
  /// Cases that wait for a keepalive of 15 s, or for a drag to lapse.
  private static let waiting: Set = [
    "liveness/coordinator-pings", "liveness/silence", "drags/lapsed",
  ]

  private static let prompt = ConformanceCase.all.filter { !waiting.contains($0.id) }
  private static let patient = ConformanceCase.all.filter { waiting.contains($0.id) }

  @Test(
    "passes every case that waits for no timer", .holds(cited: prompt.flatMap(\.statements)),
    .timeLimit(.minutes(3)))
  func passesEveryCase() async throws {
    let result = try await InMemoryCoordinator.run { coordinator in
      await Suite(coordinator.target(), schema: try .embedded())
        .run(Self.prompt)
    }
    #expect(result.cases.map(\.id) == Self.prompt.map(\.id))
    for one in result.cases where one.verdict != .pass { Issue.record("\(Report.line(of: one))") }
    #expect(result.exitCode == 0)
  }

  @Test(
    "passes the cases that wait for its keepalive", .holds(cited: patient.flatMap(\.statements)),
    .timeLimit(.minutes(2)))
  func passesWaitingCases() async throws {
    let result = try await InMemoryCoordinator.run(keepaliveMilliseconds: 3_000) { coordinator in
      await Suite(coordinator.target(slow: true), schema: try .embedded())
        .run(Self.patient)
    }
    #expect(Self.waiting == Set(result.cases.map(\.id)))
    for one in result.cases where one.verdict != .pass { Issue.record("\(Report.line(of: one))") }
  }
}

extension InMemoryCoordinator {
  func target(second: Bool = true, slow: Bool = false) -> Target {
    Target(
      endpoint: self.endpoint, identity: self.identity.credentials,
      secondIdentity: second ? self.secondIdentity.credentials : nil,
      slow: slow)
  }
}
