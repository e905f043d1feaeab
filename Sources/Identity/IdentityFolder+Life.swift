// What is asked of an identity's files whether they are valid now or not.
extension IdentityFolder {
  /// The validity period of this device's certificate; nil where there is none that can be read.
  public func certificateLife() -> Validity? {
    let what = file(Pair.user.certificate)
    guard let pem = try? SecretFiles.read(what, .anyoneMayRead),
      let certificate = try? Certificate(pem: pem, what: what)
    else { return nil }
    return try? certificate.validity(what)
  }

  /// Loads the identity as it was while its certificate was valid: whose it is, not to connect with.
  /// Throws `IdentityError`.
  public func loadAtAnyTime() throws -> Identity {
    try load(now: certificateLife().map { $0.to - 1 } ?? SystemClock.seconds)
  }

  /// The SHA-256 of the SubjectPublicKeyInfo of the authority that this identity trusts, 32 bytes.
  /// Throws `IdentityError`.
  public func authorityPin() throws -> [UInt8] {
    let what = file(Pair.authority.certificate)
    guard let pem = try SecretFiles.read(what, .anyoneMayRead) else {
      throw IdentityError(
        kind: .missing, detail: "\(what) is missing: join again, or restore it from a backup")
    }
    return try Certificate(pem: pem, what: what).keyHash()
  }
}
