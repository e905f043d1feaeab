import Files
import Glibc

/// The descriptors that this process has open.
public enum DescriptorLimit {
  /// Keeps descriptors that this process inherited from being inherited by a child. Otherwise a
  /// process that waits for the end of one of those files would wait for the child's end.
  public static func keepHere() {
    for name in (try? Folder.names(in: "/proc/self/fd")) ?? [] {
      guard let file = Int32(name), file > STDERR_FILENO else { continue }
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
  }
}
