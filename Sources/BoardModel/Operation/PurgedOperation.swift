/// What is left of an operation that carried something which was purged later (SPEC.md PRG-014).
public struct PurgedOperation: Hashable, Sendable {
  public let id: OperationID
  /// The hash of what stood in its place before anything was purged from it (32 bytes), by which
  /// nobody finds out what that was (PRG-021).
  public let hash: [UInt8]
  public let base: UInt64
  public let queued: Bool
  /// The parts that are left of a batch, in its order; none of another operation.
  public let parts: [Part]
  /// What it came to, which names things and says nothing of what was in them.
  public let outcome: Outcome

  public struct Part: Hashable, Sendable {
    /// The number of scalars that the parts before it typed, also those that are gone.
    public let offset: UInt32
    public let intent: Intent

    public init(offset: UInt32, intent: Intent) {
      self.offset = offset
      self.intent = intent
    }
  }

  public init(
    id: OperationID, hash: [UInt8], base: UInt64, queued: Bool, parts: [Part], outcome: Outcome
  ) {
    self.id = id
    self.hash = hash
    self.base = base
    self.queued = queued
    self.parts = parts
    self.outcome = outcome
  }

  /// What is left, as an operation; nil where nothing is.
  var rest: Operation? {
    parts.isEmpty
      ? nil
      : Operation(id: id, base: base, queued: queued, intent: .batch(parts.map(\.intent)))
  }
}

extension CommittedOperation {
  /// What is left of it behind a purge; nil where that takes nothing from it.
  /// - Parameter hash: that of what it is (`PurgedOperation.hash`), asked for at its first purge.
  public func purging(
    _ target: PurgeTarget, hash: @autoclosure () -> [UInt8]
  ) -> CommittedOperation? {
    guard let (base, queued, parts) = whole else { return nil }
    let left = parts.filter { !$0.intent.carriesValue(of: target) }
    guard left.count < parts.count else { return nil }
    let first = if case .purged(let purged) = content { purged.hash } else { hash() }
    return CommittedOperation(
      sequence: sequence, time: time, author: author,
      content: .purged(
        PurgedOperation(
          id: id, hash: first, base: base, queued: queued, parts: left, outcome: outcome)))
  }

  /// How many bytes longer than it is what purges leave of it may be, the hash not counted: whatever is
  /// left of a batch says how much was typed before it.
  public var roomForPurge: Int {
    guard case .batch(let parts)? = operation?.intent else { return 0 }
    return 4 * parts.count
  }

  private var whole: (base: UInt64, queued: Bool, parts: [PurgedOperation.Part])? {
    switch content {
    case .applied(let operation, _, _), .merged(let operation, _), .superseded(let operation, _, _):
      (operation.base, operation.queued, operation.intent.parts)
    case .purged(let purged): (purged.base, purged.queued, purged.parts)
    case .rejected: nil
    }
  }
}

extension Intent {
  /// Those of a batch, else itself, each with the number of scalars that those before it typed.
  fileprivate var parts: [PurgedOperation.Part] {
    guard case .batch(let intents) = self else {
      return [PurgedOperation.Part(offset: 0, intent: self)]
    }
    var offset: UInt32 = 0
    return intents.map { intent in
      defer { offset += intent.typedCount }
      return PurgedOperation.Part(offset: offset, intent: intent)
    }
  }

  /// The number of scalars that it types, each of which gets an identity.
  private var typedCount: UInt32 {
    switch self {
    case .cardCreate(_, _, _, let text, _), .commentAdd(_, _, let text):
      UInt32(text.unicodeScalars.count)
    case .cardSplice(_, let splice), .commentSplice(_, _, let splice): UInt32(splice.typedCount)
    default: 0
    }
  }

  /// Whether it brings a value, which people typed or chose, to a field that the target covers.
  fileprivate func carriesValue(of target: PurgeTarget) -> Bool {
    valuedFields.contains(where: target.covers)
  }

  private var valuedFields: [FieldAddress] {
    switch self {
    case .boardCreate, .boardRename: [.boardTitle]
    case .columnCreate(let id, _, _), .columnRename(let id, _): [.columnTitle(id)]
    case .cardCreate(let id, _, _, _, _): [.cardTitle(id), .cardBody(id)]
    case .cardRetitle(let id, _): [.cardTitle(id)]
    case .cardSplice(let id, _): [.cardBody(id)]
    case .set(let field, _): [field]
    case .labelCreate(let id, _, _): [.labelName(id), .labelColour(id)]
    case .itemAdd(let card, let id, _, _): [.itemText(card, id)]
    case .commentAdd(let card, let id, _), .commentSplice(let card, let id, _):
      [.commentBody(card, id)]
    case .attach(let card, let element), .detach(let card, let element, _):
      [element.address(on: card)]
    case .boardRaise, .columnMove, .columnDelete, .cardMove, .cardArchive, .cardRestore,
      .cardFavourite, .settle, .receiptsSeen, .receiptSeen, .textCompact, .batch, .undo, .purge:
      []
    }
  }
}
