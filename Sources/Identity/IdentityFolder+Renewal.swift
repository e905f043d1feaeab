// Certificates whose time is not now, where the authority's key is at hand: a clock was wrong when
// they were made, or is wrong now, or they have ended. Nobody must stay out of their own boards
// for that.
extension IdentityFolder {
  /// Makes them anew, for the same names and keys.
  ///
  /// - Parameter now: in seconds since 1970.
  func renew(now: Int) throws {
    guard SecretFiles.exists(self.file(Pair.authority.key)), try !self.outOfTime(now).isEmpty
    else { return }
    try SecretFiles.locked(Self.lock, in: self.path) {
      for pair in try self.outOfTime(now) { try self.renew(pair, now) }
    }
  }

  /// The authority first. What cannot be read is not for here: loading says what is wrong with it.
  private func outOfTime(_ now: Int) throws -> [Pair] {
    try Pair.allCases.filter { pair in
      guard let pem = try SecretFiles.read(self.file(pair.certificate), .anyoneMayRead),
        let certificate = try? Certificate(pem: pem, what: self.file(pair.certificate))
      else { return false }
      return !certificate.isValid(at: now)
    }
  }

  /// One file changes, whole; its key stays. So nothing has to fit that is not there yet.
  private func renew(_ pair: Pair, _ now: Int) throws {
    let name = self.file(Pair.authority.certificate)
    guard let pem = try SecretFiles.read(name, .anyoneMayRead),
      let key = try SecretFiles.read(self.file(Pair.authority.key), .ownerOnly),
      let organization = try Certificate(pem: pem, what: name).organization
    else { return }
    let authority = Authority(
      cluster: try NamePart(organization), certificate: pem, key: key)
    try self.requireKey(key, .authority, for: Certificate(pem: pem, what: name))
    let validity = Validity.tenYears(now: now)
    let renewed: [UInt8]
    switch pair {
    case .authority: renewed = try authority.renewed(validity: validity).certificate
    case .coordinator, .user:
      let what = self.file(pair.certificate)
      guard let old = try SecretFiles.read(what, .anyoneMayRead),
        let key = try SecretFiles.read(self.file(pair.key), .ownerOnly)
      else { return }
      let certificate = try Certificate(pem: old, what: what)
      // A certificate that another authority gave is not this one's to renew.
      guard certificate.isSigned(by: try Certificate(pem: pem, what: name)) else { return }
      try self.requireKey(key, pair, for: certificate)
      renewed = try authority.renewed(certificate.name, key: key, validity: validity)
    }
    try SecretFiles.write(renewed, to: pair.certificate, in: self.path, .anyoneMayRead)
  }
}
