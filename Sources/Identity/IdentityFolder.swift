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

  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Loads the identity. In an empty or missing folder it first makes an authority of a new
  /// cluster, a coordinator's certificate, and one for this user and device; of several processes
  /// that start at once, one does and the others load the result. Where the authority's key is in
  /// the folder, certificates outside their validity period are renewed first.
  ///
  /// - Parameters:
  ///   - store: the folder of boards that exist already, if there are any. They belong to an
  ///     identity, and a new one would shut everybody out of them: none is made.
  ///   - now: in seconds since 1970.
  /// - Throws: `IdentityError`.
  public func open(
    user: UserName, device: NamePart, besides store: String? = nil,
    now: Int = SystemClock.seconds
  ) throws -> Identity {
    if !isComplete {
      if let store { throw lost(store) }
      try SecretFiles.makeFolder(path)
      try SecretFiles.requirePrivate(folder: path)
      try SecretFiles.locked(Self.lock, in: path) {
        if !isComplete { try make(user: user, device: device, now: now) }
      }
    }
    try renew(now: now)
    return try load(now: now)
  }

  /// Loads and checks the identity, and changes nothing. Throws `IdentityError`.
  ///
  /// - Parameter now: in seconds since 1970.
  public func load(now: Int = SystemClock.seconds) throws -> Identity {
    guard
      let authorityPEM = try SecretFiles.read(file(Pair.authority.certificate), .anyoneMayRead)
    else { throw missing(Pair.authority.certificate) }
    try SecretFiles.requirePrivate(folder: path)
    let what = file(Pair.authority.certificate)
    let authority = try Certificate(pem: authorityPEM, what: what)
    guard let organization = authority.organization else {
      throw IdentityError(kind: .malformedFile, detail: "\(what) names no team")
    }
    let cluster = try NamePart(organization)
    try requireValid(authority, what, now)
    guard let user = try credentials(.user, authority, authorityPEM, now) else {
      throw missing(Pair.user.certificate)
    }
    guard case .device(cluster, let userName, let device) = user.name else {
      throw IdentityError(
        kind: .malformedFile,
        detail: "\(file(Pair.user.certificate)) names \(user.name), "
          + "which is no device of team \(cluster)")
    }
    let coordinator = try credentials(.coordinator, authority, authorityPEM, now)
    if let name = coordinator?.name, name != .coordinator(cluster: cluster) {
      throw IdentityError(
        kind: .malformedFile,
        detail: "\(file(Pair.coordinator.certificate)) names \(name), "
          + "which is not the coordinator of team \(cluster)")
    }
    return Identity(
      cluster: cluster, user: userName, device: device, credentials: user.credentials,
      coordinator: coordinator?.credentials,
      authority: try self.authority(cluster, authority, authorityPEM))
  }

  private var isComplete: Bool {
    SecretFiles.exists(file(Pair.authority.certificate))
      && !SecretFiles.exists(file(Self.marker))
  }

  func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  // MARK: First start

  private func make(user: UserName, device: NamePart, now: Int) throws {
    let validity = Validity.tenYears(now: now)
    try begin()
    let authority = try Authority.create(cluster: .random(), validity: validity)
    let identity = try authority.mint(user: user, device: device, validity: validity)
    try write(authority.key, authority.certificate, as: .authority)
    let coordinator = try authority.mintCoordinator(validity: validity)
    try write(coordinator.privateKey, coordinator.certificateChain, as: .coordinator)
    try write(
      identity.credentials.privateKey, identity.credentials.certificateChain, as: .user)
    try SecretFiles.remove(Self.marker, in: path)
  }

  /// Sets the marker. The files of an interrupted first start have never been used and are removed.
  /// Nothing else may be overwritten, in particular no key whose authority's certificate got lost.
  private func begin() throws {
    let names = Pair.allCases.flatMap { [$0.certificate, $0.key] }
    if SecretFiles.exists(file(Self.marker)) {
      for name in names { try SecretFiles.remove(name, in: path) }
    }
    for name in names where SecretFiles.exists(file(name)) {
      throw IdentityError(
        kind: .occupied,
        detail: "\(file(name)) is there but \(Pair.authority.certificate) is missing: restore "
          + "it from a backup, or move the folder \(path) away to begin anew")
    }
    try SecretFiles.write([], to: Self.marker, in: path, .ownerOnly)
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

  // MARK: Checks

  /// Loads and checks a pair; nil when neither the certificate nor the key is there.
  private func credentials(
    _ pair: Pair, _ authority: borrowing Certificate, _ authorityPEM: [UInt8], _ now: Int
  ) throws -> (name: PeerName, credentials: TLSCredentials)? {
    let what = file(pair.certificate)
    let pem = try SecretFiles.read(what, .anyoneMayRead)
    let keyPEM = try SecretFiles.read(file(pair.key), .ownerOnly)
    guard let pem, let keyPEM else {
      if pem == nil, keyPEM == nil { return nil }
      throw missing(pem == nil ? pair.certificate : pair.key)
    }
    let certificate = try Certificate(pem: pem, what: what)
    try requireKey(keyPEM, pair, for: certificate)
    guard certificate.isSigned(by: authority) else {
      throw IdentityError(
        kind: .foreignCertificate,
        detail: "\(what) was not issued by \(file(Pair.authority.certificate)): copy both "
          + "from the same authority, or mint a new certificate with boardd mint")
    }
    try requireValid(certificate, what, now)
    do {
      return (
        try certificate.name,
        TLSCredentials(certificateChain: pem, privateKey: keyPEM, authority: authorityPEM)
      )
    } catch let error as IdentityError {
      throw IdentityError(kind: .malformedFile, detail: "\(what): \(error)")
    }
  }

  private func authority(
    _ cluster: NamePart, _ certificate: borrowing Certificate, _ pem: [UInt8]
  ) throws -> Authority? {
    guard let key = try SecretFiles.read(file(Pair.authority.key), .ownerOnly) else {
      return nil
    }
    try requireKey(key, .authority, for: certificate)
    return Authority(cluster: cluster, certificate: pem, key: key)
  }

  func requireKey(
    _ pem: [UInt8], _ pair: Pair, for certificate: borrowing Certificate
  ) throws {
    let key = try PrivateKey(pem: pem, what: file(pair.key))
    guard certificate.matches(key) else {
      throw IdentityError(
        kind: .keyMismatch,
        detail: "\(file(pair.key)) does not belong to \(file(pair.certificate)): restore "
          + "the two files together")
    }
  }

  private func requireValid(
    _ certificate: borrowing Certificate, _ what: String, _ now: Int
  ) throws {
    guard certificate.isValid(at: now) else {
      throw IdentityError(
        kind: .expired,
        detail: "\(what) has expired or is not valid yet: set this machine's clock if it is wrong, "
          + "else make a new certificate with boardd mint where the authority is kept")
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

  private func missing(_ name: String) -> IdentityError {
    IdentityError(
      kind: .missing,
      detail: "\(file(name)) is missing: restore it from a backup, or mint a new identity for "
        + "this device with boardd mint where the authority is kept; a new coordinator makes its "
        + "own when it is first started with boardd --data")
  }
}
