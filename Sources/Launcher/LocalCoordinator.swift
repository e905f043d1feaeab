import Files
public import Transport

/// This user's own coordinator on loopback: found while it runs, started when it does not.
///
/// Several windows may look at once: one starts it while the others wait at a lock, and then find
/// it. Its store has a lock of its own, so that there is never a second one.
public struct LocalCoordinator: Sendable {
  public let folders: BoardFolders
  /// The program that runs the coordinator, as words: a path and its arguments.
  public let program: [String]

  public init(folders: BoardFolders, program: [String]) {
    self.folders = folders
    self.program = program
  }

  /// This very executable runs this user's own coordinator with a command of its own.
  public static var ownProgram: [String] { [OwnProgram.path, "serve-local"] }

  /// It did not start.
  public struct NotStarted: Error, CustomStringConvertible {
    public let description: String
  }

  /// The files in which it would say where it listens cannot be read, made or changed.
  public struct UnusableFiles: Error, CustomStringConvertible {
    public let description: String
  }

  private var address: AddressFile { AddressFile(path: folders.address) }

  /// Where it listens, or listened when somebody last heard of it: the file stays after a crash.
  public var lastAddress: Endpoint? { address.read() }

  /// Waits until it listens, and starts it where nobody has done so since.
  ///
  /// - Parameter known: an address at which nobody answered any more.
  /// - Returns: where it listens. Takes as long as a start takes: at most `startSeconds`.
  /// - Throws: `NotStarted`; `UnusableFiles` where nobody can be looked for.
  public func ensureRunning(insteadOf known: Endpoint?) throws -> Endpoint {
    let lock: FileLock
    do {
      try Folder.make(folders.root)
      lock = try FileLock(waitingFor: folders.startLock)
    } catch let error as FileError {
      throw UnusableFiles(description: folders.unusable(error.description))
    } catch LockFailure.file(let error) {
      throw UnusableFiles(description: folders.unusable(error.description))
    }
    return try withExtendedLifetime(lock) {
      if let found = address.read(), found != known { return found }
      return try start()
    }
  }

  /// A coordinator that has nothing to load is ready in a fraction of a second; checking a large
  /// store may take longer.
  public static let startSeconds = 30

  /// Whoever has the store and is about to end does so sooner; whoever waits to be told about
  /// somebody who stays is still there.
  static let storeSeconds = 5

  private func start() throws -> Endpoint {
    let process: ChildProcess
    do {
      process = try ChildProcess(program, errorsTo: folders.log)
    } catch {
      throw UnusableFiles(description: folders.unusable(error.description))
    }
    switch process.firstLine(within: LocalCoordinator.storeSeconds) {
    case .said(let line): return try endpoint(line)
    case .ended: throw notStarted()
    case .silent: break
    }
    if let holder = storeHolder, holder != process.pid {
      process.stop()
      throw NotStarted(
        description: "your own coordinator cannot start, because process \(holder) has its store "
          + "\(folders.store) open: end that process, or, where it is a coordinator that you "
          + "started yourself, name it with BOARD_URL=board://HOST:PORT "
          + "(the log is \(folders.log))")
    }
    let left = LocalCoordinator.startSeconds - LocalCoordinator.storeSeconds
    switch process.firstLine(within: left) {
    case .said(let line): return try endpoint(line)
    case .ended: throw notStarted()
    case .silent:
      process.stop()
      throw NotStarted(
        description: "your own coordinator (process \(process.pid)) was not ready after "
          + "\(LocalCoordinator.startSeconds) seconds and was stopped: its log \(folders.log) says "
          + "how far it came")
    }
  }

  private func endpoint(_ line: String) throws(NotStarted) -> Endpoint {
    do {
      return try Endpoint(parsing: line)
    } catch {
      throw NotStarted(description: "your own coordinator said where it listens, but \(error)")
    }
  }

  /// What it wrote last is why it ended.
  private func notStarted() -> NotStarted {
    let log = (try? OpenFile(folders.log, .read).read(1 << 16)) ?? []
    let reason = String(decoding: log, as: UTF8.self).split(separator: "\n").last
    return NotStarted(
      description: "your own coordinator could not start: "
        + "\(reason.map(String.init) ?? "it said nothing") (the log is \(folders.log))")
  }

  private var storeHolder: Int32? {
    guard let holder = try? FileLock.holder(of: folders.storeLock) else { return nil }
    return holder.process
  }
}

/// The coordinator's own side: it says where it listens, to all who look and to who started it.
public struct LocalCoordinatorPresence: Sendable {
  private let address: AddressFile

  public init(folders: BoardFolders) {
    address = AddressFile(path: folders.address)
  }

  /// Call when it listens.
  public func announce(_ endpoint: Endpoint) throws {
    try address.write(endpoint)
  }

  /// Call before it stops listening.
  public func withdraw() {
    address.remove()
  }
}
