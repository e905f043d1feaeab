import Conformance
import Foundation
import Identity
import OwnThread
import SpawnedProcess
import Testing
import Transport

/// The suite against the coordinator as it is shipped: a process of its own, on a port of its own.
@Suite("boardd", .ownThread)
struct BoarddTests {
  @Test(
    "passes every case that waits for no timer", .timeLimit(.minutes(3)),
    arguments: ConformanceCase.groups)
  func passesEveryCase(of group: String) async throws {
    try await pass(ConformanceCase.prompt.filter { $0.group == group })
  }

  @Test(
    "passes the cases that wait for its keepalive", .timeLimit(.minutes(3)),
    arguments: ConformanceCase.patient.map(\.id))
  func passesPatientCase(_ id: String) async throws {
    try await pass(ConformanceCase.matching(id))
  }

  private func pass(_ cases: [ConformanceCase]) async throws {
    try #require(!cases.isEmpty)
    // These have an end that a case comes to within seconds.
    let limits = cases.contains { $0.group == "shares" } ? SmallShares.limits : []
    try await Boardd.run(limits: limits) { boardd in
      let bob = "\(boardd.folder)/bob"
      try Boardd.mint(user: "bob", into: bob, data: boardd.data)
      let target = Target(
        endpoint: boardd.endpoint,
        identity: try IdentityFiles.load("\(boardd.data)/identity"),
        secondIdentity: try IdentityFiles.load(bob), slow: true)
      let result = await Suite(target, schema: try .embedded()).run(cases)
      #expect(result.cases.map(\.id) == cases.map(\.id))
      for one in result.cases where one.verdict != .pass {
        Issue.record("\(Report.line(of: one))")
      }
    }
  }

  @Test("is tested by the program with its exit codes and formats", .timeLimit(.minutes(2)))
  func program() async throws {
    try await Boardd.run { boardd in
      let common = [
        "coordinator", "--target", "\(boardd.endpoint)", "--identity", "\(boardd.data)/identity",
      ]
      let passed = try Boardd.program(
        "board-conformance", common + ["--case", "liveness/ping", "tls/", "--format", "json"])
      #expect(passed.status == 0, "\(passed.output)")
      let document = try JSONSerialization.jsonObject(with: Data(passed.output.utf8))
      let cases = try #require((document as? [String: Any])?["cases"] as? [[String: Any]])
      #expect(cases.count == ConformanceCase.matching("tls/").count + 1)
      // No schema there, no identity there, nobody there.
      for arguments in [
        common + ["--protocol", boardd.folder],
        ["coordinator", "--target", "\(boardd.endpoint)", "--identity", boardd.folder],
        ["coordinator", "--target", "127.0.0.1:1", "--identity", "\(boardd.data)/identity"],
      ] {
        #expect(try Boardd.program("board-conformance", arguments).status == 3, "\(arguments)")
      }
      for arguments in [
        ["coordinator"], ["bogus"], common + ["--case", "no/such"], common + ["--timeout", "0"],
        ["explain", "no/such"], ["coordinator", "--target", "here", "--identity", boardd.data],
      ] {
        #expect(try Boardd.program("board-conformance", arguments).status == 2, "\(arguments)")
      }
      let listed = try Boardd.program("board-conformance", ["list"])
      #expect(listed.status == 0)
      #expect(listed.output.split(separator: "\n").count == ConformanceCase.all.count)
      let explained = try Boardd.program("board-conformance", ["explain", "edits/resend"])
      #expect(explained.status == 0 && explained.output.contains("EDT-009"))
    }
  }
}

/// A `boardd` process with a folder of its own, ended by its process id.
struct Boardd {
  let folder: String
  let endpoint: Endpoint

  var data: String { "\(self.folder)/data" }

  static func run(
    limits: [String] = [], _ body: (Boardd) async throws -> Void
  ) async throws {
    try #require(OpenFiles.areMany)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let output = Pipe()
    let process = try SpawnedProcess(
      [
        try self.executable("boardd").path, "--listen", "127.0.0.1:0", "--data", "\(folder)/data",
        "--json",
      ] + limits.flatMap { ["--limit", $0] }, output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    defer {
      process.send(SIGTERM)
      process.wait()
    }
    struct Ready: Decodable {
      let listening: String
    }
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "boardd ended before it was ready")
      line += more
    }
    let ready = try JSONDecoder().decode(Ready.self, from: line)
    try await body(Boardd(folder: folder, endpoint: try Endpoint(parsing: ready.listening)))
  }

  static func mint(user: String, into folder: String, data: String) throws {
    let authority = try #require(try IdentityFolder("\(data)/identity").load().authority)
    try IdentityFolder(folder).write(
      authority.mint(user: UserName(user), device: NamePart("phone")))
  }

  static func program(
    _ name: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String) {
    let output = Pipe()
    let process = try SpawnedProcess(
      [try self.executable(name).path] + arguments, output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    return (process.wait(), String(decoding: text, as: UTF8.self))
  }

  /// Beside the bundle of these tests.
  private static func executable(_ name: String) throws -> URL {
    let folders = [
      Bundle.main.bundleURL, URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
    ]
    let found = folders.map { $0.appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return try #require(found, "\(name) is not built")
  }
}
