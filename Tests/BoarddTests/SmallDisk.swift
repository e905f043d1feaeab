import Foundation
import Testing

/// A disk of a few MiB that only one process sees, in a mount namespace of its own: it is gone with
/// that process, however that ends.
struct SmallDisk {
  let mebibytes: Int

  /// A program to be run before another one, which then has the disk at `path`.
  func words(mounting path: String) -> [String] {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let line = "mount -t tmpfs -o size=\(mebibytes)m,mode=700 tmpfs \"$0\" && exec \"$@\""
    return ["/usr/bin/unshare"] + SmallDisk.user + ["--mount", "/bin/sh", "-c", line, path]
  }

  /// A program to be run before another one, which then sees what that process sees.
  static func words(beside process: Int32) -> [String] {
    ["/usr/bin/nsenter", "--target", "\(process)"] + (isRoot ? [] : ["--user"])
      + ["--preserve-credentials", "--mount"]
  }

  private static var isRoot: Bool { geteuid() == 0 }
  private static var user: [String] { isRoot ? [] : ["--map-root-user"] }
}
