import Foundation
import OwnThread
import SpawnedProcess
import Testing

/// The model that Protocol/examples has in Python, which was written from SPEC.md and the schema
/// alone: a second opinion on every vector.
@Suite("The model in Python", .ownThread, .enabled(if: Python.path != nil))
struct ExampleModelTests {
  /// Apart what takes long: each goes through its logs.
  private static let files = [
    ["bounds.json"], ["apply.json", "texts.json", "digests.json"],
    [
      "cards.json", "codec-acceptable.json", "codec-invalid.json", "codec-valid.json",
      "dialogue.json", "drags.json", "streams.json", "windows.json",
    ],
  ]

  @Test("makes the vectors as they are", .timeLimit(.minutes(3)), arguments: files)
  func vectors(_ files: [String]) async throws {
    let result = try await check(ProtocolFolder.path, files)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output == "")
  }

  @Test("makes each file of the vectors")
  func allFiles() throws {
    let folder = ProtocolFolder.path.appending(path: "vectors").path
    let found = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }
    #expect(Set(found) == Set(Self.files.joined()))
  }

  @Test("names the file in which an outcome is another", .timeLimit(.minutes(3)))
  func wrongVector() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: ProtocolFolder.path, to: folder)
    let file = folder.appending(path: "vectors/apply.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let digest = try #require(text.firstMatch(of: /"digest": "([1-9a-f][0-9a-f]{7})/)).1
    try text.replacing(digest, with: "00000000", maxReplacements: 1)
      .write(to: file, atomically: true, encoding: .utf8)
    let result = try await check(folder, ["apply.json"])
    #expect(result.status == 1)
    #expect(result.output.contains("apply.json"), "\(result.output)")
    let unknown = try await check(folder, ["no-such.json"])
    #expect(unknown.status == 1)
    #expect(unknown.output.contains("'no-such.json' is none of"), "\(unknown.output)")
  }

  private func check(_ folder: URL, _ files: [String]) async throws -> (
    status: Int32, output: String
  ) {
    let output = Pipe()
    let program = folder.appending(path: "vectors/make.py").path
    let process = try SpawnedProcess(
      [try #require(Python.path), "-B", program, "--check"] + files,
      environment: ["PYTHONIOENCODING": "utf-8"], output: output.fileHandleForWriting,
      errors: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    return (await process.ended(), String(decoding: text, as: UTF8.self))
  }
}

/// The interpreter of the machine, where it has one.
enum Python {
  static let path = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}
