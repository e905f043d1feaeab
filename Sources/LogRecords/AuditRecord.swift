public import BoardModel

/// Something that an operator may have to know later: who came in or was thrown out, and by whom.
public struct AuditRecord: Hashable, Sendable {
  /// When it happened, in milliseconds since 1970.
  public let time: UInt64
  public let kind: Kind
  /// Whom it happened to; nil where no name is known.
  public let subject: DeviceName?
  /// Who did it; nil for an administrator on the host, and for a stranger.
  public let author: Author?
  /// The address it was done from; empty for the host itself.
  public let address: String
  /// What a person needs beside: the board, the role, the reason.
  public let detail: String
  /// How often it happened: more than once for refusals, which are counted by the minute.
  public let count: UInt32
  /// Of a revocation, the second from which on a certificate has to begin to be served; else 0.
  public let floor: UInt64

  public enum Kind: UInt8, WireValue, Hashable, Sendable, CaseIterable {
    case invited = 1
    case joined = 2
    case refused = 3
    case renewed = 4
    case revoked = 5
    case confirmed = 6
    /// A user got another role on a board, or lost it.
    case role = 7
    /// A window went to another device, or to another process.
    case takenOver = 8
    case purged = 9
    /// An administrator ended a window.
    case dropped = 10
    /// An administrator archived a board, or took it back.
    case archived = 11
    /// The authority was replaced by one of a new cluster.
    case replaced = 12
  }

  /// The most records of one kind that are kept, so that whoever can cause many of one kind drives
  /// out none of another.
  public static let mostOfKind = 10_000
  /// The most of these that are kept of one cause, so that no user and no address drives out what others
  /// did.
  public static let mostOfCause = 1_000

  public init(
    time: UInt64, kind: Kind, subject: DeviceName? = nil, author: Author? = nil,
    address: String = "", detail: String = "", count: UInt32 = 1, floor: UInt64 = 0
  ) {
    self.time = time
    self.kind = kind
    self.subject = subject
    self.author = author
    self.address = address
    self.detail = detail
    self.count = count
    self.floor = floor
  }

  /// Who causes such records: a user, of a refusal the address; empty where it is an administrator.
  public var cause: String {
    kind == .refused ? address : author?.user ?? subject?.user ?? ""
  }
}

extension AuditRecord: WireRecord {
  public static let layout = WireLayout(
    AuditRecord.init, WireField(\.time), WireField(\.kind), WireField(\.subject),
    WireField(\.author), WireField(title: \.address), WireField(title: \.detail),
    WireField(\.count), WireField(\.floor))
}
