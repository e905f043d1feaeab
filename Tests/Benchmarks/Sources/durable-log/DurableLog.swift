import Foundation
import NIOCore
import NIOPosix
import Transport

/// 10,000 durable operations through one connection with 32 in flight, against a bare loop that
/// appends the same bytes in the same groups with fdatasync. Both run in turn, on one disk.
@main
struct DurableLog {
  static let operations = 10_000
  static let rounds = 3

  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: durable-log PATH-OF-BOARDD\n".utf8))
      exit(2)
    }
    var ratios: [Double] = []
    for round in 1...rounds {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("durable-log-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let boardd = try Coordinator(program: CommandLine.arguments[1], folder: folder)
      let (seconds, bytes) = try Load.run(operations, boardd)
      boardd.stop()
      let groups = try Groups.of(folder, bytesPerOperation: bytes)
      let bare = try BareLoop.run(groups, in: folder)
      let ratio = bare / seconds
      ratios.append(ratio)
      print(
        String(
          format: "round %d: %.0f operations/s in %d groups; bare loop %.0f operations/s; %.1f %%",
          round, Double(operations) / seconds, groups.count, Double(operations) / bare,
          ratio * 100))
    }
    print(String(format: "median: %.1f %% of the bare loop", ratios.sorted()[rounds / 2] * 100))
  }
}

/// A `boardd` of this benchmark's own.
final class Coordinator {
  let endpoint: Endpoint
  let folder: URL
  private let process = Process()

  struct NotReady: Error {}

  init(program: String, folder: URL) throws {
    self.folder = folder
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--data", folder.path, "--json"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = output.fileHandleForReading.availableData
    guard let ready = try JSONSerialization.jsonObject(with: line) as? [String: Any],
      let address = ready["listening"] as? String
    else { throw NotReady() }
    endpoint = try Endpoint(parsing: address)
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
