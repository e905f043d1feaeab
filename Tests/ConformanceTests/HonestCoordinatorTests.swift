import Conformance
import Identity
import OwnThread
import Statements
import Testing

@Suite("The coordinator in memory", .ownThread)
struct HonestCoordinatorTests {
  @Test(
    "passes every case that waits for no timer",
    .holds(cited: ConformanceCase.prompt.flatMap(\.statements)), .timeLimit(.minutes(3)),
    arguments: ConformanceCase.groups)
  func passesEveryCase(of group: String) async throws {
    let cases = ConformanceCase.prompt.filter { $0.group == group }
    let limits = group == "shares" ? SmallShares.limits : []
    let result = try await InMemoryCoordinator.run(limits: limits) { coordinator in
      await Suite(coordinator.target(), schema: try .embedded()).run(cases)
    }
    #expect(result.cases.map(\.id) == cases.map(\.id))
    for one in result.cases where one.verdict != .pass { Issue.record("\(Report.line(of: one))") }
    #expect(result.exitCode == 0)
  }

  @Test(
    "passes the cases that wait for its keepalive",
    .holds(cited: ConformanceCase.patient.flatMap(\.statements)), .timeLimit(.minutes(2)))
  func passesPatientCases() async throws {
    let result = try await InMemoryCoordinator.run(keepaliveMilliseconds: 3_000) { coordinator in
      await Suite(coordinator.target(slow: true), schema: try .embedded())
        .run(ConformanceCase.patient)
    }
    #expect(result.cases.map(\.id) == ConformanceCase.patient.map(\.id))
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
