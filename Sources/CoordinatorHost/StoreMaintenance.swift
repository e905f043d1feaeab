import Glibc
import Launcher
public import OperationLog
import Synchronization

/// Checks and backups of a whole store, whether or not a coordinator has it open. Such a
/// coordinator copies it, page by page between its commit groups, and goes on; the costly work is
/// done here, on the copy.
public enum StoreMaintenance {
  /// Reads the whole store and compares it with its checksums.
  ///
  /// - Throws: `StoreError`, `CoordinatorSilent`, `CoordinatorRefusal`, `FileError`.
  public static func check(_ folder: String) throws -> IntegrityReport {
    switch try access(folder) {
    case .alone(let store):
      defer { try? store.close() }
      return try wait { store.check(completion: $0) }
    case .shared(let coordinator):
      return try withCopy(of: folder, in: folder + "/check") { copy in
        try coordinator.copy(to: copy.path)
        return copy.check()
      }
    }
  }

  /// Makes a new store in `target`, an absolute path, with everything acknowledged so far. A
  /// process that a signal stops meanwhile removes what it wrote and ends.
  ///
  /// - Returns: the damage of single boards, which are in the copy as they are.
  /// - Throws: as `check`.
  public static func backup(_ folder: String, to target: String) throws -> IntegrityReport {
    switch try access(folder) {
    case .alone(let store):
      defer { try? store.close() }
      return try withCopy(of: folder, in: target) { copy in
        let file = try CopyFile(copy.path)
        try wait { store.copy(into: file, completion: $0) }
        return try copy.publish()
      }
    case .shared(let coordinator):
      return try withCopy(of: folder, in: target) { copy in
        try coordinator.copy(to: copy.path)
        return try copy.publish()
      }
    }
  }

  enum Access {
    case alone(Store)
    case shared(ControlClient)
  }

  /// - Parameter cluster: whose boards the store has to hold; nil for any.
  static func access(_ folder: String, cluster: String? = nil) throws -> Access {
    guard try Store.isThere(folder) else { throw StoreError.missing(folder: folder) }
    var holder = StoreHolder(folder: folder, process: nil)
    // There are two attempts, since a coordinator may stop between `open` and the connection to its
    // socket.
    for _ in 0..<2 {
      do {
        return .alone(try Store.open(folder: folder, cluster: cluster))
      } catch StoreError.inUse(_, let process) {
        holder = StoreHolder(folder: folder, process: process)
      }
      if let coordinator = try ControlClient(holder) { return .shared(coordinator) }
    }
    throw CoordinatorSilent(holder)
  }

  private static func withCopy<Value>(
    of folder: String, in target: String, _ body: (CopyFolder) throws -> Value
  ) throws -> Value {
    let current = CurrentCopy()
    let signals = StopSignals { number in
      current.discard()
      _exit(128 + number)
    }
    defer { signals.cancel() }
    let copy = try current.make { try CopyFolder(of: folder, in: target) }
    defer { copy.discard() }
    return try body(copy)
  }

  /// The copy that a signal removes.
  private final class CurrentCopy: Sendable {
    private let copy = Mutex<CopyFolder?>(nil)

    /// Makes the copy. A signal that comes meanwhile waits until it is made.
    func make(_ body: () throws -> CopyFolder) throws -> CopyFolder {
      try copy.withLock {
        let made = try body()
        $0 = made
        return made
      }
    }

    func discard() {
      copy.withLock { $0?.discard() }
    }
  }

  static func wait<Value: Sendable>(
    _ request: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Void
  ) throws -> Value {
    let box = Answer<Value>()
    request { box.put($0) }
    return try box.take().get()
  }
}
