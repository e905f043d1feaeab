public import BoardModel
import Files
public import WindowSync
public import Wire

/// A window of which this device keeps files.
public struct KeptWindow: Hashable, Sendable {
  /// The name of its folder: the identifier of the first session it had.
  public let name: String
  public let session: SavedSession
  /// The number of operations that wait for the coordinator.
  public let pending: Int
  /// The number of card bodies open in `$EDITOR`.
  public let bodies: Int
  /// What was cut off its journal, as edits were not kept whole.
  public let cuts: [CutTail]
  /// The time at which it was last opened or last kept something, in milliseconds since 1970.
  public let lastUsed: UInt64
  /// Whether some process has it open now.
  public let isOpen: Bool
  /// The number of that process, if it could be read.
  public let process: Int32?

  public var holdsUnsentWork: Bool { pending > 0 || bodies > 0 || !cuts.isEmpty }
}

/// The windows of one user of one cluster on this device. The root has a folder for each cluster
/// and user, which holds `about` (the names of the two), `windows` and `reports`.
///
/// The cluster's name is in the certificate of the user's device, so it is known without a
/// connection. The coordinator's address does not identify the folder: it may be spelled in several
/// ways and changes when the coordinator moves, and unsent edits must follow it.
public struct DeviceWindows: Hashable, Sendable {
  public let folder: String
  /// The address at which a window last looked for the cluster's coordinator, for people.
  public let coordinator: String
  public let user: String
  let cluster: String

  var windowsFolder: String { folder + "/windows" }
  public var reports: DivergenceReports { DivergenceReports(folder: folder + "/reports") }

  /// - Parameters:
  ///   - root: made if it does not exist, accessible to this user alone.
  ///   - cluster: the cluster's name, which is unique.
  ///   - coordinator: the address at which its coordinator is looked for now.
  public init(
    root: String, cluster: String, coordinator: String, user: String
  ) throws(WindowStoreError) {
    folder = root + "/" + Self.folderName(cluster, user)
    self.cluster = cluster
    self.coordinator = coordinator
    self.user = user
    do throws(FileError) {
      try Folder.make(folder)
      try Folder.make(windowsFolder)
      if try Folder.size(of: aboutPath) == nil { try describe() }
      try adoptWindows(from: root + "/" + Self.folderName(coordinator, user))
    } catch {
      throw .file(error)
    }
  }

  private static func folderName(_ first: String, _ user: String) -> String {
    SHA256.hash(Array("\(first)\n\(user)\n".utf8)).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined()
  }

  private var aboutPath: String { folder + "/about" }

  /// Reads the folder that another process made; nil where it is no such folder.
  init?(described folder: String) {
    guard let file = try? OpenFile(folder + "/about", .read),
      let bytes = try? file.contents(limit: 4 << 10)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    // A folder of format 1 was for an address and a user, and has two lines.
    guard lines.count == 2 || lines.count == 3 else { return nil }
    self.folder = folder
    cluster = lines[0]
    user = lines[1]
    coordinator = lines.count == 3 ? lines[2] : lines[0]
  }

  /// Notes the address at which the coordinator is looked for now. It is only for people, so a
  /// failure to write it is ignored.
  public func keepCoordinator() {
    guard DeviceWindows(described: folder)?.coordinator != coordinator else { return }
    try? describe()
  }

  /// Writes `about`. Where several first windows do so at once, a rename may fail because another
  /// has moved the file into place: it exists then.
  private func describe() throws(FileError) {
    do throws(FileError) {
      try Folder.replace(
        aboutPath, with: Array("\(cluster)\n\(user)\n\(coordinator)\n".utf8), synced: false)
    } catch {
      if try Folder.size(of: aboutPath) == nil { throw error }
    }
  }

  /// Takes over what the user's windows of another cluster keep on this device: that cluster's
  /// authority was replaced by the one of this, on the same boards. What they have not sent is sent
  /// when they are opened again.
  ///
  /// - Parameter old: the other cluster's name in its certificates.
  /// - Returns: how many windows it took, and how many it left because they are open.
  public func adopt(ofCluster old: String) throws(WindowStoreError) -> (taken: Int, left: Int) {
    let folder = Folder.parent(of: self.folder) + "/" + Self.folderName(old, user)
    do throws(FileError) {
      return try adoptWindows(from: folder)
    } catch {
      throw .file(error)
    }
  }

  /// Takes over the windows of another folder, except those that are open, which follow once they are
  /// closed.
  @discardableResult
  private func adoptWindows(from old: String) throws(FileError) -> (taken: Int, left: Int) {
    guard try Folder.size(of: old + "/about") != nil else { return (0, 0) }
    var (taken, left) = (0, 0)
    for name in try Folder.names(in: old + "/windows") where SessionID(name) != nil {
      let window = old + "/windows/" + name
      guard let lock = try? FileLock(window + "/lock") else {
        left += 1
        continue
      }
      // A window of that name may exist already, or another process has been quicker.
      if (try? Folder.rename(window, to: windowsFolder + "/" + name)) != nil { taken += 1 }
      withExtendedLifetime(lock) {}
    }
    if try Folder.size(of: folder + "/last-board") == nil {
      try? Folder.rename(old + "/last-board", to: folder + "/last-board")
    }
    return (taken, left)
  }

  /// Every window that can be read, the last used first. Also removes the files that interrupted
  /// closings left.
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
    let journal = WindowFiles.journalPath(path)
    guard SessionID(name) != nil, let found = try? Journal.peek(journal),
      let used = try? Folder.lastUsed(journal)
    else { return nil }
    let holder = try? FileLock.holder(of: path + "/lock")
    var cuts = (try? CutTail.all(of: journal)) ?? []
    // Nobody has cut it off yet. A process that has the window open may be writing.
    if holder == nil, found.torn > 0 { cuts.append(CutTail(path: journal, bytes: found.torn)) }
    return KeptWindow(
      name: name, session: found.state.session, pending: found.state.pending.count,
      bodies: WindowFiles.editedBodyCount(in: path), cuts: cuts, lastUsed: used,
      isOpen: holder != nil, process: holder?.process)
  }

  /// - Parameter name: the name of their folder; the session's where it is left out.
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
    try open(name, isUse: true)
  }

  func open(_ name: String, isUse: Bool) throws(WindowStoreError) -> WindowFiles {
    guard SessionID(name) != nil else { throw .unfit("no window has the name \(name)") }
    return try WindowFiles(folder: windowsFolder + "/" + name, isUse: isUse) {
      (journal) throws(WindowStoreError) in try Journal(opening: journal)
    }
  }

  /// Opens the last used window that no process has open. Two processes that do so at once get two
  /// windows.
  /// - Parameter suits: whether a window that this opened is one to continue; others are let go.
  public func adoptLatest(
    _ configuration: Configuration, board: BoardID? = nil,
    suits: (WindowFiles) -> Bool = { _ in true }
  ) throws(WindowStoreError) -> WindowFiles? {
    for window in try list()
    where !window.isOpen && window.session.configuration == configuration
      && (board == nil || window.session.board == board)
    {
      do throws(WindowStoreError) {
        let files = try open(window.name)
        if suits(files) { return files }
      } catch {
        switch error {
        // Another process was quicker, or the files need a person to look at them.
        case .inUse, .gone, .unreadable: continue
        case .file, .tooLarge, .unfit: throw error
        }
      }
    }
    return nil
  }

  /// Removes a window's files for good. The caller holds them, and must not use `files` afterwards.
  public func close(_ files: WindowFiles) throws(WindowStoreError) {
    try files.keepLost()
    let closed = files.folder + Self.closedSuffix
    do throws(FileError) {
      try Folder.rename(files.folder, to: closed)
    } catch {
      throw error.isMissing ? .gone : .file(error)
    }
    sweep(closed)
  }

  private static let closedSuffix = ".closed"

  /// Removes the files of a closed window. Files that cannot be removed now are tried again by the
  /// next `list`.
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
