import Glibc

// A certificate that comes over the network, when a device joins or renews. The key is made here and
// waits in `next.key`; then key and certificate replace the old ones together.
extension IdentityFolder {
  /// The steps of an installation. Whoever is killed behind any of them leaves a folder in which the
  /// old or the new pair is complete, or becomes so with the next `load`.
  enum InstallStep: CaseIterable {
    /// `next.pem` is written.
    case writeCertificate
    /// `authority.pem` is replaced; it has the key of the old one, so that both fit both pairs.
    case writeAuthority
    /// `next.key` becomes `user.key`.
    case placeKey
    /// `next.pem` becomes `user.pem`.
    case placeCertificate
  }

  /// Makes this device's next key, or finds the one that an interrupted join or renewal has made: a
  /// repeated request is for the same key, until a certificate for it is installed. The folder is
  /// made where it is missing. Throws `IdentityError`.
  ///
  /// - Returns: the request to have the key signed, PKCS #10 in DER.
  public func prepareKey() throws -> [UInt8] {
    try SecretFiles.makeFolder(path)
    try SecretFiles.requirePrivate(folder: path)
    return try SecretFiles.locked(Self.lock, in: path) {
      try completeInstall()
      let what = file(Self.nextKey)
      if let pem = try SecretFiles.read(what, .ownerOnly) {
        return try SigningRequest.make(for: PrivateKey(pem: pem, what: what))
      }
      let key = try PrivateKey()
      try SecretFiles.write(try key.pem(), to: Self.nextKey, in: path, .ownerOnly)
      return try SigningRequest.make(for: key)
    }
  }

  /// Makes the waiting key and its certificate this device's pair. The folder may be without an
  /// identity; else both certificates must come from the authority that it has.
  ///
  /// - Parameters:
  ///   - certificate: this device's, in DER.
  ///   - authority: the authority's, in DER.
  /// - Throws: `IdentityError`; then nothing has changed, or the next `load` completes what was
  ///   begun.
  public func install(certificate: [UInt8], authority: [UInt8]) throws {
    try install(certificate: certificate, authority: authority, steps: InstallStep.allCases)
  }

  /// Takes only some of the steps, as one does who is killed.
  func install(certificate: [UInt8], authority: [UInt8], steps: [InstallStep]) throws {
    try SecretFiles.requirePrivate(folder: path)
    try SecretFiles.locked(Self.lock, in: path) {
      try completeInstall()
      let certificate = try Certificate(der: certificate, what: "the certificate that came")
      let authority = try Certificate(der: authority, what: Self.authorityThatCame)
      try requireWaitingKey(for: certificate)
      try requireChain(certificate, authority)
      try requireBegun(certificate)
      if isComplete {
        try requireSameAuthority(authority)
      } else {
        try requireUnused()
      }
      for step in steps { try take(step, certificate, authority) }
    }
  }

  private func take(
    _ step: InstallStep, _ certificate: borrowing Certificate, _ authority: borrowing Certificate
  ) throws {
    switch step {
    case .writeCertificate:
      try SecretFiles.write(
        certificate.pem(), to: Self.nextCertificate, in: path, .anyoneMayRead)
    case .writeAuthority:
      try SecretFiles.write(
        authority.pem(), to: Pair.authority.certificate, in: path, .anyoneMayRead)
    case .placeKey:
      try SecretFiles.rename(Self.nextKey, to: Pair.user.key, in: path)
    case .placeCertificate:
      try SecretFiles.rename(Self.nextCertificate, to: Pair.user.certificate, in: path)
    }
  }

  /// Takes the steps that an interrupted installation has left. The caller holds the lock.
  ///
  /// A certificate that waits for neither key has been left by something else, and is removed. Before
  /// the authority's certificate is there, nothing of the installation counts: it is made again.
  func completeInstall() throws {
    let what = file(Self.nextCertificate)
    guard let pem = try SecretFiles.read(what, .anyoneMayRead),
      let authorityPEM = try SecretFiles.read(file(Pair.authority.certificate), .anyoneMayRead)
    else { return }
    guard let certificate = try? Certificate(pem: pem, what: what),
      let authority = try? Certificate(pem: authorityPEM, what: file(Pair.authority.certificate)),
      certificate.isSigned(by: authority)
    else { return try SecretFiles.remove(Self.nextCertificate, in: path) }
    if try isKey(Self.nextKey, of: certificate) {
      try SecretFiles.rename(Self.nextKey, to: Pair.user.key, in: path)
    } else if try !isKey(Pair.user.key, of: certificate) {
      return try SecretFiles.remove(Self.nextCertificate, in: path)
    }
    try SecretFiles.rename(Self.nextCertificate, to: Pair.user.certificate, in: path)
  }

  private func isKey(_ name: String, of certificate: borrowing Certificate) throws -> Bool {
    guard let pem = try SecretFiles.read(file(name), .ownerOnly) else { return false }
    return certificate.matches(try PrivateKey(pem: pem, what: file(name)))
  }

  // MARK: Checks

  private static let authorityThatCame = "the authority's certificate that came"

  private func requireWaitingKey(for certificate: borrowing Certificate) throws {
    guard SecretFiles.exists(file(Self.nextKey)) else {
      throw IdentityError(
        kind: .missing,
        detail:
          "\(file(Self.nextKey)) is missing, for which the certificate was made: join or renew "
          + "again")
    }
    guard try isKey(Self.nextKey, of: certificate) else {
      throw IdentityError(
        kind: .keyMismatch,
        detail: "the certificate that came is for another key than \(file(Self.nextKey)): join or "
          + "renew again")
    }
  }

  /// Throws unless the authority has signed itself and the certificate, and both are of one cluster.
  private func requireChain(
    _ certificate: borrowing Certificate, _ authority: borrowing Certificate
  ) throws {
    guard authority.isSigned(by: authority), certificate.isSigned(by: authority) else {
      throw IdentityError(
        kind: .foreignCertificate,
        detail: "the certificate that came was not issued by the authority that came with it: "
          + "the coordinator is faulty, ask whoever runs it")
    }
    let name = try certificate.name
    guard case .device(try cluster(of: authority, Self.authorityThatCame), _, _) = name else {
      throw IdentityError(
        kind: .foreignCertificate,
        detail: "the certificate that came names \(name), which is no device of its authority's "
          + "team: the coordinator is faulty, ask whoever runs it")
    }
  }

  /// What this machine could not use yet does not replace what it uses.
  private func requireBegun(
    _ certificate: borrowing Certificate, now: Int = SystemClock.seconds
  ) throws {
    guard try certificate.validity("the certificate that came").from > now else { return }
    throw IdentityError(
      kind: .expired,
      detail: "the certificate that came is not valid yet by this machine's clock: set the clock "
        + "that is wrong, here or where the coordinator runs, and try again")
  }

  private func requireSameAuthority(_ authority: borrowing Certificate) throws {
    let what = file(Pair.authority.certificate)
    guard let pem = try SecretFiles.read(what, .anyoneMayRead) else { return }
    let old = try Certificate(pem: pem, what: what)
    let (mine, theirs) = (
      try cluster(of: old, what), try cluster(of: authority, Self.authorityThatCame)
    )
    guard mine == theirs, try old.keyHash() == authority.keyHash() else {
      throw IdentityError(
        kind: .foreignCertificate,
        detail: "\(path) holds the identity of a device of team \(mine), and the certificate that "
          + "came is of another authority (team \(theirs)): join in a folder of its own")
    }
  }

  // MARK: When

  /// Lets one of all processes and threads renew this device's certificate over the network.
  ///
  /// - Returns: nil while another one does.
  /// - Throws: `IdentityError` where the lock cannot be used.
  public func tryLockRenewal() throws -> RenewalLock? {
    try SecretFiles.requirePrivate(folder: path)
    return try SecretFiles.tryLock(Self.renewalLock, in: path).map { RenewalLock($0) }
  }
}

/// The right to renew a device's certificate, held until the last reference to this is gone.
public final class RenewalLock: Sendable {
  private let file: CInt

  /// Takes the open and locked file.
  init(_ file: CInt) {
    self.file = file
  }

  deinit {
    // A child that is just being started may still share the file: closing would not release it.
    flock(file, LOCK_UN)
    close(file)
  }
}
