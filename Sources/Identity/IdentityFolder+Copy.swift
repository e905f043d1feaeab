// Copying all certificates and keys of the folder, for a backup.
extension IdentityFolder {
  private var holdsSomething: Bool {
    Pair.allCases.contains {
      SecretFiles.exists(file($0.certificate)) || SecretFiles.exists(file($0.key))
    }
  }

  /// Writes all certificates and keys into another folder, each readable by its owner only. None is
  /// checked: a certificate that has expired may still be needed later.
  ///
  /// - Throws: `IdentityError` of kind `occupied` where an identity is there already, `missing`
  ///   where there is none here.
  public func copy(to other: IdentityFolder) throws {
    try requireSomething()
    try other.requireEmpty()
    try SecretFiles.makeFolder(other.path)
    try SecretFiles.requirePrivate(folder: other.path)
    // The lock keeps a program that starts now from renewing certificates during the copy.
    try SecretFiles.locked(Self.lock, in: path) {
      try completeInstall()
      for name in Pair.allCases.flatMap({ [$0.key, $0.certificate] }) {
        guard let bytes = try SecretFiles.read(file(name), .anyoneMayRead) else { continue }
        try SecretFiles.write(bytes, to: name, in: other.path, .ownerOnly)
      }
    }
  }

  /// Throws `IdentityError` of kind `missing` where there is nothing to copy, of kind `system`
  /// where this user may not look.
  public func requireSomething() throws {
    guard !holdsSomething else { return }
    try SecretFiles.requireSearchable(folder: path)
    throw IdentityError(
      kind: .missing,
      detail: "there is no identity in \(path), and without it nobody gets at the boards "
        + "again: bring it there first, or say --without-identity")
  }

  /// Throws `IdentityError` of kind `occupied` where any certificate or key of an identity is
  /// there.
  public func requireEmpty() throws {
    guard holdsSomething else { return }
    throw IdentityError(
      kind: .occupied, detail: "\(path) already holds an identity: give another folder")
  }
}
