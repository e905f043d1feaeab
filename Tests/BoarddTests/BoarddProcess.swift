import Files
import Foundation
import Identity
import ReservedPort
import SpawnedProcess
import Transport

/// A real `boardd` on loopback, with a folder of its own.
final class BoarddProcess {
  let folder: URL
  let endpoint: Endpoint
  /// It is started again where it was; nobody else may have the port meanwhile.
  private let port: ReservedPort
  private var process: SpawnedProcess?
  private let disk: SmallDisk?

  private let limits: [String]

  /// - Parameters:
  ///   - disk: what the folder's disk holds at the most; nil for that of the test.
  ///   - limits: as `boardd --limit` takes them.
  init(disk: SmallDisk? = nil, limits: [String] = []) throws {
    (self.disk, self.limits) = (disk, limits)
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("boardd-\(UUID().uuidString)")
    port = try ReservedPort()
    endpoint = Endpoint(host: "127.0.0.1", port: port.number)
    try start()
  }

  var identity: Identity {
    get throws { try IdentityFolder(inside + "/identity").load() }
  }

  /// The folder as this process reaches it.
  var inside: String { disk == nil ? folder.path : "/proc/\(id)/root" + folder.path }

  /// Writes zeros into a file there until the disk takes no more than `left` bytes.
  func fillDisk(leaving left: Int = 0) throws {
    let file = try OpenFile(inside + "/fill", .replace)
    var size = try Folder.room(in: inside) - left
    size -= size % 4_096
    do throws(FileError) {
      // The coordinator may take some of the room meanwhile.
      try file.write([UInt8](repeating: 0, count: size), at: 0)
      while left == 0 {
        try file.write([UInt8](repeating: 0, count: 4_096), at: size)
        size += 4_096
      }
    } catch {
      guard left == 0, error.isFull else { throw error }
    }
  }

  func emptyDisk() throws { try Folder.remove(inside + "/fill") }

  /// Starts it where it listened before, and waits for the line that says that it listens.
  func start() throws {
    let output = Pipe()
    process = try SpawnedProcess(
      (disk?.words(mounting: folder.path) ?? []) + [
        BoarddProcess.products.appendingPathComponent("boardd").path, "--listen", "\(endpoint)",
        "--data", folder.path, "--json",
      ] + limits.flatMap { ["--limit", $0] }, output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    guard let line = output.fileHandleForReading.line(),
      let ready = try JSONSerialization.jsonObject(with: line) as? [String: Any],
      ready["addresses"] as? [String] == ["\(endpoint)"]
    else { throw NotReady() }
  }

  struct NotReady: Error {}

  /// 0 before it was started.
  var id: Int32 { process?.id ?? 0 }

  /// Ends it without a warning.
  func kill() {
    process?.send(SIGKILL)
    process?.wait()
  }

  /// Asks it to stop, and waits for that.
  /// - Returns: its exit code.
  func stop() -> Int32? {
    process?.send(SIGTERM)
    return process?.wait()
  }

  /// Resident memory in bytes.
  var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1_024
  }

  func remove() {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Where the programs lie: beside the tests.
  static var products: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
  }
}

extension FileHandle {
  /// The bytes up to the next newline; nil where there is none.
  fileprivate func line() -> Data? {
    var line = Data()
    while let byte = try? read(upToCount: 1), !byte.isEmpty {
      if byte.first == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
    return nil
  }
}
