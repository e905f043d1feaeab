public import Files
import Glibc

/// The file that gets the pages of a store: opened while it was empty, so that a copy never takes
/// the place of anything.
public final class CopyFile: Sendable {
  public let path: String
  private let file: OpenFile

  /// - Throws: `EEXIST` if it holds something or is no file on a disk, `ENOENT` if there is none.
  public init(_ path: String) throws(FileError) {
    file = try OpenFile(path, .existing)
    self.path = path
    guard try file.isRegular(), try file.size() == 0 else {
      throw FileError("overwrite", path, code: EEXIST)
    }
  }

  func sync() throws(FileError) {
    try file.sync()
  }

  /// Takes the file away, whatever is in it.
  public func remove() {
    _ = try? Folder.remove(path)
  }
}
