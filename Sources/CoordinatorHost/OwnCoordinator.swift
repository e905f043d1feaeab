import Glibc
import Identity
import Launcher
public import Logging
import Transport

/// A user's own coordinator on loopback, which that user's windows and commands start. It uses the
/// identity and the store in the user's folder, and ends when nobody has needed it for a while.
public enum OwnCoordinator {
  /// The milliseconds after the last connection has gone when it ends.
  private static let idleMilliseconds: UInt64 = 60_000

  /// Runs the coordinator. It writes its address to the address file, then prints it as the one
  /// line on standard output.
  ///
  /// - Throws: as `CoordinatorHost.run`; `IdentityError`, `BoardFolders.NoHome`, `FileError`.
  public static func run(log: Logger) throws {
    let folders = try BoardFolders()
    let identity = try IdentityFolder(folders.identity).open(
      SystemNames(), besides: folders.storeThatIsThere)
    var options = CoordinatorOptions(
      listen: [Endpoint(host: "127.0.0.1", port: 0)], store: folders.store, identity: identity)
    options.identityFolder = IdentityFolder(folders.identity)
    options.idleExitMilliseconds = idleMilliseconds
    options.limits = .ofOneUser
    // This process is started only where no coordinator has announced itself, so one that has the
    // store open is about to end. The process that started this one ends the wait when it loses
    // patience.
    options.waitsForStore = true
    let presence = LocalCoordinatorPresence(folders: folders)
    try CoordinatorHost.run(
      options, log: log,
      ready: { endpoints in
        for endpoint in endpoints {
          try presence.announce(endpoint)
          say("\(endpoint)\n")
        }
      },
      // The address is withdrawn while the store is locked, so it cannot be a successor's.
      ending: { presence.withdraw() })
  }

  /// Writes the line and closes standard output: the process that started this one reads one line
  /// and no more.
  private static func say(_ line: String) {
    let bytes = Array(line.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }
}
