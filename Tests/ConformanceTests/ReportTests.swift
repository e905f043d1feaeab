import Conformance
import Foundation
import Identity
import TLS
import OwnThread
import Testing
import Transport

@Suite("A run of the suite", .ownThread)
struct ReportTests {
  private func result(_ verdicts: Verdict...) -> SuiteResult {
    SuiteResult(
      target: "127.0.0.1:4000",
      cases: verdicts.enumerated().map { index, verdict in
        CaseResult(
          id: "area/case-\(index)", title: "A title", statements: ["FRM-001"], verdict: verdict,
          seconds: 0.5)
      })
  }

  @Test(
    "ends with the exit code of its worst verdict",
    arguments: [
      ([Verdict.pass], 0), ([.pass, .skipped("no second identity")], 0),
      ([.pass, .fail("broken"), .skipped("x")], 1), ([.fail("broken"), .harnessError("x")], 3),
      ([], 0),
    ] as [([Verdict], Int32)])
  func exitCodes(_ verdicts: [Verdict], _ code: Int32) {
    let cases = verdicts.map {
      CaseResult(id: "a/b", title: "T", statements: [], verdict: $0, seconds: 0)
    }
    #expect(SuiteResult(target: "t", cases: cases).exitCode == code)
  }

  @Test("is told to people with what failed, why, and where it is written")
  func human() throws {
    let failed = result(.fail("it is 1, expected 2"))
    let line = Report.line(of: failed.cases[0])
    #expect(line.hasPrefix("fail          area/case-0\n"))
    #expect(line.contains("it is 1, expected 2") && line.contains("FRM-001"))
    #expect(
      try Report.human.text(of: result(.pass, .fail("f"), .skipped("s"), .harnessError("h")))
        == "4 cases against 127.0.0.1:4000: 1 pass, 1 fail, 1 skipped, 1 harness-error")
  }

  @Test("is JSON with one entry for each case")
  func json() throws {
    struct Document: Decodable, Equatable {
      let target: String
      let exitCode: Int
      let cases: [Entry]

      struct Entry: Decodable, Equatable {
        let id: String
        let verdict: String
        let reason: String?
        let statements: [String]
      }
    }
    let text = try Report.json.text(of: result(.pass, .skipped("\u{1B}[2J")))
    let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    let entries = [
      Document.Entry(id: "area/case-0", verdict: "pass", reason: nil, statements: ["FRM-001"]),
      Document.Entry(
        id: "area/case-1", verdict: "skipped", reason: "\u{1B}[2J", statements: ["FRM-001"]),
    ]
    #expect(document == Document(target: "127.0.0.1:4000", exitCode: 0, cases: entries))
  }

  @Test("is JUnit that a parser reads, whatever a coordinator said")
  func junit() throws {
    let nasty = "<&\"'>\u{0}\u{1B}\n\u{FFFE}"
    let text = try Report.junit.text(
      of: result(.pass, .fail(nasty), .skipped("s"), .harnessError("h")))
    #expect(text.contains(#"tests="4" failures="1" skipped="1" errors="1""#))
    #expect(
      text.contains("<failure message=\"&lt;&amp;&quot;'&gt;\u{FFFD}\u{FFFD}&#10;\u{FFFD}\">"))
    #expect(text.contains(#"<skipped message="s"/>"#))
    #expect(text.contains(#"<error message="h">"#))
  }

  @Test("says nothing of a coordinator that cannot be reached", .timeLimit(.minutes(1)))
  func unreachable() async throws {
    let result = try await InMemoryCoordinator.run { coordinator in
      try await coordinator.stopListening()
      return await Suite(coordinator.target(), schema: try .embedded())
        .run(ConformanceCase.matching("framing/"))
    }
    #expect(!result.cases.isEmpty)
    #expect(result.cases.allSatisfy { $0.verdict.name == "harness-error" })
    #expect(result.exitCode == 3)
  }

  @Test("skips what needs another user or more time, and says so", .timeLimit(.minutes(1)))
  func skipped() async throws {
    let result = try await InMemoryCoordinator.run { coordinator in
      await Suite(coordinator.target(second: false), schema: try .embedded()).run(
        ConformanceCase.matching("undo/other-user") + ConformanceCase.matching("tls/author")
          + ConformanceCase.matching("sessions/other-user")
          + ConformanceCase.matching("liveness/silence"))
    }
    #expect(result.cases.count == 4)
    #expect(
      result.cases.allSatisfy { one in
        one.verdict.name == "skipped"
          && (one.verdict.reason?.contains("--s") ?? false)
      })
    #expect(result.exitCode == 0)
  }

  @Test("takes an identity from its folder, and names the file that is missing")
  func identityFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try IdentityFolder(folder.path)
      .open(user: try UserName("ada"), device: try NamePart("desk"))
    let loaded = try IdentityFiles.load(folder.path)
    #expect(loaded.certificateChain == made.credentials.certificateChain)
    #expect(loaded.privateKey == made.credentials.privateKey)
    #expect(loaded.authority == made.credentials.authority)
    try FileManager.default.removeItem(at: folder.appending(path: "user.key"))
    let fault = #expect(throws: HarnessFault.self) { try IdentityFiles.load(folder.path) }
    #expect(fault?.description.contains("user.key") == true)
  }
}
