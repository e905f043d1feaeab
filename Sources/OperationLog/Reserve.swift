import Files
import Glibc

/// A file that keeps room on the store's disk for sessions. On a full disk edits are refused; a
/// user who wants to read needs a session's row nevertheless, and it goes into this room.
///
/// Used on the log's thread alone.
final class Reserve {
  private enum State {
    /// The disk had no room for the file when the store was opened: nothing is reserved, and edits
    /// take what room there is.
    case none
    case held
    /// The room was given to the store.
    case released
  }

  private let path: String
  private var state = State.none

  init(in folder: String) {
    path = folder + "/" + Reserve.name
    if hold() { state = .held }
  }

  /// Takes the room again where it was given away. Edits are refused until this succeeds.
  func requireHeld(for store: @autoclosure () -> String) throws(StoreError) {
    switch state {
    case .none, .held: return
    case .released:
      guard hold() else { throw .full(path: store()) }
      state = .held
    }
  }

  /// Gives the room to the store.
  /// - Returns: false if there is none to give.
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

  /// Removes the file. The store must not be used any more.
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
  /// The size of the file. A session's row takes some pages of 4 KiB in the journal, which begins
  /// anew once the database file has them: this is enough for hundreds of windows.
  static let bytes = 1 << 20
}
