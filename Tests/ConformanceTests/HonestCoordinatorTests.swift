import Conformance
import Identity
import Testing

@Suite("The coordinator in memory")
struct HonestCoordinatorTests {
  @Test("passes every case", .timeLimit(.minutes(3)))
  func passesEveryCase() async throws {
    try await InMemoryCoordinator.run(keepaliveMilliseconds: 1_000) { coordinator in
      let suite = Suite(coordinator.target(), schema: try .embedded())
      let result = await suite.run()
      #expect(result.cases.count == ConformanceCase.all.count)
      for one in result.cases where one.verdict != .pass { Issue.record("\(Report.line(of: one))") }
      #expect(result.exitCode == 0)
    }
  }
}

extension InMemoryCoordinator {
  func target(second: Bool = true, slow: Bool = false, patience: Double = 5) -> Target {
    Target(
      endpoint: self.endpoint, identity: self.identity.credentials,
      secondIdentity: second ? self.secondIdentity.credentials : nil, patience: patience,
      slow: slow)
  }
}
