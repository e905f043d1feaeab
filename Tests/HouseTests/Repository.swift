import Foundation
import SpawnedProcess

/// The repository these tests are in.
struct Repository {
  let root: URL
  /// Paths from the root: what git tracks or would, else what lies there but for build folders.
  let files: [String]
  let tracked: [String]?

  init() throws {
    root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    tracked = Self.git(["ls-files", "-z"], in: root)
    let others = Self.git(["ls-files", "-z", "--others", "--exclude-standard"], in: root)
    if let tracked, let others {
      let manager = FileManager.default
      let root = root
      files = (tracked + others).filter {
        manager.fileExists(atPath: root.appending(path: $0).path)
      }
    } else {
      files = try Self.walk(root)
    }
  }

  func text(_ file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }

  func isLink(_ file: String) -> Bool {
    let values = try? root.appending(path: file).resourceValues(forKeys: [.isSymbolicLinkKey])
    return values?.isSymbolicLink ?? false
  }

  func swiftFiles(under folder: String) -> [String] {
    files.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(".swift") }.sorted()
  }

  /// - Returns: nil where there is no git, or no repository.
  private static func git(_ arguments: [String], in root: URL) -> [String]? {
    let output = Pipe()
    let process = try? SpawnedProcess(
      ["/usr/bin/env", "git", "-C", root.path] + arguments, output: output.fileHandleForWriting)
    try? output.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    guard process?.wait() == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
  }

  private static func walk(_ root: URL) throws -> [String] {
    var result: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() {
      if name.hasPrefix(".build") || [".git", ".swiftpm", "Package.resolved"].contains(name) {
        continue
      }
      var isFolder: ObjCBool = false
      let path = root.appending(path: name).path
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      if isFolder.boolValue {
        result += try FileManager.default.subpathsOfDirectory(atPath: path)
          .filter { !$0.contains(".build") }.map { name + "/" + $0 }
      } else {
        result.append(name)
      }
    }
    return result
  }
}
