import TLS

// Reading an identity, and what must hold for it to be used.
extension IdentityFolder {
  /// Loads and checks the identity. It changes nothing, except that it completes an `install` that
  /// was interrupted. Throws `IdentityError`.
  ///
  /// - Parameters:
  ///   - now: in seconds since 1970.
  ///   - allowingExpired: whether the device's own certificate may have ended up to 30 days ago, so
  ///     that it can be renewed late.
  public func load(
    now: Int = SystemClock.seconds, allowingExpired: Bool = false
  ) throws -> Identity {
    if SecretFiles.exists(file(Self.nextCertificate)) {
      try SecretFiles.locked(Self.lock, in: path) { try completeInstall() }
    }
    do {
      return try read(now, allowingExpired)
    } catch let error as IdentityError where isFromTornReading(error) {
      // The files are read one after another, and another process may have exchanged them in
      // between. Where there is no lock to be had, nobody can have.
      var again: Result<Identity, any Error>?
      try? SecretFiles.locked(Self.lock, in: path) {
        again = Result {
          try completeInstall()
          return try read(now, allowingExpired)
        }
      }
      return try (again ?? .failure(error)).get()
    }
  }

  /// Whether a reader can meet this while another process puts a new key and its certificate in
  /// place.
  private func isFromTornReading(_ error: IdentityError) -> Bool {
    switch error.kind {
    case .keyMismatch: true
    case .missing: SecretFiles.exists(file(Pair.authority.certificate))
    case .malformedName, .permissions, .expired, .foreignCertificate, .malformedFile,
      .malformedRequest, .malformedInvitation, .occupied, .windowOnly, .system, .cryptography:
      false
    }
  }

  private func read(_ now: Int, _ allowingExpired: Bool) throws -> Identity {
    let what = file(Pair.authority.certificate)
    guard let authorityPEM = try SecretFiles.read(what, .anyoneMayRead) else {
      throw missing(Pair.authority.certificate)
    }
    try SecretFiles.requirePrivate(folder: path)
    let authority = try Certificate(pem: authorityPEM, what: what)
    let cluster = try cluster(of: authority, what)
    try requireValid(authority, .authority, now)
    guard let user = try credentials(.user, authority, authorityPEM) else {
      throw missing(Pair.user.certificate)
    }
    guard case .device(cluster, let userName, let device) = user.name else {
      throw IdentityError(
        kind: .malformedFile,
        detail: "\(file(Pair.user.certificate)) names \(user.name), "
          + "which is no device of team \(cluster)")
    }
    try requireValid(
      Certificate(pem: user.credentials.certificateChain, what: file(Pair.user.certificate)), .user,
      now, allowingExpired: allowingExpired)
    let coordinator = try credentials(.coordinator, authority, authorityPEM)
    if let coordinator {
      let what = file(Pair.coordinator.certificate)
      guard coordinator.name == .coordinator(cluster: cluster) else {
        throw IdentityError(
          kind: .malformedFile,
          detail: "\(what) names \(coordinator.name), "
            + "which is not the coordinator of team \(cluster)")
      }
      try requireValid(
        Certificate(pem: coordinator.credentials.certificateChain, what: what), .coordinator, now)
    }
    return Identity(
      cluster: cluster, user: userName, device: device, credentials: user.credentials,
      coordinator: coordinator?.credentials,
      authority: try self.authority(cluster, authority, authorityPEM))
  }

  /// - Parameter what: names the authority's certificate in the error.
  func cluster(of authority: borrowing Certificate, _ what: String) throws -> NamePart {
    guard let organization = authority.organization else {
      throw IdentityError(kind: .malformedFile, detail: "\(what) names no team")
    }
    return try NamePart(organization)
  }

  /// Loads and checks a pair, but not its time; nil when neither the certificate nor the key is
  /// there.
  func credentials(
    _ pair: Pair, _ authority: borrowing Certificate, _ authorityPEM: [UInt8]
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
        detail: "\(what) was not issued by \(file(Pair.authority.certificate)): restore both "
          + "from the same backup, or \(Self.invitedAgain(certificate))")
    }
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
    return try Authority(cluster: cluster, certificate: pem, key: key)
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

  // MARK: The time

  func requireValid(
    _ certificate: borrowing Certificate, _ pair: Pair, _ now: Int, allowingExpired: Bool = false
  ) throws {
    let what = file(pair.certificate)
    let validity = try certificate.validity(what)
    guard !validity.contains(now) else { return }
    let isYoung = now >= validity.from && now - validity.to <= Validity.lateRenewal
    if allowingExpired, pair == .user, isYoung { return }
    let state = now < validity.from ? "is not valid yet by this machine's clock" : "has expired"
    let remedy: String
    if SecretFiles.exists(file(Pair.authority.key)) {
      remedy = "run board here (or start boardd), which makes a new one by itself"
    } else if pair == .coordinator {
      remedy = "bring \(file(Pair.authority.key)) from a backup, with which it is renewed"
    } else if pair == .user, isYoung {
      remedy =
        "start board while the coordinator is reachable, which renews it up to "
        + "\(Validity.lateRenewal / 86_400) days after its end"
    } else {
      remedy = Self.invitedAgain(certificate)
    }
    throw IdentityError(
      kind: .expired,
      detail: "\(what) \(state): set this machine's clock if it is wrong, else \(remedy)")
  }

  /// What a person does whose certificate can no longer be used.
  private static func invitedAgain(_ certificate: borrowing Certificate) -> String {
    let user: String
    if case .device(_, let name, _) = try? certificate.name {
      user = name.description
    } else {
      user = "USER"
    }
    return "ask for a new invitation (boardd invite \(user), where the coordinator runs) and join "
      + "with it (board join)"
  }

  private func missing(_ name: String) -> IdentityError {
    IdentityError(
      kind: .missing,
      detail: "\(file(name)) is missing: restore it from a backup, or ask for an invitation "
        + "(boardd invite USER, where the coordinator runs) and join with it (board join); a new "
        + "coordinator makes its own when it is first started with boardd --data")
  }
}
