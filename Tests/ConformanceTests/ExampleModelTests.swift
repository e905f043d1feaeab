import Foundation
import OwnThread
import SpawnedProcess
import Testing

/// The model that Protocol/examples has in Python, which was written from SPEC.md and the schema
/// alone: a second opinion on every vector.
@Suite("The model in Python", .ownThread, .enabled(if: Python.path != nil))
struct ExampleModelTests {
  @Test("makes the vectors as they are", .timeLimit(.minutes(3)))
  func vectors() async throws {
    let result = try await check(ProtocolFolder.path)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output == "")
  }

  @Test("names the file in which an outcome is another", .timeLimit(.minutes(3)))
  func wrongVector() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: ProtocolFolder.path, to: folder)
    // It takes most of the time.
    try FileManager.default.removeItem(at: folder.appending(path: "vectors/bounds.json"))
    let file = folder.appending(path: "vectors/apply.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let digest = try #require(text.firstMatch(of: /"digest": "([1-9a-f][0-9a-f]{7})/)).1
    try text.replacing(digest, with: "00000000", maxReplacements: 1)
      .write(to: file, atomically: true, encoding: .utf8)
    let result = try await check(folder)
    #expect(result.status == 1)
    #expect(result.output.contains("apply.json"), "\(result.output)")
  }

  private func check(_ folder: URL) async throws -> (status: Int32, output: String) {
    let output = Pipe()
    let program = folder.appending(path: "vectors/make.py").path
    let process = try SpawnedProcess(
      [try #require(Python.path), "-B", program, "--check"],
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
