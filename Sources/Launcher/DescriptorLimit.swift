import Files
import Glibc

/// The files this process has open.
public enum DescriptorLimit {
  /// What this process was given open is not a child's business, and must not stay open with it:
  /// who waits for the end of one of those files would wait for the child's.
  public static func keepHere() {
    for name in (try? Folder.names(in: "/proc/self/fd")) ?? [] {
      guard let file = Int32(name), file > STDERR_FILENO else { continue }
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
  }
}
