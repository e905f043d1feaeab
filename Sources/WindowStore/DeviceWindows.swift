public import BoardModel
import Files
public import WindowSync
public import Wire

/// A window this device keeps files of.
public struct KeptWindow: Hashable, Sendable {
  /// Its folder's name: the identifier of the first session it had.
  public let name: String
  public let session: SavedSession
  /// Operations that wait for the coordinator.
  public let pending: Int
  /// Bodies open in `$EDITOR`.
  public let bodies: Int
  /// When it was last opened or last kept something, milliseconds since 1970.
  public let lastUsed: UInt64
  /// Some process has it open now.
  public let isOpen: Bool
  /// The number of that process, if it could be read.
  public let process: Int32?

  public var holdsUnsentWork: Bool { pending > 0 || bodies > 0 }
}

/// The windows of one user at one coordinator on this device. Below the root: a folder for each
/// coordinator and user, in it `about` (which they are), `windows` and `reports`.
public struct DeviceWindows: Hashable, Sendable {
  public let folder: String
  public let coordinator: String
  public let user: String

  var windowsFolder: String { folder + "/windows" }
  public var reports: Reports { Reports(folder: folder + "/reports") }

  /// - Parameters:
  ///   - root: made if it is not there, for this user alone.
  ///   - coordinator: its URL, or whatever else tells coordinators apart.
  public init(root: String, coordinator: String, user: String) throws(WindowStoreError) {
    let about = "\(coordinator)\n\(user)\n"
    let hash = SHA256.hash(Array(about.utf8)).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }
    folder = root + "/" + hash.joined()
    self.coordinator = coordinator
    self.user = user
    do throws(FileError) {
      try Folder.make(folder)
      try Folder.make(folder + "/windows")
      try Self.describe(folder + "/about", about)
    } catch {
      throw .file(error)
    }
  }

  /// What another process made; nil where this is no such folder.
  init?(described folder: String) {
    guard let file = try? OpenFile(folder + "/about", .read),
      let bytes = try? file.contents(limit: 4 << 10)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 2 else { return nil }
    self.folder = folder
    coordinator = String(lines[0])
    user = String(lines[1])
  }

  /// Of several first windows at once, one's file may go under another's name: it is there then.
  private static func describe(_ path: String, _ about: String) throws(FileError) {
    guard try Folder.size(of: path) == nil else { return }
    do throws(FileError) {
      try Folder.replace(path, with: Array(about.utf8), synced: false)
    } catch {
      if try Folder.size(of: path) == nil { throw error }
    }
  }

  /// Every window that can be read, the last used first. Sweeps up what interrupted closings left.
  public func list() throws(WindowStoreError) -> [KeptWindow] {
    let names: [String]
    do throws(FileError) {
      names = try Folder.names(in: windowsFolder)
    } catch {
      throw .file(error)
    }
    for name in names where name.hasSuffix(Self.closedSuffix) { sweep(windowsFolder + "/" + name) }
    return names.compactMap { kept($0) }.sorted { left, right in
      (right.lastUsed, left.name) < (left.lastUsed, right.name)
    }
  }

  func kept(_ name: String) -> KeptWindow? {
    let path = windowsFolder + "/" + name
    guard SessionID(name) != nil,
      let state = try? Journal.peek(WindowFiles.journalPath(path)),
      let used = try? Folder.lastUsed(WindowFiles.journalPath(path))
    else { return nil }
    let holder = try? FileLock.holder(of: path + "/lock")
    return KeptWindow(
      name: name, session: state.session, pending: state.pending.count,
      bodies: WindowFiles.editedBodyCount(in: path), lastUsed: used, isOpen: holder != nil,
      process: holder?.process)
  }

  /// Makes the files of a window that has none.
  /// - Parameter name: of their folder; the session's where it is left out.
  public func create(
    _ session: SavedSession, named name: SessionID? = nil
  ) throws(WindowStoreError) -> WindowFiles {
    let path = windowsFolder + "/" + (name ?? session.session).description
    do throws(FileError) {
      try Folder.make(path)
    } catch {
      throw .file(error)
    }
    return try WindowFiles(folder: path) { (journal) throws(WindowStoreError) in
      guard (try? Folder.size(of: journal)) == .some(nil) else {
        throw .unfit("this window has files already")
      }
      return try Journal(journal, holding: JournalState(session: session))
    }
  }

  /// Opens the files of a window that `list` named.
  /// - Throws: `inUse` if some process has them open, `gone` if it was closed meanwhile.
  public func open(_ name: String) throws(WindowStoreError) -> WindowFiles {
    guard SessionID(name) != nil else { throw .unfit("no window has the name \(name)") }
    return try WindowFiles(folder: windowsFolder + "/" + name) {
      (journal) throws(WindowStoreError) in try Journal(opening: journal)
    }
  }

  /// Opens the last used window that no process has open; two that look at once get two windows.
  /// - Returns: nil if there is none.
  public func adoptLatest(
    _ configuration: Configuration, board: BoardID? = nil
  ) throws(WindowStoreError) -> WindowFiles? {
    for window in try list()
    where !window.isOpen && window.session.configuration == configuration
      && (board == nil || window.session.board == board)
    {
      do throws(WindowStoreError) {
        return try open(window.name)
      } catch {
        switch error {
        // Another process was quicker, or the files are for a person to look at.
        case .inUse, .gone, .unreadable: continue
        case .file, .tooLarge, .unfit: throw error
        }
      }
    }
    return nil
  }

  /// Removes a window's files for good. Who holds them is the caller: `files` is of no use after.
  public func close(_ files: WindowFiles) throws(WindowStoreError) {
    let closed = files.folder + Self.closedSuffix
    do throws(FileError) {
      try Folder.rename(files.folder, to: closed)
    } catch {
      throw error.isMissing ? .gone : .file(error)
    }
    sweep(closed)
  }

  private static let closedSuffix = ".closed"

  /// What cannot be removed now is tried again with the next list.
  private func sweep(_ path: String) {
    for below in ["/editing", ""] {
      let folder = path + below
      for name in (try? Folder.names(in: folder)) ?? [] {
        _ = try? Folder.remove(folder + "/" + name)
      }
      _ = try? Folder.removeEmpty(folder)
    }
  }
}
