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

  var lastBoard: BoardID? {
    let windows = try? DeviceWindows(
      root: folders.windows, coordinator: place.name, user: author.user)
    return windows.flatMap { LastBoard.read($0) }
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
        place = .own(LocalCoordinator(folders: folders, program: Setting.localCoordinator))
        identity = try folder.open(user: Setting.user, device: Setting.device)
      }
      context = try identity.windowContext()
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

  /// This very program runs this user's own coordinator.
  private static var localCoordinator: [String] {
    let path = filled(Int(PATH_MAX)) { readlink("/proc/self/exe", $0, $1) >= 0 }
    return [path ?? CommandLine.arguments[0], "serve-local"]
  }

  private static var user: NamePart {
    get throws {
      let name = getpwuid(getuid()).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
      return try NamePart(nearestTo: name ?? "") ?? NamePart("user\(getuid())")
    }
  }

  private static var device: NamePart {
    get throws {
      let name = filled(256) { gethostname($0, $1) == 0 }
      return try NamePart(nearestTo: name ?? "") ?? NamePart("unnamed")
    }
  }

  /// What the system writes into `room` bytes, up to the first zero; nil where it does not.
  private static func filled(
    _ room: Int, _ fill: (UnsafeMutablePointer<CChar>, Int) -> Bool
  ) -> String? {
    var isFilled = false
    let bytes = [CChar](unsafeUninitializedCapacity: room) { buffer, count in
      buffer.initialize(repeating: 0)
      count = room
      isFilled = buffer.baseAddress.map { fill($0, room - 1) } ?? false
    }
    guard isFilled else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
