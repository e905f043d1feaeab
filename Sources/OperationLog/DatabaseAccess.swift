/// How SQLite gets at the store's files, and how much is read of them at a start. Tests choose it: a VFS
/// whose files fail, and a small store that is opened as a large one is.
struct DatabaseAccess: Hashable, Sendable {
  /// The name under which a VFS is registered; nil for that of the system.
  var vfs: String?
  /// The largest store that is read whole, row by row too, at every start: 32 MiB take less than a
  /// tenth of a second.
  var alwaysCheckedBytes = 32 << 20

  /// The name by which SQLite is given a file.
  /// - Parameter path: without characters that have a meaning in a URI, where there is a VFS.
  func name(of path: String) -> String {
    vfs.map { "file:\(path)?vfs=\($0)" } ?? path
  }
}
