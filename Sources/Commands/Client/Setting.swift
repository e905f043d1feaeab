import BoardModel
import Glibc
import Identity
import Launcher
import TLS
import WindowStore

/// The places and the identity that a command works with: the user's files, the coordinator, and
/// who connects to it.
struct Setting {
  let folders: BoardFolders
  let place: CoordinatorPlace
  let identity: Identity
  let context: TLSContext

  var author: Author {
    Author(user: identity.user.description, device: identity.device.description)
  }

  /// This device's files of this user's windows; nil if they cannot be used.
  var windows: DeviceWindows? {
    try? DeviceWindows(
      root: folders.windows, cluster: identity.cluster.description, coordinator: place.name,
      user: author.user)
  }

  /// Reads `BOARD_HOME` and `BOARD_URL`, and the identity.
  init() throws(CommandFailure) {
    do {
      folders = try BoardFolders()
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
    let folder = IdentityFolder(folders.identity)
    do {
      if let text = Setting.variable("BOARD_URL") {
        place = .named(try CoordinatorURL(text))
        // A coordinator elsewhere accepts no identity that a person has certified for themselves.
        identity = try folder.load()
      } else {
        place = .own(LocalCoordinator(folders: folders, program: LocalCoordinator.ownProgram))
        identity = try folder.open(SystemNames(), besides: folders.storeThatIsThere)
      }
      context = try identity.windowContext()
    } catch let error as IdentityError where error.kind == .system {
      throw CommandFailure(.files, folders.unusable(error.description))
    } catch let error as IdentityError {
      throw CommandFailure(.identity, error.description)
    } catch let error as TLSError {
      throw CommandFailure(.identity, error.description)
    } catch {
      throw CommandFailure(.usage, "BOARD_URL: \(error)")
    }
  }

  /// The value of an environment variable; nil if it is not set or empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
