// What is asked of an identity's files whether they are valid now or not.
extension IdentityFolder {
  /// The validity period of this device's certificate; nil where there is none that can be read.
  public func certificateLife() -> Validity? {
    (try? validity(of: .user)) ?? nil
  }

  /// Whether two thirds of the life of this device's certificate have passed; false where there is
  /// none that can be read.
  ///
  /// - Parameter now: in seconds since 1970.
  public func isRenewalDue(now: Int = SystemClock.seconds) -> Bool {
    certificateLife()?.isRenewalDue(at: now) ?? false
  }

  /// Whose identity it is; nil where there is none that can be read. It says nothing of whether it
  /// can be used.
  public func deviceName() -> IdentityName? {
    let what = file(Pair.user.certificate)
    guard let pem = try? SecretFiles.read(what, .anyoneMayRead),
      let certificate = try? Certificate(pem: pem, what: what),
      case .device(let cluster, let user, let device)? = try? certificate.name
    else { return nil }
    return IdentityName(cluster: cluster, user: user, device: device)
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

/// What a device is called: the name in its certificates.
public struct IdentityName: Hashable, Sendable {
  public let cluster: NamePart
  public let user: UserName
  public let device: NamePart

  public init(cluster: NamePart, user: UserName, device: NamePart) {
    self.cluster = cluster
    self.user = user
    self.device = device
  }
}
