// The encoding of outcomes.
extension ByteWriter {
  public mutating func outcome(_ value: Outcome) {
    switch value {
    case .applied(let displaced, let notes):
      uint8(1)
      list(displaced) { $0.operationID($1) }
      list(notes) { $0.note($1) }
    case .merged(let notes):
      uint8(2)
      list(notes) { $0.note($1) }
    case .superseded(let winner, let field):
      uint8(3)
      operationID(winner)
      self.field(field)
    case .rejected(let rejection):
      uint8(4)
      self.rejection(rejection)
    }
  }

  private mutating func note(_ value: Note) {
    switch value {
    case .onArchivedCard(let id): tagged(1, id)
    case .inUnsorted(let id): tagged(2, id)
    case .keptUnseen(let id): tagged(3, id)
    case .undoSkipped(let field):
      uint8(4)
      self.field(field)
    case .supersededPart(let field, let winner):
      uint8(5)
      self.field(field)
      operationID(winner)
    case .unknownCard(let id): tagged(6, id)
    case .staleRemoval(let field, let newer):
      uint8(7)
      self.field(field)
      operationID(newer)
    case .overWIPLimit(let id): tagged(8, id)
    }
  }

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
    case .limitReached(let limit):
      uint8(10)
      uint8(limit.rawValue)
    case .unsortedHoldsCards: uint8(11)
    case .dispositionIsSelf: uint8(12)
    case .unknownText: uint8(13)
    case .emptyOperation: uint8(14)
    case .notUndoable: uint8(15)
    case .notYourOperation: uint8(16)
    case .undoGuarded(let fields):
      uint8(17)
      list(fields) { $0.field($1) }
    case .batchItem(let index, let rejection):
      uint8(18)
      uint32(index)
      self.rejection(rejection)
    case .notInBatch: uint8(19)
    case .levelNeeded(let level):
      uint8(20)
      uint16(level)
    case .unknownLevel: uint8(21)
    case .forbidden(let role):
      uint8(22)
      uint8(role.rawValue)
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
    }
  }
}

extension ByteReader {
  public mutating func outcome() throws(MalformedBytes) -> Outcome {
    let start = offset
    switch try uint8() {
    case 1:
      return .applied(
        displaced: try list(minimum: 28) { (reader) throws(MalformedBytes) in
          try reader.operationID()
        },
        notes: try notes())
    case 2: return .merged(notes: try notes())
    case 3: return .superseded(by: try operationID(), field: try field())
    case 4: return .rejected(try rejection(inBatch: false))
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  private mutating func notes() throws(MalformedBytes) -> [Note] {
    try list(minimum: 2) { (reader) throws(MalformedBytes) in try reader.note() }
  }

  private mutating func note() throws(MalformedBytes) -> Note {
    let start = offset
    switch try uint8() {
    case 1: return .onArchivedCard(try identifier())
    case 2: return .inUnsorted(try identifier())
    case 3: return .keptUnseen(try identifier())
    case 4: return .undoSkipped(try field())
    case 5: return .supersededPart(try field(), by: try operationID())
    case 6: return .unknownCard(try identifier())
    case 7: return .staleRemoval(try field(), by: try operationID())
    case 8: return .overWIPLimit(try identifier())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

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
    case 17:
      return .undoGuarded(
        try list(minimum: 1) { (reader) throws(MalformedBytes) in try reader.field() })
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
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }
}
