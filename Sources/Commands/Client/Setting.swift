import BoardModel
import Glibc
import Identity
import Launcher
import TLS
import WindowStore

/// Where this user's files are, where the coordinator is, and who speaks to it.
struct Setting {
  let folders: BoardFolders
  let place: CoordinatorPlace
  let identity: Identity
  let context: TLSContext

  var author: Author {
    Author(user: identity.user.description, device: identity.device.description)
  }

  /// This device's files of this user's windows; nil where they cannot be used.
  var windows: DeviceWindows? {
    try? DeviceWindows(
      root: folders.windows, cluster: identity.cluster.description, coordinator: place.name,
      user: author.user)
  }

  /// From `BOARD_HOME` and `BOARD_URL`.
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
        // A coordinator elsewhere knows nobody who certifies themselves.
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

  /// Nil where it is not set or empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
