import Files

// Where a window was, and what is typed in it: opaque to the store.
extension WindowFiles {
  private var viewPath: String { folder + "/view" }

  /// Of what a window may keep so: more than any that is kept.
  public static let viewLimit = 4 << 20

  /// Keeps it in place of the last, on the disk when it returns.
  public func saveView(_ bytes: [UInt8]) throws(WindowStoreError) {
    guard bytes.count <= Self.viewLimit else { throw .tooLarge(path: viewPath) }
    do throws(FileError) {
      try Folder.replace(viewPath, with: bytes, synced: true)
    } catch {
      throw .file(error)
    }
  }

  /// Nil where nothing was kept.
  public func view() throws(WindowStoreError) -> [UInt8]? {
    do throws(FileError) {
      guard try Folder.size(of: viewPath) != nil else { return nil }
      return try OpenFile(viewPath, .read).contents(limit: Self.viewLimit)
    } catch {
      throw .file(error)
    }
  }
}
