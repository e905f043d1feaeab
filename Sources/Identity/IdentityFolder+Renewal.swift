public import TLS

// Renewal of certificates where the authority's key is in the folder. Those that are due are made
// anew, and those outside their validity period: a clock was wrong when they were made, or is wrong
// now, or they have expired. None of these may lock people out of their own boards.
extension IdentityFolder {
  /// Renews the authority's certificate, with the same key: who has joined goes on. It must still be
  /// valid.
  ///
  /// - Parameter now: in seconds since 1970.
  /// - Returns: when the new one is valid.
  /// - Throws: `IdentityError`, of kind `windowOnly` where the authority's key is not in the folder.
  @discardableResult
  public func renewAuthority(now: Int = SystemClock.seconds) throws -> Validity {
    guard SecretFiles.exists(file(Pair.authority.key)) else {
      throw IdentityError(
        kind: .windowOnly,
        detail: "\(file(Pair.authority.key)) is not there, and only with it can the authority be "
          + "renewed: do this where the coordinator was first started, or bring the file from a "
          + "backup")
    }
    try SecretFiles.requirePrivate(folder: path)
    return try SecretFiles.locked(Self.lock, in: path) {
      let name = file(Pair.authority.certificate)
      if let pem = try SecretFiles.read(name, .anyoneMayRead) {
        try requireValid(Certificate(pem: pem, what: name), .authority, now)
      }
      let validity = Validity.authority(now: now)
      try renew(.authority, now)
      return validity
    }
  }

  /// Renews what is due, for a coordinator that has been running for long. Another process may have
  /// done so before.
  ///
  /// - Parameters:
  ///   - current: the credentials that the coordinator uses.
  ///   - now: in seconds since 1970.
  /// - Returns: the coordinator's credentials where they are others than `current`, or, where that
  ///   is nil, than before the call; else nil.
  /// - Throws: `IdentityError`.
  public func renewCoordinator(
    unlike current: TLSCredentials? = nil, now: Int = SystemClock.seconds
  ) throws -> TLSCredentials? {
    let before = try current ?? coordinatorCredentials()
    try renew(now: now, renewingAuthority: false)
    let after = try coordinatorCredentials()
    let isSame =
      before?.certificateChain == after?.certificateChain && before?.authority == after?.authority
    return isSame ? nil : after
  }

  private func coordinatorCredentials() throws -> TLSCredentials? {
    let what = file(Pair.authority.certificate)
    guard let pem = try SecretFiles.read(what, .anyoneMayRead) else { return nil }
    return try credentials(.coordinator, Certificate(pem: pem, what: what), pem)?.credentials
  }

  /// Replaces certificates that are due, or outside their validity period, by new ones for the same
  /// names and keys.
  func renew(now: Int, renewingAuthority: Bool) throws {
    guard SecretFiles.exists(file(Pair.authority.key)),
      try !due(now, renewingAuthority).isEmpty
    else { return }
    try SecretFiles.locked(Self.lock, in: path) {
      try completeInstall()
      for pair in try due(now, renewingAuthority) { try renew(pair, now) }
    }
  }

  /// The pairs to be renewed, the authority first. A certificate that cannot be read is left out,
  /// since `load` reports what is wrong with it.
  private func due(_ now: Int, _ renewingAuthority: Bool) throws -> [Pair] {
    try Pair.allCases.filter { pair in
      guard let validity = try validity(of: pair) else { return false }
      let isDue =
        switch pair {
        case .authority: renewingAuthority && validity.isRenewalDue(at: now)
        case .coordinator, .user: validity.isRenewalDue(at: now)
        }
      return isDue || !validity.contains(now)
    }
  }

  /// Nil where the certificate is missing or cannot be read.
  func validity(of pair: Pair) throws -> Validity? {
    let name = file(pair.certificate)
    guard let pem = try SecretFiles.read(name, .anyoneMayRead),
      let certificate = try? Certificate(pem: pem, what: name)
    else { return nil }
    return try? certificate.validity(name)
  }

  /// Replaces the certificate's file in one step and keeps the key's, so that the two match at any
  /// moment.
  private func renew(_ pair: Pair, _ now: Int) throws {
    let name = file(Pair.authority.certificate)
    guard let pem = try SecretFiles.read(name, .anyoneMayRead),
      let key = try SecretFiles.read(file(Pair.authority.key), .ownerOnly)
    else { return }
    let issuer = try Certificate(pem: pem, what: name)
    try requireKey(key, .authority, for: issuer)
    let authority = try Authority(cluster: cluster(of: issuer, name), certificate: pem, key: key)
    let renewed: [UInt8]?
    switch pair {
    case .authority: renewed = try authority.renewed(validity: .authority(now: now)).certificate
    case .coordinator:
      renewed = try self.renewed(pair, by: authority, validity: .coordinator(now: now))
    case .user: renewed = try self.renewed(pair, by: authority, validity: .device(now: now))
    }
    guard let renewed else { return }
    try SecretFiles.write(renewed, to: pair.certificate, in: path, .anyoneMayRead)
  }

  /// Nil where there is nothing to renew, or another authority has signed it.
  private func renewed(
    _ pair: Pair, by authority: Authority, validity: Validity
  ) throws -> [UInt8]? {
    let what = file(pair.certificate)
    guard let old = try SecretFiles.read(what, .anyoneMayRead),
      let key = try SecretFiles.read(file(pair.key), .ownerOnly)
    else { return nil }
    let certificate = try Certificate(pem: old, what: what)
    let issuer = try Certificate(
      pem: authority.certificate, what: file(Pair.authority.certificate))
    guard certificate.isSigned(by: issuer) else { return nil }
    try requireKey(key, pair, for: certificate)
    return try authority.renewed(certificate.name, key: key, validity: validity)
  }
}
