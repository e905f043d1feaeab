import Glibc

/// The names of this user and this machine for an identity that is made here.
public struct SystemNames: Hashable, Sendable {
  public let user: UserName
  public let device: NamePart
  /// The values of `BOARD_USER` and `BOARD_DEVICE`, where they are set: they choose the names of a
  /// new identity, and must not contradict an existing one.
  private let demandedUser: UserName?
  private let demandedDevice: NamePart?

  /// Throws `IdentityError` of kind `malformedName` where the value of one of the two variables is
  /// not a valid name.
  ///
  /// - Parameter environment: returns the value of a variable, or nil where it is not set.
  public init(environment: (String) -> String?) throws {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let nameless = "unnamed"
    demandedUser = try value("BOARD_USER").map { try UserName(typed: $0) }
    demandedDevice = try value("BOARD_DEVICE").map { try NamePart($0) }
    user =
      try demandedUser ?? Self.userName.flatMap { UserName(nearestTo: $0) } ?? UserName(nameless)
    device =
      try demandedDevice ?? Self.hostName.flatMap { NamePart(nearestTo: $0) } ?? NamePart(nameless)
  }

  public init() throws {
    try self.init { name in getenv(name).map { String(cString: $0) } }
  }

  private static var userName: String? {
    accountName(of: geteuid()) ?? getenv("USER").map { String(cString: $0) }
  }

  /// What the system calls a user; nil where it has no name.
  static func accountName(of user: uid_t) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var room = [CChar](repeating: 0, count: 16 * 1024)
    guard getpwuid_r(user, &entry, &room, room.count, &found) == 0, found != nil else { return nil }
    return String(cString: entry.pw_name)
  }

  private static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let text = name.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { String(cString: $0) }
    }
    return text?.split(separator: ".").first.map(String.init)
  }

  /// A clause that says which demanded name the identity does not have; nil when there is none.
  func contradicts(_ identity: Identity) -> String? {
    if let demandedUser, demandedUser != identity.user {
      return "BOARD_USER says \(demandedUser), but the certificate is for user \(identity.user)"
    }
    if let demandedDevice, demandedDevice != identity.device {
      return
        "BOARD_DEVICE says \(demandedDevice), but the certificate is for device \(identity.device)"
    }
    return nil
  }
}

extension IdentityFolder {
  /// Loads the identity, or makes it on a first start with the system's names. Throws
  /// `IdentityError`, of kind `malformedName` where the demanded names are not those of the
  /// identity.
  ///
  /// - Parameters:
  ///   - store: the folder of boards that exist already, if there are any.
  ///   - renewingAuthority: as in `open(user:device:besides:renewingAuthority:now:)`.
  public func open(
    _ names: SystemNames, besides store: String?, renewingAuthority: Bool = false
  ) throws -> Identity {
    let identity = try open(
      user: names.user, device: names.device, besides: store,
      renewingAuthority: renewingAuthority)
    guard let contradiction = names.contradicts(identity) else { return identity }
    throw IdentityError(
      kind: .malformedName,
      detail: "\(contradiction): unset it, or choose another folder with BOARD_HOME")
  }
}
