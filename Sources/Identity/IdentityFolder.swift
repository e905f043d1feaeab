import TLS

/// A folder that keeps an identity: certificates as `NAME.pem`, private keys as `NAME.key`.
public struct IdentityFolder: Sendable {
  /// A certificate and its private key. A first start makes all three pairs; a window needs only
  /// the user's pair and the authority's certificate.
  enum Pair: String, CaseIterable {
    case authority
    case coordinator
    case user

    var certificate: String { "\(rawValue).pem" }
    var key: String { "\(rawValue).key" }
  }

  /// The file that exists while a first start is under way: the files that an interrupted one left
  /// beside it may be replaced.
  private static let marker = "first-start"
  static let lock = "lock"
  /// The key that waits for its certificate, and the certificate that is about to be put in place
  /// with it (`IdentityFolder+Install.swift`).
  static let nextKey = "next.key"
  static let nextCertificate = "next.pem"
  /// The lock held during a renewal over the network.
  static let renewalLock = "renewal.lock"

  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Loads the identity. In an empty or missing folder it first makes an authority of a new
  /// cluster, a coordinator's certificate, and one for this user and device; of several processes
  /// that start at once, one does and the others load the result. Where the authority's key is in
  /// the folder, certificates that are due or outside their validity period are renewed first.
  ///
  /// - Parameters:
  ///   - cluster: the name of a cluster that is made; nil for random digits.
  ///   - store: the folder of boards that exist already, if there are any. They belong to an
  ///     identity, and a new one would shut everybody out of them: none is made.
  ///   - renewingAuthority: whether the authority's certificate is renewed as soon as it is due, and
  ///     not only outside its validity period. Other devices hear of it when they renew their own.
  ///   - now: in seconds since 1970.
  /// - Throws: `IdentityError`.
  public func open(
    user: UserName, device: NamePart, cluster: NamePart? = nil, besides store: String? = nil,
    renewingAuthority: Bool = false, now: Int = SystemClock.seconds
  ) throws -> Identity {
    if !isComplete {
      if let store { throw lost(store) }
      try SecretFiles.makeFolder(path)
      try SecretFiles.requirePrivate(folder: path)
      try SecretFiles.locked(Self.lock, in: path) {
        if !isComplete { try make(user, device, cluster ?? .random(), now) }
      }
    }
    try renew(now: now, renewingAuthority: renewingAuthority)
    return try load(now: now)
  }

  var isComplete: Bool {
    SecretFiles.exists(file(Pair.authority.certificate))
      && !SecretFiles.exists(file(Self.marker))
  }

  /// Whether a whole identity is there, whoever made it and whether it can be used or not.
  public var isWhole: Bool { isComplete }

  func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  // MARK: First start

  private func make(
    _ user: UserName, _ device: NamePart, _ cluster: NamePart, _ now: Int
  ) throws {
    try begin()
    let authority = try Authority.create(cluster: cluster, validity: .authority(now: now))
    let identity = try authority.mint(user: user, device: device, validity: .device(now: now))
    try write(authority.key, authority.certificate, as: .authority)
    let coordinator = try authority.mintCoordinator(validity: .coordinator(now: now))
    try write(coordinator.privateKey, coordinator.certificateChain, as: .coordinator)
    try write(
      identity.credentials.privateKey, identity.credentials.certificateChain, as: .user)
    try SecretFiles.remove(Self.marker, in: path)
  }

  /// Sets the marker.
  private func begin() throws {
    try requireUnused()
    try SecretFiles.write([], to: Self.marker, in: path, .ownerOnly)
  }

  /// Removes the files of an interrupted first start, which have never been used. Nothing else may be
  /// overwritten, in particular no key whose authority's certificate got lost: throws
  /// `IdentityError` of kind `occupied` where there is such a file.
  func requireUnused() throws {
    let names = Pair.allCases.flatMap { [$0.certificate, $0.key] }
    if SecretFiles.exists(file(Self.marker)) {
      for name in names { try SecretFiles.remove(name, in: path) }
      try SecretFiles.remove(Self.marker, in: path)
    }
    for name in names where SecretFiles.exists(file(name)) {
      throw IdentityError(
        kind: .occupied,
        detail: "\(file(name)) is there but \(Pair.authority.certificate) is missing: restore "
          + "it from a backup, or move the folder \(path) away to begin anew")
    }
  }

  private func lost(_ store: String) -> IdentityError {
    IdentityError(
      kind: .missing,
      detail: "\(store) holds boards, and the identity they belong to is not in \(path): "
        + "bring that folder (authority.pem, authority.key and the others) from its old place or "
        + "from a backup. A new identity would shut out everybody who has joined, so none was "
        + "made; to begin with no boards, move \(store) away")
  }

  private func write(_ key: [UInt8], _ certificate: [UInt8], as pair: Pair) throws {
    try SecretFiles.write(key, to: pair.key, in: path, .ownerOnly)
    try SecretFiles.write(certificate, to: pair.certificate, in: path, .anyoneMayRead)
  }

  /// Writes the files that a window on another machine needs: `authority.pem`, `user.pem` and
  /// `user.key`. Throws `IdentityError` of kind `occupied` when an identity is there already.
  public func write(_ identity: Identity) throws {
    try SecretFiles.makeFolder(path)
    try SecretFiles.requirePrivate(folder: path)
    try SecretFiles.locked(Self.lock, in: path) {
      if isComplete {
        throw IdentityError(
          kind: .occupied, detail: "\(path) already holds an identity: choose another folder")
      }
      try begin()
      let credentials = identity.credentials
      try write(credentials.privateKey, credentials.certificateChain, as: .user)
      try SecretFiles.write(
        credentials.authority, to: Pair.authority.certificate, in: path, .anyoneMayRead)
      try SecretFiles.remove(Self.marker, in: path)
    }
  }
}
