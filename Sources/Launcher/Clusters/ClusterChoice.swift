import Files
import Glibc
public import Identity

/// Which cluster a program works with, where its coordinator is, and who this device is there.
///
/// The cluster is the one that `--cluster` or `BOARD_CLUSTER` names, else the one in use, else the
/// user's own. `BOARD_URL` gives its coordinator another address.
public struct ClusterChoice: Sendable {
  /// What the cluster is called on this device; `Clusters.own` for the user's own.
  public let name: String
  public let place: CoordinatorPlace
  public let identityFolder: IdentityFolder
  /// Whether a program that is told nothing chooses the same cluster.
  public let isUsual: Bool
  private let folders: BoardFolders

  /// The variable that names a cluster; the option `--cluster` sets it for its process.
  public static let variable = "BOARD_CLUSTER"

  /// - Parameter environment: returns the value of a variable, or nil where it is not set.
  /// - Throws: `Clusters.Unknown`; an error about `BOARD_URL` where that is no address.
  public init(_ folders: BoardFolders, environment: (String) -> String?) throws {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let clusters = Clusters(folders)
    let used = clusters.used
    name = value(Self.variable) ?? used
    isUsual = name == used
    self.folders = folders
    let joined = name == Clusters.own ? nil : try clusters.find(name)
    identityFolder = joined?.identity ?? IdentityFolder(folders.identity)
    if let text = value("BOARD_URL") {
      do {
        place = .named(try CoordinatorURL(text))
      } catch {
        throw Clusters.Unusable(description: "BOARD_URL: \(error)")
      }
    } else if let joined {
      place = .joined(joined)
    } else {
      place = .own(LocalCoordinator(folders: folders, program: LocalCoordinator.ownProgram))
    }
  }

  public init(_ folders: BoardFolders) throws {
    try self.init(folders) { name in getenv(name).map { String(cString: $0) } }
  }

  /// Has this process, and whatever it starts, choose the cluster of that name.
  public static func choose(_ name: String) { setenv(variable, name, 1) }

  /// Has the programs that this process starts work with the same cluster, also where a person uses
  /// another one meanwhile.
  public func hand() { Self.choose(name) }

  /// The words that follow `board` to name this cluster: none where it is chosen anyway.
  public var option: String { isUsual ? "" : " --cluster \(name)" }

  /// Who this device is in the cluster. A certificate that has ended counts: it is renewed on the way
  /// to the coordinator. In an empty folder of the user's own an identity is made.
  /// - Throws: `IdentityError`.
  public func identity() throws -> Identity {
    switch place {
    // A coordinator elsewhere accepts no identity that a person has certified for themselves.
    case .named, .joined: try identityFolder.load(allowingExpired: true)
    case .own: try identityFolder.open(SystemNames(), besides: folders.storeThatIsThere)
    }
  }

  /// The TLS settings of this device for as long as the program runs.
  public var access: DeviceAccess {
    switch place {
    case .named, .joined: DeviceAccess(identityFolder, signsItself: nil)
    case .own: DeviceAccess(identityFolder, signsItself: folders)
    }
  }
}
