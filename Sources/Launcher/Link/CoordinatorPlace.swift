public import Transport

/// The place of a coordinator.
public enum CoordinatorPlace: Sendable {
  /// The coordinator that `BOARD_URL` names.
  case named(CoordinatorURL)
  /// That of a cluster that this device has joined.
  case joined(JoinedCluster)
  /// This user's own coordinator, started when it does not run.
  case own(LocalCoordinator)

  /// The place in words for people. It does not identify a window's files, which are kept by
  /// cluster: the coordinator may move.
  public var name: String {
    switch self {
    case .named(let url): "\(url)"
    case .joined(let cluster):
      (try? cluster.writtenAddresses())?.first.map { "\(CoordinatorURL(endpoint: $0))" }
        ?? cluster.name
    case .own: "this device's own"
    }
  }

  /// Tells the file with the addresses from the one that was there before.
  var stamp: FileStamp {
    switch self {
    case .named, .own: FileStamp([])
    case .joined(let cluster): FileStamp([cluster.addressPath])
    }
  }

  /// The addresses in the order in which they are tried; nil for this user's own coordinator, which
  /// is looked for at each dial. Reads files.
  /// - Throws: `JoinedCluster.UnusableAddresses`.
  public func addresses() throws -> [Endpoint]? {
    switch self {
    case .named(let url): [url.endpoint]
    case .joined(let cluster): try cluster.addresses()
    case .own: nil
    }
  }
}
