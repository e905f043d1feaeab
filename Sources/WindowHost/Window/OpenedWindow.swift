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
  /// What is on disk before this process attaches: by which instance it does.
  let begun: SavedWindow
  /// The manner in which the window attaches to its session.
  let arrival: AttachManner

  init(_ files: WindowFiles, arrival: AttachManner = .resume) {
    self.files = files
    self.arrival = arrival
    let loaded = files.load()
    saved = loaded.replica
    warnings = loaded.warnings
    let title = loaded.replica.boardTitle ?? ""
    begun = SavedWindow.begun(
      saved.session.window, activity: Activity(.board, title: title), by: .random())
  }

  /// Writes to disk by which instance this process attaches.
  func begin() throws(WindowStoreError) { try files.begin(begun) }

  var board: BoardID { saved.session.board }

  /// What the window is for.
  var activity: Activity { begun.activity }

  /// The board's title when this device saw the board last.
  var boardTitle: String? { saved.boardTitle }

  /// Whether the window is continued where no board was named: not on a board that was archived when
  /// this device saw it last, unless edits wait for the coordinator.
  var comesBackByItself: Bool { !saved.isBoardArchived || !saved.pending.isEmpty }
}

extension SavedReplica {
  fileprivate var boardTitle: String? {
    guard case .header(let header) = board?.entities.first else { return nil }
    return header.title.value
  }

  fileprivate var isBoardArchived: Bool {
    board?.entities.contains { entity in
      if case .field(.boardArchived, let field) = entity {
        field.value == .flag(true)
      } else {
        false
      }
    } ?? false
  }
}
