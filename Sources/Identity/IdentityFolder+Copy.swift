// A second copy of everything in the folder, for a backup.
extension IdentityFolder {
  private var holdsSomething: Bool {
    Pair.allCases.contains {
      SecretFiles.exists(self.file($0.certificate)) || SecretFiles.exists(self.file($0.key))
    }
  }

  /// Writes all certificates and keys into another folder, each for its owner's eyes only. They are
  /// taken as they are: what cannot be used now may be what somebody needs later.
  ///
  /// - Throws: `IdentityError` of kind `occupied` where an identity is there already, `missing`
  ///   where there is none here.
  public func copy(to other: IdentityFolder) throws {
    try self.requireSomething()
    try other.requireEmpty()
    try SecretFiles.makeFolder(other.path)
    try SecretFiles.requirePrivate(folder: other.path)
    // No start may change them meanwhile.
    try SecretFiles.locked(Self.lock, in: self.path) {
      for name in Pair.allCases.flatMap({ [$0.key, $0.certificate] }) {
        guard let bytes = try SecretFiles.read(self.file(name), .anyoneMayRead) else { continue }
        try SecretFiles.write(bytes, to: name, in: other.path, .ownerOnly)
      }
    }
  }

  /// Throws `IdentityError` of kind `missing` where there is nothing to copy.
  public func requireSomething() throws {
    guard !self.holdsSomething else { return }
    throw IdentityError(
      kind: .missing,
      detail: "there is no identity in \(self.path), and without it nobody gets at the boards "
        + "again: bring it there first, or say --without-identity")
  }

  /// Throws `IdentityError` of kind `occupied` where something of an identity is there.
  public func requireEmpty() throws {
    guard self.holdsSomething else { return }
    throw IdentityError(
      kind: .occupied, detail: "\(self.path) already holds an identity: give another folder")
  }
}
