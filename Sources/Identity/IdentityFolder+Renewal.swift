// Renewal of certificates that are outside their validity period, where the authority's key is in
// the folder: a clock was wrong when they were made, or is wrong now, or they have expired. None of
// these may lock people out of their own boards.
extension IdentityFolder {
  /// Replaces such certificates by new ones for the same names and keys.
  ///
  /// - Parameter now: in seconds since 1970.
  func renew(now: Int) throws {
    guard SecretFiles.exists(file(Pair.authority.key)), try !outOfTime(now).isEmpty
    else { return }
    try SecretFiles.locked(Self.lock, in: path) {
      for pair in try outOfTime(now) { try renew(pair, now) }
    }
  }

  /// The pairs outside their validity period, the authority first. A certificate that cannot be
  /// read is left out, since `load` reports what is wrong with it.
  private func outOfTime(_ now: Int) throws -> [Pair] {
    try Pair.allCases.filter { pair in
      guard let pem = try SecretFiles.read(file(pair.certificate), .anyoneMayRead),
        let certificate = try? Certificate(pem: pem, what: file(pair.certificate))
      else { return false }
      return !certificate.isValid(at: now)
    }
  }

  /// Replaces the certificate's file in one step and keeps the key's, so that the two match at any
  /// moment.
  private func renew(_ pair: Pair, _ now: Int) throws {
    let name = file(Pair.authority.certificate)
    guard let pem = try SecretFiles.read(name, .anyoneMayRead),
      let key = try SecretFiles.read(file(Pair.authority.key), .ownerOnly),
      let organization = try Certificate(pem: pem, what: name).organization
    else { return }
    let authority = Authority(
      cluster: try NamePart(organization), certificate: pem, key: key)
    try requireKey(key, .authority, for: Certificate(pem: pem, what: name))
    let validity = Validity.tenYears(now: now)
    let renewed: [UInt8]
    switch pair {
    case .authority: renewed = try authority.renewed(validity: validity).certificate
    case .coordinator, .user:
      let what = file(pair.certificate)
      guard let old = try SecretFiles.read(what, .anyoneMayRead),
        let key = try SecretFiles.read(file(pair.key), .ownerOnly)
      else { return }
      let certificate = try Certificate(pem: old, what: what)
      // Only certificates that this authority has signed are renewed.
      guard certificate.isSigned(by: try Certificate(pem: pem, what: name)) else { return }
      try requireKey(key, pair, for: certificate)
      renewed = try authority.renewed(certificate.name, key: key, validity: validity)
    }
    try SecretFiles.write(renewed, to: pair.certificate, in: path, .anyoneMayRead)
  }
}
