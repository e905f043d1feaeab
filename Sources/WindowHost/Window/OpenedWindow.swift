import BoardModel
import WindowStore
import WindowSync
import Wire

/// A window whose files this process has open.
struct OpenedWindow {
  let files: WindowFiles
  let saved: SavedReplica
  /// What could not be read from the files as it was written, as sentences for a person.
  let warnings: [String]
  /// The instance, which stands for this process.
  let instance = InstanceID.random()
  /// The manner in which the window attaches to its session.
  let arrival: AttachManner

  init(_ files: WindowFiles, arrival: AttachManner = .resume) {
    self.files = files
    self.arrival = arrival
    let loaded = files.load()
    saved = loaded.replica
    warnings = loaded.warnings
  }

  /// Writes to disk that this process has the window.
  func begin() throws(WindowStoreError) { try files.begin(instance) }

  var board: BoardID { saved.session.board }

  /// What the window is for. One that an earlier version of the program stored shows its board.
  var activity: Activity {
    saved.session.window?.activity ?? Activity(.board, title: boardTitle ?? "")
  }

  /// The board's title when this device saw the board last.
  var boardTitle: String? {
    guard case .header(let header) = saved.board?.entities.first else { return nil }
    return header.title.value
  }
}
