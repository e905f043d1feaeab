import Conformance
import Foundation
import Identity
import TLS
import OwnThread
import SpawnedProcess
import Testing

/// The client that Protocol/examples shows to people who write their own.
@Suite("The example client in Python", .ownThread, .enabled(if: Python.path != nil))
struct ExampleClientTests {
  @Test("lists boards, shows one, adds a card, and finds it there", .timeLimit(.minutes(3)))
  func dialogue() async throws {
    try await InMemoryCoordinator.run { coordinator in
      // Any case leaves a board with columns and a card behind.
      let made = try #require(ConformanceCase.matching("edits/submit").first)
      let result = await Suite(coordinator.target(), schema: try .embedded()).run([made])
      try #require(result.exitCode == 0)
      let client = try ExampleClient(
        "\(coordinator.endpoint)", identity: coordinator.identity.credentials)
      defer { client.remove() }

      let list = try await client.run()
      #expect(list.status == 0, "\(list.output)")
      #expect(list.output.hasPrefix("ada on desk, cluster test\n"))
      let line = try #require(list.output.split(separator: "\n").dropFirst().first)
      let board = String(line.prefix { $0 != " " })

      let added = try await client.run(board, "--add", "From Python é")
      #expect(added.status == 0, "\(added.output)")
      #expect(added.output.contains("  applied as operation 3"), "\(added.output)")
      #expect(!added.output.contains("  From Python é"))

      let shown = try await client.run(board)
      #expect(shown.status == 0, "\(shown.output)")
      #expect(shown.output.contains("\nTo do\n"), "\(shown.output)")
      #expect(shown.output.contains("  From Python é"), "\(shown.output)")

      let card = try await client.run(board, "--peek", "#2")
      #expect(card.status == 0, "\(card.output)")
      #expect(card.output.contains("\nFrom Python é  ("), "\(card.output)")
      let missing = try await client.run(board, "--peek", "99")
      #expect(missing.output.contains("no card has the number 99"), "\(missing.output)")
    }
  }

  @Test("says what is wrong with a board nobody has", .timeLimit(.minutes(3)))
  func unknownBoard() async throws {
    try await InMemoryCoordinator.run { coordinator in
      let client = try ExampleClient(
        "\(coordinator.endpoint)", identity: coordinator.identity.credentials)
      defer { client.remove() }
      let result = try await client.run("Nowhere")
      #expect(result.status == 1)
      #expect(result.output.contains("0 boards are called 'Nowhere'"), "\(result.output)")
    }
  }
}

/// The program and an identity folder of its own.
private struct ExampleClient {

  private let address: String
  private let folder: URL

  init(_ address: String, identity: TLSCredentials) throws {
    self.address = address
    folder = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(identity.authority).write(to: folder.appending(path: "authority.pem"))
    try Data(identity.certificateChain).write(to: folder.appending(path: "user.pem"))
    try Data(identity.privateKey).write(to: folder.appending(path: "user.key"))
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
    let program = ProtocolFolder.path.appending(path: "examples/board_client.py").path
    let output = folder.appending(path: "output-\(UUID())")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    let process = try SpawnedProcess(
      [try #require(Python.path), "-B", program, address, "--identity", folder.path] + arguments,
      environment: ["PYTHONIOENCODING": "utf-8"], output: handle, errors: handle)
    let status = await process.ended()
    try handle.close()
    return (status, String(decoding: try Data(contentsOf: output), as: UTF8.self))
  }
}
