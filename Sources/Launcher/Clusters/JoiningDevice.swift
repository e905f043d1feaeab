import Files
public import Identity
public import Transport
public import Wire

/// The files of a device that joins a cluster, up to the moment in which they become a cluster of
/// this device.
///
/// They lie in a folder of their own for each invitation, which becomes the cluster's folder in one
/// step. So a join that was killed at any moment goes on where it stopped, with the same key, which is
/// what makes the coordinator give the same answer again.
public struct JoiningDevice: Sendable {
  private let clusters: Clusters
  private let folders: BoardFolders
  private let line: InvitationLine
  private let staged: JoinedCluster
  /// Whether an earlier attempt with the same invitation left files, of which the coordinator may have
  /// certified the key.
  private let wasBegun: Bool
  /// What the cluster will be called on this device.
  public let name: String

  /// What has to be done.
  public enum Start: Sendable {
    /// This invitation has been used here: the cluster is joined.
    case done(IdentityName)
    /// A signing request, PKCS #10 in DER, of which the coordinator wants to see the key.
    case ask(request: [UInt8])
    /// The certificate came before this was interrupted: only `adopt` is left.
    case adopt
  }

  /// Why this device does not join.
  public enum Refusal: Error, Hashable, Sendable {
    /// The name stands for a cluster that this device has joined, as that user and device.
    case joined(as: String, user: String, device: String)
    /// The name stands for another cluster.
    case otherCluster(name: String, cluster: String)
    /// The certificate is for another user than the one who has joined here.
    case otherUser(name: String, there: String, given: String)
    case otherDevice(asked: String, given: String)
  }

  /// - Parameter name: what the cluster is to be called here; nil for its own name.
  /// - Throws: an error where it cannot be called so.
  public init(_ line: InvitationLine, as name: String?, _ folders: BoardFolders) throws {
    self.line = line
    self.folders = folders
    clusters = Clusters(folders)
    self.name = try Clusters.name(name ?? line.cluster.description)
    let token = line.token.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined()
    staged = JoinedCluster(name: self.name, folder: folders.clusters + "/.joining-" + token)
    wasBegun = ((try? Folder.size(of: staged.folder)) ?? nil) != nil
  }

  /// The coordinator's addresses, in the order in which they are tried.
  public var addresses: [Endpoint] {
    line.addresses.map { Endpoint(host: $0.host, port: $0.port) }
  }

  private var there: JoinedCluster? { clusters[name] }

  /// Who this device is in the cluster of the invitation under that name; nil where it has not joined
  /// it.
  public var known: IdentityName? {
    there?.identity.deviceName().flatMap { $0.cluster == line.cluster ? $0 : nil }
  }

  /// Removes what this attempt has made, of which no coordinator can have certified the key. What an
  /// earlier one left stays.
  public func discard() {
    if !wasBegun { Clusters.sweep(staged.folder) }
  }

  /// Which invitation a cluster was joined by. Its token is no secret.
  private static func invitationPath(_ cluster: JoinedCluster) -> String {
    cluster.folder + "/invitation"
  }

  /// Prepares the key. Blocks.
  /// - Parameter replaces: whether an identity that this device has in the cluster gives way.
  /// - Throws: `Refusal`, `IdentityError`, or a failure to write.
  public func start(replaces: Bool) throws -> Start {
    if let there {
      let device = there.identity.deviceName()
      if let device, isJoinedByThis(there) { return .done(device) }
      if let device { try check(device, in: there, replaces: replaces) }
    }
    // Files of a join by the same invitation are there where it was interrupted.
    if isJoinedByThis(staged), (try? staged.identity.load()) != nil { return .adopt }
    try Folder.make(staged.folder)
    try staged.write(addresses)
    try Folder.replace(Self.invitationPath(staged), with: line.token, synced: true)
    return .ask(request: try staged.identity.prepareKey())
  }

  private func isJoinedByThis(_ cluster: JoinedCluster) -> Bool {
    guard let token = try? OpenFile(Self.invitationPath(cluster), .read).read(line.token.count + 1)
    else { return false }
    return token == line.token
  }

  /// An identity that works is kept, unless it is to be replaced; one that has ended is of no use.
  private func check(_ device: IdentityName, in there: JoinedCluster, replaces: Bool) throws {
    guard device.cluster == line.cluster else {
      throw Refusal.otherCluster(name: name, cluster: device.cluster.description)
    }
    guard !replaces, (try? there.identity.load()) != nil else { return }
    throw Refusal.joined(
      as: name, user: device.user.description, device: device.device.description)
  }

  /// Installs the certificate. Blocks.
  /// - Parameter address: the address that gave the certificate.
  /// - Throws: `IdentityError` where the certificate is not for this device's key and the cluster.
  public func install(_ answer: CertificateMessage, from address: Endpoint) throws {
    try staged.identity.install(certificate: answer.certificate, authority: answer.authority)
    staged.noteReached(address)
  }

  /// Makes the files a cluster of this device: the one that is used. Blocks.
  /// - Parameter device: the name that was asked for.
  /// - Throws: `Refusal`, `IdentityError`, or a failure to write. Doing the same again is safe.
  public func adopt(device: NamePart) throws -> IdentityName {
    _ = try staged.identity.load()
    guard let given = staged.identity.deviceName() else {
      throw Refusal.otherDevice(asked: device.description, given: "")
    }
    guard given.cluster == line.cluster else {
      throw Refusal.otherCluster(name: name, cluster: given.cluster.description)
    }
    guard given.device == device else {
      throw Refusal.otherDevice(asked: device.description, given: given.device.description)
    }
    if let there {
      if let old = there.identity.deviceName(), old.user != given.user {
        throw Refusal.otherUser(
          name: name, there: old.user.description, given: given.user.description)
      }
      try clusters.forget(there)
    }
    try Folder.rename(staged.folder, to: clusters.cluster(named: name).folder)
    try Folder.sync(folders.clusters)
    try clusters.use(name)
    return given
  }

  /// Makes the cluster, which this device joined by the same invitation before, the one that is used.
  public func useAgain() throws { try clusters.use(name) }
}
