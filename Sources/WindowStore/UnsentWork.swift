public import BoardModel
import Files
public import WindowSync

/// What was typed in a window on this device and no coordinator has acknowledged. It is read without
/// opening the window's files: nothing is changed, whoever has them open.
public struct UnsentWork: Sendable {
  public let window: KeptWindow
  /// The cluster, by the name in its certificates.
  public let cluster: String
  /// The address at which a window last looked for the coordinator.
  public let coordinator: String
  public let user: String
  public let operations: [Operation]
  /// The board as the window kept it last; nil where it kept none that can be read.
  public let board: SavedBoard?
  /// The card bodies that `$EDITOR` works on or worked on.
  public let bodies: [EditedBody]
  /// What was typed and is no edit yet, or was refused.
  public let drafts: [ViewState.Draft]
}

extension DeviceWindows {
  /// The unsent work of all windows below a root, of every cluster and user, the last used first.
  public static func unsentWork(root: String) throws(WindowStoreError) -> [UnsentWork] {
    var found: [UnsentWork] = []
    do throws(FileError) {
      guard try Folder.size(of: root) != nil else { return [] }
      for name in try Folder.names(in: root) {
        guard let windows = DeviceWindows(described: root + "/" + name) else { continue }
        for folder in try Folder.names(in: windows.windowsFolder) {
          if let work = windows.unsentWork(of: folder) { found.append(work) }
        }
      }
    } catch {
      throw .file(error)
    }
    return found.sorted { left, right in
      (right.window.lastUsed, left.window.name) < (left.window.lastUsed, right.window.name)
    }
  }

  /// The board that a window keeps; nil where it keeps none that can be read. Nothing is changed.
  public func keptBoard(of window: KeptWindow) -> SavedBoard? {
    BoardFile(inFolder: windowsFolder + "/" + window.name).peek(for: window.session)
  }

  private func unsentWork(of name: String) -> UnsentWork? {
    let path = windowsFolder + "/" + name
    guard let window = kept(name),
      let state = try? Journal.peek(WindowFiles.journalPath(path)).state
    else { return nil }
    let bodies = (try? WindowFiles.editedBodies(in: path)) ?? []
    let drafts = WindowFiles.drafts(in: path, behind: state)
    guard window.holdsUnsentWork || !bodies.isEmpty || !drafts.isEmpty else { return nil }
    return UnsentWork(
      window: window, cluster: cluster, coordinator: coordinator, user: user,
      operations: state.pending,
      board: BoardFile(inFolder: path).peek(for: state.session), bodies: bodies, drafts: drafts)
  }
}
