/// Who made an operation, as the coordinator read it from the window's certificate.
public struct Author: Hashable, Sendable, Comparable {
  /// The name of the user (SPEC.md TLS-013).
  public let user: String
  /// The name of the device: 1 to 64 bytes of `[A-Za-z0-9._-]`.
  public let device: String

  public init(user: String, device: String) {
    self.user = user
    self.device = device
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.user, left.device) < (right.user, right.device)
  }

  /// Whoever administers the coordinator, on its host: no user, since no user's name has these
  /// characters (SPEC.md APL-145).
  public static let administrator = Author(user: "(administrator)", device: "boardd")

  /// Whether the text can be the name of a user: 1 to 64 bytes of `[a-z0-9._-]`, not only dots, and
  /// not the word for whoever has no role of their own (SPEC.md TLS-013).
  public static func isUserName(_ name: String) -> Bool {
    let count = name.utf8.count
    return count > 0 && count <= BoardLimits.userBytes
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
      && name.utf8.contains { $0 != 0x2E } && name != "everyone"
  }

  /// Whether the text can be the name of a device: 1 to 64 bytes of `[A-Za-z0-9._-]`, not only dots
  /// (SPEC.md TLS-004).
  public static func isDeviceName(_ name: String) -> Bool {
    let count = name.utf8.count
    return count > 0 && count <= BoardLimits.userBytes
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
      && name.utf8.contains { $0 != 0x2E }
  }

  /// The name of a user as a person typed it, folded to lower case; nil where no user can have it.
  public static func userName(typed text: String) -> String? {
    let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let name = String(decoding: bytes, as: UTF8.self)
    return isUserName(name) ? name : nil
  }
}

/// What a field remembers of the operation that wrote it last.
public struct Stamp: Hashable, Sendable {
  public let operation: OperationID
  public let sequence: UInt64
  /// The time of the operation in milliseconds since 1970, by the coordinator's clock.
  public let time: UInt64
  public let author: Author

  public init(operation: OperationID, sequence: UInt64, time: UInt64, author: Author) {
    self.operation = operation
    self.sequence = sequence
    self.time = time
    self.author = author
  }

  /// Whether this user wrote it in this session. Whatever is not one's own is another's: a session's
  /// identifier alone does not say whose it was (SPEC.md APL-009).
  public func isOwn(of user: String, in session: SessionID) -> Bool {
    operation.session == session && author.user == user
  }

  /// Whether it is of this operation of this user.
  func names(_ operation: OperationID, of user: String) -> Bool {
    self.operation == operation && author.user == user
  }
}

/// A value that one operation at a time decides: the later in server order wins.
public struct Field<Value: Hashable & Sendable>: Hashable, Sendable {
  public let value: Value
  public let stamp: Stamp

  public init(_ value: Value, _ stamp: Stamp) {
    self.value = value
    self.stamp = stamp
  }
}
