import Files

// The view of a window: its position and its drafts, in a format that is opaque to the store.
extension WindowFiles {
  private var viewPath: String { folder + "/view" }

  /// The most bytes of a view: more than any window has.
  public static let viewLimit = 4 << 20

  /// Replaces the view; it is on the disk when this returns.
  public func saveView(_ bytes: [UInt8]) throws(WindowStoreError) {
    guard bytes.count <= Self.viewLimit else { throw .tooLarge(path: viewPath) }
    do throws(FileError) {
      try Folder.replace(viewPath, with: bytes, synced: true)
    } catch {
      throw .file(error)
    }
  }

  /// The view; nil where none was saved.
  public func view() throws(WindowStoreError) -> [UInt8]? {
    do throws(FileError) {
      guard try Folder.size(of: viewPath) != nil else { return nil }
      return try OpenFile(viewPath, .read).contents(limit: Self.viewLimit)
    } catch {
      throw .file(error)
    }
  }
}
