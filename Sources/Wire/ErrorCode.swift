public import BoardModel

/// An error as four decimal digits: the first is the scope, the second what to do, so that a peer
/// can act on a code it does not know (SPEC.md ERR-001).
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public enum Scope: UInt16, Hashable, Sendable, CaseIterable {
    /// The connection ends.
    case connection = 1
    /// The window's attachment ends, the connection stays.
    case session = 2
    /// Only this request failed.
    case request = 3
  }

  public enum Retry: UInt16, Hashable, Sendable, CaseIterable {
    /// The request would fail again.
    case never = 0
    /// The same request may succeed after a while.
    case later = 1
    /// The same request may succeed after connecting and attaching again.
    case reconnect = 2
    /// The peer must start afresh: with another session, another snapshot or a newer program.
    case afresh = 3
  }

  /// The scope; for an unknown thousands digit the widest, `connection`.
  public var scope: Scope { Scope(rawValue: rawValue / 1000) ?? .connection }
  /// The advice on trying again; for an unknown hundreds digit `never`.
  public var retry: Retry { Retry(rawValue: rawValue / 100 % 10) ?? .never }
}

extension ErrorCode: WireValue {
  public static var leastSize: Int { UInt16.leastSize }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    rawValue = try reader.uint16()
  }

  public func write(to writer: inout ByteWriter) { writer.uint16(rawValue) }
}

extension ErrorCode {
  public static let malformed = ErrorCode(rawValue: 1001)
  public static let frameTooLarge = ErrorCode(rawValue: 1002)
  public static let unknownType = ErrorCode(rawValue: 1003)
  public static let unknownFlag = ErrorCode(rawValue: 1004)
  public static let requestOrder = ErrorCode(rawValue: 1005)
  public static let unexpectedMessage = ErrorCode(rawValue: 1006)
  public static let tooManyRequests = ErrorCode(rawValue: 1007)
  public static let identityRefused = ErrorCode(rawValue: 1008)
  public static let tooManyConnections = ErrorCode(rawValue: 1101)
  public static let helloTimeout = ErrorCode(rawValue: 1201)
  public static let keepaliveTimeout = ErrorCode(rawValue: 1202)
  public static let draining = ErrorCode(rawValue: 1203)
  public static let stalled = ErrorCode(rawValue: 1204)
  public static let certificateExpired = ErrorCode(rawValue: 1205)
  public static let noCommonVersion = ErrorCode(rawValue: 1301)

  public static let notYourSession = ErrorCode(rawValue: 2001)
  public static let otherBoard = ErrorCode(rawValue: 2002)
  public static let sessionInUse = ErrorCode(rawValue: 2003)
  public static let alreadyOpen = ErrorCode(rawValue: 2004)
  public static let readingLost = ErrorCode(rawValue: 2005)
  public static let attachBusy = ErrorCode(rawValue: 2101)
  public static let fenced = ErrorCode(rawValue: 2301)
  public static let sessionUnknown = ErrorCode(rawValue: 2302)
  public static let incarnationChanged = ErrorCode(rawValue: 2303)
  public static let levelTooOld = ErrorCode(rawValue: 2304)
  public static let sessionEnded = ErrorCode(rawValue: 2305)

  public static let boardUnknown = ErrorCode(rawValue: 3001)
  public static let notAttached = ErrorCode(rawValue: 3002)
  public static let alreadyAttached = ErrorCode(rawValue: 3003)
  public static let identifierInUse = ErrorCode(rawValue: 3004)
  public static let wrongSession = ErrorCode(rawValue: 3005)
  public static let counterGap = ErrorCode(rawValue: 3006)
  public static let operationChanged = ErrorCode(rawValue: 3007)
  public static let alreadyAcknowledged = ErrorCode(rawValue: 3008)
  public static let baseAhead = ErrorCode(rawValue: 3009)
  public static let limitReached = ErrorCode(rawValue: 3010)
  public static let notACreation = ErrorCode(rawValue: 3011)
  public static let requestTooLarge = ErrorCode(rawValue: 3012)
  public static let storeUnavailable = ErrorCode(rawValue: 3101)
  public static let acknowledgeFirst = ErrorCode(rawValue: 3102)
  public static let notNow = ErrorCode(rawValue: 3103)
  public static let boardDamaged = ErrorCode(rawValue: 3013)
  public static let windowUnknown = ErrorCode(rawValue: 3014)
  public static let draftsHeld = ErrorCode(rawValue: 3015)
  public static let activityRefused = ErrorCode(rawValue: 3016)
  public static let dragOver = ErrorCode(rawValue: 3017)
  public static let representationUnavailable = ErrorCode(rawValue: 3018)
  public static let dropForbidden = ErrorCode(rawValue: 3019)
  public static let roleLacking = ErrorCode(rawValue: 3020)
  public static let invitationRefused = ErrorCode(rawValue: 3021)
  public static let deviceInUse = ErrorCode(rawValue: 3022)
  public static let nameRefused = ErrorCode(rawValue: 3023)
  public static let signingRequestRefused = ErrorCode(rawValue: 3024)
  public static let renewalSuspended = ErrorCode(rawValue: 3025)
  public static let deviceUnknown = ErrorCode(rawValue: 3026)
  public static let snapshotGone = ErrorCode(rawValue: 3301)

  /// Every code this version defines, by the name the schema gives it.
  public static let known: [(name: String, code: ErrorCode)] = [
    ("malformed", .malformed), ("frame-too-large", .frameTooLarge),
    ("unknown-type", .unknownType), ("unknown-flag", .unknownFlag),
    ("request-order", .requestOrder), ("unexpected-message", .unexpectedMessage),
    ("too-many-requests", .tooManyRequests), ("identity-refused", .identityRefused),
    ("too-many-connections", .tooManyConnections), ("hello-timeout", .helloTimeout),
    ("keepalive-timeout", .keepaliveTimeout), ("draining", .draining), ("stalled", .stalled),
    ("certificate-expired", .certificateExpired),
    ("no-common-version", .noCommonVersion), ("not-your-session", .notYourSession),
    ("other-board", .otherBoard), ("session-in-use", .sessionInUse),
    ("already-open", .alreadyOpen),
    ("reading-lost", .readingLost), ("attach-busy", .attachBusy), ("fenced", .fenced),
    ("session-unknown", .sessionUnknown), ("incarnation-changed", .incarnationChanged),
    ("level-too-old", .levelTooOld), ("session-ended", .sessionEnded),
    ("board-unknown", .boardUnknown),
    ("not-attached", .notAttached), ("already-attached", .alreadyAttached),
    ("identifier-in-use", .identifierInUse), ("wrong-session", .wrongSession),
    ("counter-gap", .counterGap), ("operation-changed", .operationChanged),
    ("already-acknowledged", .alreadyAcknowledged), ("base-ahead", .baseAhead),
    ("limit-reached", .limitReached), ("not-a-creation", .notACreation),
    ("request-too-large", .requestTooLarge), ("board-damaged", .boardDamaged),
    ("window-unknown", .windowUnknown), ("drafts-held", .draftsHeld),
    ("activity-refused", .activityRefused), ("drag-over", .dragOver),
    ("representation-unavailable", .representationUnavailable),
    ("drop-forbidden", .dropForbidden), ("role-lacking", .roleLacking),
    ("invitation-refused", .invitationRefused), ("device-in-use", .deviceInUse),
    ("name-refused", .nameRefused), ("signing-request-refused", .signingRequestRefused),
    ("renewal-suspended", .renewalSuspended), ("device-unknown", .deviceUnknown),
    ("store-unavailable", .storeUnavailable), ("acknowledge-first", .acknowledgeFirst),
    ("not-now", .notNow), ("snapshot-gone", .snapshotGone),
  ]
}
