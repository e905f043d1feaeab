import BoardModel
import Statements
import Testing
import Wire

/// The schema says no less and no more than the code.
@Suite("Schema closure")
struct ClosureTests {
  @Test("The schema's version, header, flags and level are those of the code")
  func frameLayer() throws {
    let schema = try Schema.load()
    #expect(schema.alpn == ProtocolVersion.alpn)
    #expect(schema.minor == ProtocolVersion.newestMinor)
    #expect(schema.lowestMinor == ProtocolVersion.lowestMinor)
    #expect(schema.modelLevel == ModelLevels.released.newest)
    #expect(schema.frame.headerBytes == FrameHeader.byteCount)
    let flags = schema.frame.flags.map { FrameFlags(rawValue: $0.value) }
    #expect(FrameFlags(flags) == FrameFlags.known)
    #expect(flags.count == 2)
  }

  @Test("The decoder knows exactly the schema's message types")
  func messageTypes() throws {
    let messages = try Schema.load().messages
    try #require(!messages.isEmpty)
    let known = (0...UInt16.max).filter { raw in
      let frame = Frame(type: FrameType(rawValue: raw), flags: [], request: 0, payload: [])
      do throws(MalformedBytes) {
        return try Message(frame) != nil
      } catch {
        return true
      }
    }
    #expect(known == messages.map(\.type).sorted())
    #expect(messages.allSatisfy { $0.elective == FrameType(rawValue: $0.type).isElective })
  }

  @Test(
    "The error codes are the schema's, with scope and retry class in their digits",
    .holds("ERR-001"))
  func errors() throws {
    let errors = try Schema.load().errors
    let known = ErrorCode.known.map { "\($0.code.rawValue) \($0.name)" }
    #expect(Set(known).count == known.count)
    #expect(known.sorted() == errors.map { "\($0.code) \($0.name)" }.sorted())
    for error in errors {
      let code = ErrorCode(rawValue: error.code)
      #expect("\(code.scope)" == error.scope, "\(error.name)")
      #expect("\(code.retry)" == error.retry, "\(error.name)")
    }
  }

  @Test("Features, grease and reasons are the schema's", .holds("GRS-001"))
  func names() throws {
    let schema = try Schema.load()
    #expect(
      Feature.known.map { "\($0.name) \($0.value)" }
        == schema.features.map { "\($0.name) \($0.value)" })
    #expect(
      MalformedBytes.Reason.allCases.map { "\($0.name) \($0.rawValue)" }
        == schema.malformed.map { "\($0.name) \($0.value)" })
    #expect((0..<16).map { Grease.feature($0) } == schema.grease.features)
    #expect((0..<16).map { Grease.tag($0) } == schema.grease.tags)
    #expect((0..<8).map { Grease.frameType($0).rawValue } == schema.grease.frameTypes)
    #expect(schema.grease.tags.allSatisfy(Grease.isGrease))
    #expect((0...UInt16.max).filter(Grease.isGrease).count == 256)
  }

  @Test("The extensions of operations that mean something are the schema's")
  func extensions() throws {
    let structs = try Schema.load().structs
    #expect(structs.map(\.name) == ["operation", "card-copy"])
    let named = structs.flatMap { $0.extensions ?? [] }.map { "\($0.name) \($0.tag)" }
    #expect(named == OperationExtension.allCases.map { "\($0.name) \($0.rawValue)" })
  }

  @Test("The limits are the schema's")
  func limits() throws {
    let wire: [String: UInt64] = [
      "hello-bytes": UInt64(Limits.helloBytes), "hello-milliseconds": Limits.helloMilliseconds,
      "frame-bytes": UInt64(Limits.frameBytes),
      "operation-bytes": UInt64(Limits.operationBytes),
      "extension-bytes": UInt64(Limits.extensionBytes),
      "chunk-bytes": UInt64(Limits.chunkBytes),
      "requests-in-flight": UInt64(Limits.requestsInFlight),
      "keepalive-milliseconds": UInt64(Limits.keepaliveMilliseconds),
      "silence-tenths": Limits.silenceTenths, "outbox-bytes": UInt64(Limits.outboxBytes),
      "stalled-milliseconds": Limits.stalledMilliseconds,
      "unacknowledged-outcomes": UInt64(Limits.unacknowledgedOutcomes),
      "unacknowledged-bytes": UInt64(Limits.unacknowledgedBytes),
      "group-bytes": UInt64(Limits.groupBytes),
      "role-rejections": UInt64(Limits.roleRejections),
      "name-bytes": UInt64(Limits.nameBytes), "agent-bytes": UInt64(Limits.agentBytes),
      "features": UInt64(Limits.features), "connections": UInt64(Limits.connections),
      "boards": UInt64(Limits.boards), "sessions": UInt64(Limits.sessions),
      "session-days": Limits.sessionDays, "users": UInt64(Limits.users),
      "connections-reserve": UInt64(Limits.connectionsReserve),
      "connections-modest": UInt64(Limits.connectionsModest),
      "connections-of-user": UInt64(Limits.connectionsOfUser),
      "connections-of-device": UInt64(Limits.connectionsOfDevice),
      "connections-of-address": UInt64(Limits.connectionsOfAddress),
      "newcomers": UInt64(Limits.newcomers),
      "newcomers-reserve": UInt64(Limits.newcomersReserve),
      "newcomers-modest": UInt64(Limits.newcomersModest),
      "newcomers-of-address": UInt64(Limits.newcomersOfAddress),
      "sessions-reserve": UInt64(Limits.sessionsReserve),
      "sessions-modest": UInt64(Limits.sessionsModest),
      "sessions-of-user": UInt64(Limits.sessionsOfUser),
      "sessions-of-device": UInt64(Limits.sessionsOfDevice),
      "gone-milliseconds": Limits.goneMilliseconds,
      "boards-reserve": UInt64(Limits.boardsReserve),
      "boards-modest": UInt64(Limits.boardsModest),
      "boards-of-user": UInt64(Limits.boardsOfUser),
      "boards-of-device": UInt64(Limits.boardsOfDevice),
      "boards-made": UInt64(Limits.boardsMade),
      "boards-made-reserve": UInt64(Limits.boardsMadeReserve),
      "boards-made-modest": UInt64(Limits.boardsMadeModest),
      "boards-made-of-user": UInt64(Limits.boardsMadeOfUser),
      "boards-made-of-device": UInt64(Limits.boardsMadeOfDevice),
      "stored-bytes": UInt64(Limits.storedBytes),
      "stored-bytes-reserve": UInt64(Limits.storedBytesReserve),
      "stored-bytes-modest": UInt64(Limits.storedBytesModest),
      "stored-bytes-of-user": UInt64(Limits.storedBytesOfUser),
      "stored-bytes-of-device": UInt64(Limits.storedBytesOfDevice),
      "group-bytes-of-user": UInt64(Limits.groupBytesOfUser),
      "group-bytes-of-device": UInt64(Limits.groupBytesOfDevice),
      "group-bytes-reserve": UInt64(Limits.groupBytesReserve),
      "group-bytes-modest": UInt64(Limits.groupBytesModest),
      "peer-bytes-of-user": UInt64(Limits.peerBytesOfUser),
      "peer-bytes": UInt64(Limits.peerBytes),
      "outbox-least": UInt64(Limits.outboxLeast),
      "unread-bytes-of-user": UInt64(Limits.unreadBytesOfUser),
      "unread-bytes": UInt64(Limits.unreadBytes),
      "info-bytes-of-user": UInt64(Limits.infoBytesOfUser),
      "info-bytes-of-device": UInt64(Limits.infoBytesOfDevice),
      "info-bytes": UInt64(Limits.infoBytes),
      "info-bytes-reserve": UInt64(Limits.infoBytesReserve),
      "info-bytes-modest": UInt64(Limits.infoBytesModest),
      "outcome-bytes-of-user": UInt64(Limits.outcomeBytesOfUser),
      "outcome-bytes-of-device": UInt64(Limits.outcomeBytesOfDevice),
      "outcome-bytes": UInt64(Limits.outcomeBytes),
      "outcome-bytes-reserve": UInt64(Limits.outcomeBytesReserve),
      "outcome-bytes-modest": UInt64(Limits.outcomeBytesModest),
      "outcome-overhead": UInt64(Limits.outcomeOverhead),
      "outcome-step": UInt64(Limits.outcomeStep),
      "text-runs": UInt64(Limits.textRuns),
      "dismissed-connections": UInt64(Limits.dismissedConnections),
      "invitations-reserve": UInt64(Limits.invitationsReserve),
      "invitations-modest": UInt64(Limits.invitationsModest),
      "devices-reserve": UInt64(Limits.devicesReserve),
      "devices-modest": UInt64(Limits.devicesModest),
      "handshakes": UInt64(Limits.handshakes),
      "partial-bytes": UInt64(Limits.partialBytes),
      "partial-bytes-reserve": UInt64(Limits.partialBytesReserve),
      "partial-bytes-modest": UInt64(Limits.partialBytesModest),
      "partial-bytes-of-user": UInt64(Limits.partialBytesOfUser),
      "partial-bytes-of-device": UInt64(Limits.partialBytesOfDevice),
      "users-at-once": UInt64(Limits.usersAtOnce),
      "secret-bytes": UInt64(Limits.secretBytes),
      "signing-request-bytes": UInt64(Limits.signingRequestBytes),
      "invitation-seconds": UInt64(Limits.invitationSeconds),
      "invitations-of-user": UInt64(Limits.invitationsOfUser),
      "invitations-of-device": UInt64(Limits.invitationsOfDevice),
      "invitations": UInt64(Limits.invitations),
      "invitations-used-in-day": UInt64(Limits.invitationsUsedInDay),
      "used-invitation-seconds": Limits.usedInvitationSeconds,
      "devices-of-user": UInt64(Limits.devicesOfUser),
      "known-devices-of-user": UInt64(Limits.knownDevicesOfUser),
      "devices": UInt64(Limits.devices), "late-renewal-days": Limits.lateRenewalDays,
      "renewals-in-hour": UInt64(Limits.renewalsInHour),
      "certificates-at-once": UInt64(Limits.certificatesAtOnce),
      "excerpt-cards": UInt64(Limits.excerptCards), "excerpt-bytes": UInt64(Limits.excerptBytes),
      "display-name-scalars": UInt64(Limits.displayNameScalars),
      "transient-milliseconds": Limits.transientMilliseconds,
      "retry-after-milliseconds": UInt64(Limits.retryAfterMilliseconds),
      "presence-keepalive-milliseconds": UInt64(Limits.presenceKeepaliveMilliseconds),
      "presence-pause-milliseconds": Limits.presencePauseMilliseconds,
      "presence-others": UInt64(Limits.presenceOthers),
      "probe-milliseconds": Limits.probeMilliseconds,
      "reservation-milliseconds": Limits.reservationMilliseconds,
      "user-info-bytes": UInt64(Activity.maximumInfoBytes),
      "load-milliseconds": Limits.loadMilliseconds,
      "pointer-drag-milliseconds": Limits.pointerDragMilliseconds,
      "drag-milliseconds": Limits.dragMilliseconds,
      "watched-sessions": UInt64(Limits.watchedSessions),
    ]
    let board: [String: Int] = [
      "title-scalars": BoardLimits.titleScalars, "body-scalars": BoardLimits.bodyScalars,
      "columns": BoardLimits.columns, "cards": BoardLimits.cards,
      "card-number": Int(BoardLimits.cardNumber), "batch": BoardLimits.batch,
      "splice-parts": BoardLimits.spliceParts, "undo-records": BoardLimits.undoRecords,
      "undo-links": BoardLimits.undoLinks, "undo-visits": BoardLimits.undoVisits,
      "undo-record-bytes": BoardLimits.undoRecordBytes, "proposals": BoardLimits.proposals,
      "digest-piece": BoardLimits.digestPiece, "digest-places": BoardLimits.digestPlaces,
      "digest-pieces": BoardLimits.digestPieces,
      "displaced": BoardLimits.displaced, "moves": BoardLimits.moves, "notes": BoardLimits.notes,
      "labels": BoardLimits.labels, "items": BoardLimits.items, "comments": BoardLimits.comments,
      "comment-scalars": BoardLimits.commentScalars, "members": BoardLimits.members,
      "elements": BoardLimits.elements, "column-limit": BoardLimits.columnWIPLimit,
      "colours": BoardLimits.colours, "due-day": BoardLimits.dueDay,
      "priority": BoardLimits.priority,
      "user-bytes": BoardLimits.userBytes, "receipts": BoardLimits.receipts,
      "receipts-at-once": BoardLimits.receiptsAtOnce, "text-visits": BoardLimits.textVisits,
      "list-visits": BoardLimits.listVisits,
      "vacated-cards": BoardLimits.vacatedCards, "batch-scalars": BoardLimits.batchScalars,
      "compacted-scalars": BoardLimits.compactedScalars,
      "context-scalars": BoardLimits.contextScalars,
    ]
    let limits = try Schema.load().limits
    func named(_ part: String) -> [String: UInt64] {
      Dictionary(uniqueKeysWithValues: limits.filter { $0.of == part }.map { ($0.name, $0.value) })
    }
    #expect(named("wire") == wire)
    #expect(named("board") == board.mapValues(UInt64.init))
  }

  /// A place where one case of a union or an enumeration is read, behind `prefix`.
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let prefix: [UInt8]
    var width = 1
    let read: @Sendable (inout ByteReader) throws(MalformedBytes) -> Void

    /// The tags the decoder knows here. All that follows is zeros.
    var knownTags: [UInt16] {
      (0...(width == 1 ? 255 : UInt16.max)).filter { tag in
        let written = width == 1 ? [UInt8(tag)] : [UInt8(tag >> 8), UInt8(tag & 0xFF)]
        var reader = ByteReader(prefix + written + [UInt8](repeating: 0, count: 256))
        do throws(MalformedBytes) {
          try read(&reader)
          return true
        } catch {
          return error != MalformedBytes(.unknownCase, at: prefix.count)
        }
      }
    }
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private static let one: [UInt8] = [0, 0, 0, 1]
  /// An operation's identifier, sequence number, time, and an author without names.
  private static let stamp = zeros(28 + 8 + 8 + 2 + 2)

  static let places = [
    Place(testDescription: "intent", prefix: [], width: 2) { (reader) throws(MalformedBytes) in
      _ = try reader.intent(inBatch: false)
    },
    Place(testDescription: "disposition", prefix: [0, 13] + zeros(20)) {
      (reader) throws(MalformedBytes) in _ = try reader.intent(inBatch: false)
    },
    Place(testDescription: "outcome", prefix: []) { (reader) throws(MalformedBytes) in
      _ = try reader.value(Outcome.self)
    },
    Place(testDescription: "committed-content", prefix: []) {
      (reader) throws(MalformedBytes) in _ = try reader.value(CommittedContent.self)
    },
    Place(testDescription: "note", prefix: [2] + one) { (reader) throws(MalformedBytes) in
      _ = try reader.value(Outcome.self)
    },
    Place(testDescription: "rejection", prefix: [4]) { (reader) throws(MalformedBytes) in
      _ = try reader.value(Outcome.self)
    },
    Place(testDescription: "limit", prefix: [4, 10]) { (reader) throws(MalformedBytes) in
      _ = try reader.value(Outcome.self)
    },
    Place(testDescription: "field-address", prefix: []) { (reader) throws(MalformedBytes) in
      _ = try reader.value(FieldAddress.self)
    },
    Place(testDescription: "entity", prefix: []) { (reader) throws(MalformedBytes) in
      _ = try reader.value(Entity.self)
    },
    Place(testDescription: "proposed-value", prefix: [6, 1]) { (reader) throws(MalformedBytes) in
      _ = try reader.value(Entity.self)
    },
    Place(testDescription: "field-value", prefix: [0, 30, 10]) { (reader) throws(MalformedBytes) in
      _ = try reader.intent(inBatch: false)
    },
    Place(testDescription: "role", prefix: [4, 22]) { (reader) throws(MalformedBytes) in
      _ = try reader.value(Outcome.self)
    },
    Place(testDescription: "element", prefix: [0, 34] + zeros(16)) {
      (reader) throws(MalformedBytes) in _ = try reader.intent(inBatch: false)
    },
    Place(testDescription: "receipt-kind", prefix: [13] + zeros(2) + stamp + zeros(2 + 28)) {
      (reader) throws(MalformedBytes) in _ = try reader.value(Entity.self)
    },
    Place(testDescription: "purge-target", prefix: [0, 43]) { (reader) throws(MalformedBytes) in
      _ = try reader.intent(inBatch: false)
    },
    Place(testDescription: "undo-step", prefix: [7] + stamp + one) {
      (reader) throws(MalformedBytes) in _ = try reader.value(Entity.self)
    },
    Place(testDescription: "undo-kind", prefix: [7] + stamp + zeros(4)) {
      (reader) throws(MalformedBytes) in _ = try reader.value(Entity.self)
    },
    Place(testDescription: "text-step", prefix: [4] + zeros(16) + one + zeros(32)) {
      (reader) throws(MalformedBytes) in _ = try reader.value(Entity.self)
    },
    Place(testDescription: "configuration", prefix: zeros(48)) {
      (reader) throws(MalformedBytes) in _ = try Attach(&reader)
    },
    Place(testDescription: "presence-focus", prefix: [1, 1]) { (reader) throws(MalformedBytes) in
      _ = try reader.value(PresenceState.self)
    },
    Place(testDescription: "catch-up", prefix: zeros(22)) { (reader) throws(MalformedBytes) in
      _ = try Attached(&reader)
    },
    Place(testDescription: "opening", prefix: []) { (reader) throws(MalformedBytes) in
      _ = try WindowOpened(&reader)
    },
    Place(testDescription: "attach-manner", prefix: []) { (reader) throws(MalformedBytes) in
      _ = try AttachWindow(&reader)
    },
    Place(testDescription: "ending", prefix: []) { (reader) throws(MalformedBytes) in
      _ = try WindowEnd(&reader)
    },
    Place(testDescription: "drop-proposal", prefix: zeros(16)) { (reader) throws(MalformedBytes) in
      _ = try Drop(&reader)
    },
    Place(testDescription: "drag-end", prefix: [0, 1] + zeros(16)) {
      (reader) throws(MalformedBytes) in _ = try Carried(&reader)
    },
  ]

  @Test("The decoder knows exactly the schema's cases", arguments: places)
  func cases(_ place: Place) throws {
    let schema = try Schema.load()
    let union = schema.unions.first { $0.name == place.testDescription }
    let enumeration = schema.enumerations.first { $0.name == place.testDescription }
    let tags = try #require(union?.cases.map(\.tag) ?? enumeration?.cases.map(\.value))
    #expect(place.knownTags == tags.sorted())
    #expect((union?.width ?? "u8") == (place.width == 1 ? "u8" : "u16"))
  }

  @Test("Every union and enumeration of the schema is looked at")
  func everyPlace() throws {
    let schema = try Schema.load()
    #expect(
      Set(Self.places.map(\.testDescription))
        == Set(schema.unions.map(\.name) + schema.enumerations.map(\.name)))
  }
}
