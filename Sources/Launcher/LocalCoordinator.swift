import Files
import Glibc
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
  public static var ownProgram: [String] {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    let bytes = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
    return [String(decoding: bytes, as: UTF8.self), "serve-local"]
  }

  /// It did not start.
  public struct NotStarted: Error, CustomStringConvertible {
    public let description: String
  }

  private var address: AddressFile { AddressFile(path: folders.address) }

  /// Where it listens, or listened when somebody last heard of it: the file stays after a crash.
  public var lastAddress: Endpoint? { address.read() }

  /// Waits until it listens, and starts it where nobody has done so since.
  ///
  /// - Parameter known: an address at which nobody answered any more.
  /// - Returns: where it listens. Takes as long as a start takes: at most `startSeconds`.
  public func ensureRunning(insteadOf known: Endpoint?) throws -> Endpoint {
    try Folder.make(folders.root)
    let lock = try FileLock(waitingFor: folders.startLock)
    return try withExtendedLifetime(lock) {
      if let found = address.read(), found != known { return found }
      return try start()
    }
  }

  /// A coordinator that has nothing to load is ready in a fraction of a second; checking a large
  /// store may take longer.
  public static let startSeconds = 30

  private func start() throws -> Endpoint {
    var process = try ChildProcess(program, errorsTo: folders.log)
    let line = process.firstLine(within: LocalCoordinator.startSeconds)
    if let line, let endpoint = try? Endpoint(parsing: line) { return endpoint }
    let log = (try? OpenFile(folders.log, .read).read(1 << 16)) ?? []
    let reason = String(decoding: log, as: UTF8.self).split(separator: "\n").last
    throw NotStarted(
      description: "this user's coordinator did not start: "
        + "\(line ?? reason.map(String.init) ?? "it said nothing") "
        + "(its log is \(folders.log))")
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
