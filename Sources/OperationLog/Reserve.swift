import Files
import Glibc

/// Room on the store's disk that only sessions may use. On a full disk edits are refused; who comes
/// to read needs a session's row nevertheless, and finds room for it here.
///
/// Used on the log's thread alone.
final class Reserve {
  private enum State {
    /// The disk had no room for it when the store was opened: then it protects nothing, and edits
    /// take what there is.
    case none
    case held
    /// It was given to the store.
    case released
  }

  private let path: String
  private var state = State.none

  init(in folder: String) {
    path = folder + "/" + Reserve.name
    if hold() { state = .held }
  }

  /// Makes it whole again, where it was given away. Edits wait for that.
  ///
  /// - Throws: `full`.
  func requireHeld(for store: String) throws(StoreError) {
    switch state {
    case .none, .held: return
    case .released:
      guard hold() else { throw .full(path: store) }
      state = .held
    }
  }

  /// Gives it to the store.
  /// - Returns: false if there is nothing to give.
  func release() -> Bool {
    switch state {
    case .none: return false
    case .released: return true
    case .held:
      guard (try? OpenFile(path, .replace)) != nil else { return false }
      state = .released
      return true
    }
  }

  /// Leaves nothing behind; the store is not used any more.
  func remove() {
    _ = try? Folder.remove(path)
    state = .none
  }

  private func hold() -> Bool {
    do throws(FileError) {
      try OpenFile(path, .readWrite).allocate(Reserve.bytes)
      return true
    } catch {
      _ = try? OpenFile(path, .replace)
      return false
    }
  }

  static let name = "reserve"
  /// A session's row takes some pages of 4 KiB in the journal, which begins anew once the database
  /// file has them: this is enough for hundreds of windows.
  static let bytes = 1 << 20
}
