import Files
public import Transport

/// This user's own coordinator on loopback: found while it runs, started when it does not.
///
/// Several windows may look for it at once: one starts it while the others wait at a lock and then
/// find it. Its store has a lock of its own, so that there is never a second one.
public struct LocalCoordinator: Sendable {
  public let folders: BoardFolders
  /// The program that runs the coordinator: its path and its arguments.
  public let program: [String]

  public init(folders: BoardFolders, program: [String]) {
    self.folders = folders
    self.program = program
  }

  /// This process's own executable, with the command that runs this user's own coordinator.
  public static var ownProgram: [String] { [OwnProgram.path, "serve-local"] }

  /// The coordinator did not start.
  public struct NotStarted: Error, CustomStringConvertible {
    public let description: String
  }

  /// The files that hold the coordinator's address and log cannot be read, made or changed.
  public struct UnusableFiles: Error, CustomStringConvertible {
    public let description: String
  }

  private var address: AddressFile { AddressFile(path: folders.address) }

  /// The address at which it listens, or last listened: the file stays after a crash.
  public var lastAddress: Endpoint? { address.read() }

  /// Starts the coordinator where nobody else has done so meanwhile, and waits until it listens.
  /// Blocks for as long as a start takes, at most `startSeconds`.
  ///
  /// - Parameter known: an address at which nobody answered any more.
  /// - Returns: the address at which it listens.
  /// - Throws: `NotStarted`; `UnusableFiles` where the files cannot be used.
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

  /// The seconds that a start may take. A coordinator with nothing to load is ready in a fraction
  /// of a second; checking a large store may take longer.
  public static let startSeconds = 30

  /// The seconds to wait for another process that has the store: one that is about to end does so
  /// sooner, and one that stays is then reported to the person who waits.
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

  /// The error for a coordinator that ended; the last line of its log is the reason.
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

/// The coordinator's own side, which publishes its address for this user's windows and commands.
public struct LocalCoordinatorPresence: Sendable {
  private let address: AddressFile

  public init(folders: BoardFolders) {
    address = AddressFile(path: folders.address)
  }

  /// Writes the address. Call it when the coordinator listens.
  public func announce(_ endpoint: Endpoint) throws {
    try address.write(endpoint)
  }

  /// Removes the address. Call it before the store is unlocked.
  public func withdraw() {
    address.remove()
  }
}
