import BoardModel
import Files
import WindowSync

// The view of a window: its position and its drafts.
extension WindowFiles {
  private var viewPath: String { Self.viewPath(folder) }

  private static func viewPath(_ folder: String) -> String { folder + "/view" }

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
      return try Self.peekView(folder)
    } catch {
      throw .file(error)
    }
  }

  private static func peekView(_ folder: String) throws(FileError) -> [UInt8]? {
    guard try Folder.size(of: viewPath(folder)) != nil else { return nil }
    return try OpenFile(viewPath(folder), .read).contents(limit: viewLimit)
  }

  /// The drafts of a window whose files may be open elsewhere, but for those that have become edits.
  static func drafts(in folder: String, behind journal: JournalState) -> [ViewState.Draft] {
    let bytes = (try? peekView(folder)).flatMap { $0 } ?? []
    let made = max(journal.session.forgottenThrough, journal.pending.last?.id.counter ?? 0)
    return ((try? ViewState(bytes: bytes))?.drafts ?? []).filter { draft in
      if case .edit(_, let counter) = draft { counter > made } else { true }
    }
  }
}
