import Foundation

/// How many bytes each commit group of a run had.
enum Groups {
  /// Reads the groups from the store's own table, with the `sqlite3` of the system's Python.
  static func of(_ folder: URL, bytesPerOperation: Int) throws -> [Int] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      table = sqlite3.connect(sys.argv[1])
      names = [r[0] for r in table.execute("select name from sqlite_master where type='table'")]
      name = next(n for n in names if "operation" in n.lower() or "group" in n.lower())
      columns = [r[1] for r in table.execute(f"pragma table_info({name})")]
      blob = next(c for c in columns if c in ("bytes", "blob", "operations", "payload"))
      for row in table.execute(f"select length({blob}) from {name}"):
        print(row[0])
      """,
      folder.path + "/store/board.db",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").compactMap { Int($0) }
  }
}

enum BareLoop {
  struct Failed: Error {
    let code: Int32
  }

  /// - Returns: the seconds it took.
  static func run(_ groups: [Int], in folder: URL) throws -> Double {
    let file = open(folder.path + "/bare", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard file >= 0 else { throw Failed(code: errno) }
    defer { close(file) }
    let bytes = [UInt8](repeating: 0x42, count: groups.max() ?? 0)
    let start = DispatchTime.now().uptimeNanoseconds
    for group in groups {
      guard write(file, bytes, group) == group, fdatasync(file) == 0 else {
        throw Failed(code: errno)
      }
    }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  }
}
