import Files
public import WindowSync

/// A board as a window of this device had it before the coordinator's store was replaced, as when a
/// backup is restored. What people did after the backup was made may be nowhere else.
public struct LostBoard: Sendable {
  /// The file that it is kept in, until a person removes it or something of the board is purged.
  public let path: String
  public let board: SavedBoard
  /// The cluster, by the name in its certificates; empty where the file lies elsewhere.
  public let cluster: String
  /// The address at which a window last looked for the coordinator.
  public let coordinator: String
  public let user: String
  /// The time at which it was kept, in milliseconds since 1970.
  public let time: UInt64

  /// Reads a file that holds a board.
  public init(path: String) throws(WindowStoreError) {
    self.path = path
    do {
      board = try BoardCache.read(
        OpenFile(path, .read).contents(limit: BoardCache.limit)
      ).1.board
      time = try Folder.lastUsed(path) ?? 0
    } catch let error as FileError {
      throw .file(error)
    } catch {
      throw .unreadable(path: path, reason: (error as? CacheFault)?.reason ?? "\(error)")
    }
    let windows = DeviceWindows(described: Folder.parent(of: Folder.parent(of: path)))
    cluster = windows?.cluster ?? ""
    coordinator = windows?.coordinator ?? ""
    user = windows?.user ?? ""
  }
}

extension DeviceWindows {
  /// The boards that this device keeps as they were before a store was replaced, of every cluster and
  /// user below a root, the newest first. What cannot be read is left out.
  public static func lostBoards(root: String) throws(WindowStoreError) -> [LostBoard] {
    var found: [LostBoard] = []
    do throws(FileError) {
      guard try Folder.size(of: root) != nil else { return [] }
      for name in try Folder.names(in: root) {
        guard let windows = DeviceWindows(described: root + "/" + name) else { continue }
        let folder = windows.reports.folder
        for file in (try? Folder.names(in: folder)) ?? []
        where file.hasPrefix(DivergenceReports.lost) && file.hasSuffix(".board") {
          if let lost = try? LostBoard(path: folder + "/" + file) { found.append(lost) }
        }
      }
    } catch {
      throw .file(error)
    }
    return found.sorted { ($1.time, $0.path) < ($0.time, $1.path) }
  }
}
