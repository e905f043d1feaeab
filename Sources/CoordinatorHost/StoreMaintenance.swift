import Glibc
import Launcher
public import OperationLog
import Synchronization

/// What is done with a whole store, be it open in a coordinator or not. A coordinator that has it
/// open copies it, page by page between its commit groups, and goes on; what costs more is done
/// to the copy, here.
public enum StoreMaintenance {
  /// Reads everything in the store and compares it with its checksums.
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

  /// Makes a store of its own in `target`, an absolute path, with all that is acknowledged by now.
  /// A process that is told to stop meanwhile removes what it wrote and ends.
  ///
  /// - Returns: what of the store is damaged: single boards, which are in the copy as they are.
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

  private enum Access {
    case alone(Store)
    case shared(ControlClient)
  }

  private static func access(_ folder: String) throws -> Access {
    guard try Store.isThere(folder) else { throw StoreError.missing(folder: folder) }
    var holder = StoreHolder(folder: folder, process: nil)
    // Twice: a coordinator may stop between the first question and the second.
    for _ in 0..<2 {
      do {
        return .alone(try Store.open(folder: folder))
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

  /// The copy that a signal ends.
  private final class CurrentCopy: Sendable {
    private let copy = Mutex<CopyFolder?>(nil)

    /// A signal waits until it is made.
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

  private static func wait<Value: Sendable>(
    _ request: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Void
  ) throws -> Value {
    let box = Answer<Value>()
    request { box.put($0) }
    return try box.take().get()
  }
}
