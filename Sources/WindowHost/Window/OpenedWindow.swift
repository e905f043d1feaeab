import BoardModel
import WindowStore
import WindowSync
import Wire

/// A window whose files this process holds.
struct OpenedWindow {
  let files: WindowFiles
  let saved: SavedReplica
  /// What of the files was not as it was written, as sentences for a person.
  let warnings: [String]
  /// This process.
  let instance = InstanceID.random()
  /// By which right it comes to its session.
  let arrival: AttachManner

  init(_ files: WindowFiles, arrival: AttachManner = .resume) {
    self.files = files
    self.arrival = arrival
    let loaded = files.load()
    saved = loaded.replica
    warnings = loaded.warnings
  }

  /// Notes on the disk that this process has the window.
  func begin() throws(WindowStoreError) { try files.begin(instance) }

  var board: BoardID { saved.session.board }

  /// What the window is for; one of an earlier program is on its board.
  var activity: Activity {
    saved.session.window?.activity ?? Activity(.board, title: boardTitle ?? "")
  }

  /// The title the board had when it was last seen here.
  var boardTitle: String? {
    guard case .header(let header) = saved.board?.entities.first else { return nil }
    return header.title.value
  }
}
