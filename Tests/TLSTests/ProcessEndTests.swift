import Foundation
import SpawnedProcess
import Testing

@Suite("A process that ends")
struct ProcessEndTests {
  @Test(
    "Keeps what OpenSSL shares between threads, which may still end connections",
    .timeLimit(.minutes(1)))
  func keeps() async throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(filePath: tests).deletingLastPathComponent().appending(path: "EndedProgram")
    let process = try SpawnedProcess([program.path])
    #expect(await process.ended() == 7)
  }
}
