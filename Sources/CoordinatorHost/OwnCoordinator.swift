import Glibc
import Identity
import Launcher
public import Logging
import Transport

/// A user's own coordinator on loopback, as that user's windows and commands start it: with the
/// identity and the store of the user's folder, until nobody has needed it for a while.
public enum OwnCoordinator {
  /// It goes when its last window has been gone for so long.
  private static let idleMilliseconds: UInt64 = 60_000

  /// Announces the address to all who look, then prints it as the one line on standard output.
  ///
  /// - Throws: as `CoordinatorHost.run`; `IdentityError`, `BoardFolders.NoHome`, `FileError`.
  public static func run(log: Logger) throws {
    let folders = try BoardFolders()
    let identity = try IdentityFolder(folders.identity).open(
      SystemNames(), besides: folders.storeThatIsThere)
    var options = CoordinatorOptions(
      listen: [Endpoint(host: "127.0.0.1", port: 0)], store: folders.store, identity: identity)
    options.idleExitMilliseconds = idleMilliseconds
    // Only where none announces itself is one started: whoever has the store is on its way out.
    // The starter's patience ends the wait.
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
      // While the store is held: no successor can have announced itself yet.
      ending: { presence.withdraw() })
  }

  /// Whoever started this process reads one line and goes its own way.
  private static func say(_ line: String) {
    let bytes = Array(line.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }
}
