import BoardModel
import WindowStore
import WindowSync

/// A window whose files this process holds.
struct OpenedWindow {
  let files: WindowFiles
  let saved: SavedReplica
  /// What of the files was not as it was written, as sentences for a person.
  let warnings: [String]

  init(_ files: WindowFiles) {
    self.files = files
    let loaded = files.load()
    saved = loaded.replica
    warnings = loaded.warnings
  }

  var board: BoardID { saved.session.board }

  /// The title the board had when it was last seen here.
  var boardTitle: String? {
    guard case .header(let header) = saved.board?.entities.first else { return nil }
    return header.title.value
  }
}
