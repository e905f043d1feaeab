import Files
public import Identity

/// The clusters that this device has joined, and which of them is used where none is named.
public struct Clusters: Sendable {
  private let folders: BoardFolders

  public init(_ folders: BoardFolders) {
    self.folders = folders
  }

  /// The name of this user's own coordinator, which no joined cluster has.
  public static let own = "own"

  /// There is no cluster of that name on this device.
  public struct Unknown: Error, CustomStringConvertible {
    public let description: String
    /// The names that there are.
    public let names: [String]
  }

  /// Reads a name for a cluster on this device.
  /// - Throws: `IdentityError` where it can be no name, or is the one of the own coordinator.
  public static func name(_ text: String) throws -> String {
    let name = try NamePart(text).description
    guard name != own else {
      throw Unusable(
        description: "\(own) is what your own coordinator is called: choose another name")
    }
    guard !name.hasPrefix("."), !name.hasPrefix("-") else {
      throw Unusable(
        description: "\(name.debugDescription) cannot name a cluster: begin with a letter or digit")
    }
    return name
  }

  public struct Unusable: Error, CustomStringConvertible {
    public let description: String
  }

  /// The identity of this user's own cluster.
  public var ownIdentity: IdentityFolder { IdentityFolder(folders.identity) }

  /// The joined clusters, by their names. What a join that was interrupted left is none.
  public var joined: [JoinedCluster] {
    ((try? Folder.names(in: folders.clusters)) ?? []).compactMap { self[$0] }
  }

  /// Whether this device knows more than one cluster, its user's own among them.
  public var areSeveral: Bool { joined.count + (ownIdentity.isWhole ? 1 : 0) > 1 }

  /// The joined cluster of a name; nil where there is none.
  public subscript(name: String) -> JoinedCluster? {
    guard (try? Self.name(name)) != nil else { return nil }
    let cluster = self.cluster(named: name)
    guard (try? Folder.size(of: cluster.identity.path)) ?? nil != nil else { return nil }
    return cluster
  }

  func cluster(named name: String) -> JoinedCluster {
    JoinedCluster(name: name, folder: folders.clusters + "/" + name)
  }

  /// - Throws: `Unknown`, which says what there is.
  public func find(_ name: String) throws -> JoinedCluster {
    if let found = self[name] { return found }
    let names = [Self.own] + joined.map(\.name)
    throw Unknown(
      description: "this device has joined no cluster \(name.debugDescription): `board clusters` "
        + "lists what there is, and `board join LINE` joins one", names: names)
  }

  /// The name of the one that is used where none is named.
  public var used: String {
    guard let bytes = try? OpenFile(folders.usedCluster, .read).read(Self.longest) else {
      return Self.own
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? Self.own : String(decoding: line, as: UTF8.self)
  }

  /// The longest name and the end of its line, in bytes.
  private static let longest = NamePart.longest + 1

  /// Makes a cluster the one that is used where none is named.
  /// - Parameter name: one that there is.
  public func use(_ name: String) throws {
    if name == Self.own {
      try Folder.remove(folders.usedCluster)
    } else {
      try Folder.replace(folders.usedCluster, with: Array("\(name)\n".utf8), synced: true)
    }
  }

  /// Removes a cluster with its keys. What its windows keep stays.
  public func forget(_ cluster: JoinedCluster) throws {
    if used == cluster.name { try use(Self.own) }
    // In one step, so that no half of a cluster is left where this process is killed.
    let gone = folders.clusters + "/.gone-" + cluster.name
    Self.sweep(gone)
    try Folder.rename(cluster.folder, to: gone)
    Self.sweep(gone)
  }

  static func sweep(_ folder: String) {
    for below in [folder + "/identity", folder] {
      for name in (try? Folder.names(in: below)) ?? [] {
        _ = try? Folder.remove(below + "/" + name)
      }
      try? Folder.removeEmpty(below)
    }
  }
}
