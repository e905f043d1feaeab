// The encoding of outcomes.
extension Outcome: WireValue {
  public static var leastSize: Int { 1 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1: self = .applied(displaced: try reader.value(), notes: try reader.value())
    case 2: self = .merged(notes: try reader.value())
    case 3: self = .superseded(by: try reader.value(), field: try reader.value())
    case 4: self = .rejected(try reader.rejection(inBatch: false))
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .applied(let displaced, let notes): writer.tagged(1, displaced, notes)
    case .merged(let notes): writer.tagged(2, notes)
    case .superseded(let winner, let field): writer.tagged(3, winner, field)
    case .rejected(let rejection):
      writer.uint8(4)
      writer.rejection(rejection)
    }
  }
}

extension Note: WireValue {
  public static var leastSize: Int { 2 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1: self = .onArchivedCard(try reader.identifier())
    case 2: self = .inUnsorted(try reader.identifier())
    case 3: self = .keptUnseen(try reader.identifier())
    case 4: self = .undoSkipped(try reader.value())
    case 5: self = .supersededPart(try reader.value(), by: try reader.value())
    case 6: self = .unknownCard(try reader.identifier())
    case 7: self = .staleRemoval(try reader.value(), by: try reader.value())
    case 8: self = .overWIPLimit(try reader.identifier())
    case 9: self = .deletedLeft(try reader.value())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .onArchivedCard(let id): writer.tagged(1, id)
    case .inUnsorted(let id): writer.tagged(2, id)
    case .keptUnseen(let id): writer.tagged(3, id)
    case .undoSkipped(let field): writer.tagged(4, field)
    case .supersededPart(let field, let winner): writer.tagged(5, field, winner)
    case .unknownCard(let id): writer.tagged(6, id)
    case .staleRemoval(let field, let newer): writer.tagged(7, field, newer)
    case .overWIPLimit(let id): writer.tagged(8, id)
    case .deletedLeft(let field): writer.tagged(9, field)
    }
  }
}

extension ByteWriter {
  mutating func rejection(_ value: Rejection) {
    switch value {
    case .boardExists: uint8(1)
    case .noBoard: uint8(2)
    case .identifierInUse: uint8(3)
    case .unknownColumn(let id): tagged(4, id)
    case .unknownCard(let id): tagged(5, id)
    case .columnDeleted(let id): tagged(6, id)
    case .emptyTitle: uint8(7)
    case .titleTooLong: uint8(8)
    case .bodyTooLong: uint8(9)
    case .limitReached(let limit): tagged(10, limit)
    case .unsortedHoldsCards: uint8(11)
    case .dispositionIsSelf: uint8(12)
    case .unknownText: uint8(13)
    case .emptyOperation: uint8(14)
    case .notUndoable: uint8(15)
    case .notYourOperation: uint8(16)
    case .undoGuarded(let fields): tagged(17, fields)
    case .batchItem(let index, let rejection):
      uint8(18)
      uint32(index)
      self.rejection(rejection)
    case .notInBatch: uint8(19)
    case .levelNeeded(let level): tagged(20, level)
    case .unknownLevel: uint8(21)
    case .forbidden(let role): tagged(22, role)
    case .lastOwner: uint8(23)
    case .invalidMember: uint8(24)
    case .unknownLabel(let id): tagged(25, id)
    case .labelRemoved(let id): tagged(26, id)
    case .unknownItem(let id): tagged(27, id)
    case .itemRemoved(let id): tagged(28, id)
    case .unknownComment(let id): tagged(29, id)
    case .commentRemoved(let id): tagged(30, id)
    case .notYourComment: uint8(31)
    case .valueOutOfRange: uint8(32)
    case .proposalGone: uint8(33)
    case .limitBlocked(let id): tagged(34, id)
    case .blocksItself: uint8(35)
    }
  }
}

extension ByteReader {
  mutating func rejection(inBatch: Bool) throws(MalformedBytes) -> Rejection {
    let start = offset
    switch try uint8() {
    case 1: return .boardExists
    case 2: return .noBoard
    case 3: return .identifierInUse
    case 4: return .unknownColumn(try identifier())
    case 5: return .unknownCard(try identifier())
    case 6: return .columnDeleted(try identifier())
    case 7: return .emptyTitle
    case 8: return .titleTooLong
    case 9: return .bodyTooLong
    case 10: return .limitReached(try enumeration())
    case 11: return .unsortedHoldsCards
    case 12: return .dispositionIsSelf
    case 13: return .unknownText
    case 14: return .emptyOperation
    case 15: return .notUndoable
    case 16: return .notYourOperation
    case 17: return .undoGuarded(try value())
    case 18:
      guard !inBatch else { throw MalformedBytes(.tooDeep, at: start) }
      return .batchItem(try uint32(), try rejection(inBatch: true))
    case 19: return .notInBatch
    case 20: return .levelNeeded(try uint16())
    case 21: return .unknownLevel
    case 22: return .forbidden(needed: try enumeration())
    case 23: return .lastOwner
    case 24: return .invalidMember
    case 25: return .unknownLabel(try identifier())
    case 26: return .labelRemoved(try identifier())
    case 27: return .unknownItem(try identifier())
    case 28: return .itemRemoved(try identifier())
    case 29: return .unknownComment(try identifier())
    case 30: return .commentRemoved(try identifier())
    case 31: return .notYourComment
    case 32: return .valueOutOfRange
    case 33: return .proposalGone
    case 34: return .limitBlocked(try identifier())
    case 35: return .blocksItself
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }
}
