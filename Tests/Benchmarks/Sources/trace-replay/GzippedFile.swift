import Foundation

/// Unpacks with the system's `gzip`, which is on every machine that unpacks packages.
enum GzippedFile {
  /// - Throws: `BadFile` where there is no such file, or it is not gzipped.
  static func contents(of path: String) throws -> Data {
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw BadFile(path, "there is no file that can be read")
    }
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", "--", path]
    let (output, errors) = (Pipe(), Pipe())
    gzip.standardOutput = output
    gzip.standardError = errors
    do {
      try gzip.run()
    } catch {
      throw BadFile(path, "gzip cannot be run: \(error)")
    }
    // What it complains of is one line, which the pipe holds until the contents are read.
    let contents = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    gzip.waitUntilExit()
    guard gzip.terminationStatus == 0 else {
      throw BadFile(path, complaint.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return contents
  }
}
