public import Files
import Glibc

/// The file that receives the pages of a store. It must be empty when it is opened, so that a copy
/// never overwrites anything.
public final class CopyFile: Sendable {
  public let path: String

  /// - Throws: `EEXIST` if it holds something or is no file on a disk, `ENOENT` if there is none.
  public init(_ path: String) throws(FileError) {
    let file = try OpenFile(path, .existing)
    self.path = path
    guard try file.isRegular(), try file.size() == 0 else {
      throw FileError("overwrite", path, code: EEXIST)
    }
  }

  /// Removes the file, whatever it holds.
  public func remove() {
    _ = try? Folder.remove(path)
  }
}
