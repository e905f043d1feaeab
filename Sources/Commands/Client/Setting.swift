import BoardModel
import Glibc
import Identity
import Launcher
import TLS
import Transport
import WindowStore

/// The places and the identity that a command works with: the user's files, the cluster, its
/// coordinator, and who connects to it.
struct Setting {
  let folders: BoardFolders
  let choice: ClusterChoice
  let identity: Identity
  let access: DeviceAccess

  var place: CoordinatorPlace { choice.place }

  var author: Author {
    Author(user: identity.user.description, device: identity.device.description)
  }

  /// This device's files of this user's windows; nil if they cannot be used.
  var windows: DeviceWindows? {
    try? DeviceWindows(
      root: folders.windows, cluster: identity.cluster.description, coordinator: place.name,
      user: author.user)
  }

  /// Reads `BOARD_HOME`, `BOARD_CLUSTER` and `BOARD_URL`, and the identity.
  init() throws(CommandFailure) {
    folders = try Setting.folders()
    choice = try Setting.choice(in: folders)
    access = choice.access
    do {
      identity = try choice.identity()
    } catch {
      throw CommandFailure(error, in: folders)
    }
  }

  static func folders() throws(CommandFailure) -> BoardFolders {
    do {
      return try BoardFolders()
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
  }

  static func choice(in folders: BoardFolders) throws(CommandFailure) -> ClusterChoice {
    do {
      return try ClusterChoice(folders)
    } catch {
      throw CommandFailure(error, in: folders)
    }
  }

  /// The words that name the cluster behind `board` in a command that is told to a person: none for the
  /// one that is chosen anyway.
  static var clusterOption: String {
    guard let folders = try? folders(), let choice = try? choice(in: folders) else { return "" }
    return choice.option
  }

  /// The value of an environment variable; nil if it is not set or empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}

extension CommandFailure {
  /// The failure for files of an identity or a cluster that cannot be used.
  init(_ error: any Error, in folders: BoardFolders) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as Clusters.Unknown:
      self.init(.notFound, error.description, candidates: error.names)
    case let error as IdentityError where error.kind == .system:
      self.init(.files, folders.unusable(error.description))
    case let error as IdentityError where error.kind == .malformedInvitation:
      self.init(.usage, error.description)
    case is IdentityError, is TLSError: self.init(.identity, "\(error)")
    case is Clusters.Unusable: self.init(.usage, "\(error)")
    case is JoinedCluster.UnusableAddresses: self.init(.files, "\(error)")
    default: self.init(.files, folders.unusable("\(error)"))
    }
  }
}
