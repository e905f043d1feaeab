import BoardModel
import Screen
import WindowStore
import WindowSync
import Wire

/// A window whose files this process has open.
struct OpenedWindow {
  let files: WindowFiles
  let saved: SavedReplica
  /// What the window showed of the board when that was saved.
  let picture: Grid?
  /// What could not be read from the files as it was written, as sentences for a person.
  let warnings: [String]
  /// What is on disk before this process attaches: by which instance it does.
  let begun: SavedWindow
  /// The manner in which the window attaches to its session.
  let arrival: AttachManner
  /// What the window is for, as it is told when it attaches.
  let activity: Activity

  /// - Parameter title: the title of what the window is for, where no board is kept that has it.
  init(_ files: WindowFiles, arrival: AttachManner = .resume, title: String = "") {
    self.files = files
    self.arrival = arrival
    let loaded = files.load()
    saved = loaded.replica
    picture = Grid(bytes: loaded.picture)
    warnings = loaded.warnings
    begun = SavedWindow.begun(
      saved.session.window, activity: Activity(.board, title: ""), by: .random())
    let view = (try? files.view()).flatMap { $0 } ?? []
    activity = Activity(
      type: begun.activity.type,
      title: saved.title(of: begun.activity.subject ?? .board) ?? title,
      target: begun.activity.target,
      userInfo: view.count > Activity.maximumInfoBytes ? [] : view)
  }

  /// Writes to disk by which instance this process attaches.
  func begin() throws(WindowStoreError) { try files.begin(begun) }

  var board: BoardID { saved.session.board }

  /// The board's title when this device saw the board last.
  var boardTitle: String? { saved.boardTitle }

  /// Whether the window is continued where no board was named: not on a board that was archived when
  /// this device saw it last, unless edits wait for the coordinator.
  var comesBackByItself: Bool { !saved.isBoardArchived || !saved.pending.isEmpty }
}

extension SavedReplica {
  /// The title of what a window is for, as this device saw it last; nil where it has none.
  fileprivate func title(of subject: Subject) -> String? {
    switch subject {
    case .board: return boardTitle
    case .card(let id):
      for case .card(let card) in board?.entities ?? [] where card.id == id {
        return card.title.value
      }
      return nil
    case .addColumn: return "New column"
    case .favourites: return "Favourites"
    }
  }

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
