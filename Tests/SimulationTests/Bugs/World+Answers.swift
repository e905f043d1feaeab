import BoardModel
import Wire

// What reaches windows, as bugs leave it.
extension World {
  /// The coordinator's bytes to a window.
  mutating func tampered(_ bytes: [UInt8]) -> [UInt8] {
    switch bug {
    case .reorderedFanOut, .droppedFanOut, .wrongAuthor, .wrongOutcome, .reversedInOneReplica,
      .lostTopInOneReplica, .snapshotWithoutReceipts, .snapshotWithoutCompactions,
      .snapshotWithSwappedCards, .olderSnapshot, .unnoticedCorruption, .listedToAll:
      return frames(in: bytes).flatMap { tampered($0) }
    default: return bytes
    }
  }

  func frames(in bytes: [UInt8]) -> [Frame] {
    var decoder = FrameDecoder(limit: 1 << 21)
    decoder.feed(bytes)
    var frames: [Frame] = []
    while let frame = try? decoder.next() { frames.append(frame) }
    return frames
  }

  private mutating func tampered(_ frame: Frame) -> [UInt8] {
    switch (bug, try? Message(frame)) {
    case (_, .committed(let committed)) where random.chance(1, in: 8):
      return tampered(committed)?.frame().bytes ?? []
    case (.wrongOutcome, .outcome(let answer)) where random.chance(1, in: 8):
      let stored = StoredOutcome(
        counter: answer.stored.counter, sequence: answer.stored.sequence,
        time: answer.stored.time, outcome: .rejected(.emptyOperation))
      return OutcomeMessage(stored: stored).frame(request: frame.request, flags: frame.flags).bytes
    case (_, .snapshot(let snapshot)):
      return tampered(snapshot).frame(request: frame.request, flags: frame.flags).bytes
    case (.unnoticedCorruption, .digest): return []
    case (.listedToAll, .boards) where store.board.exists:
      let all = BoardSummary(id: Names.board, title: "Simulated", sequence: 1, time: 1)
      return Boards(boards: [all]).frame(request: frame.request, flags: frame.flags).bytes
    default: return frame.bytes
    }
  }

  private func tampered(_ committed: Committed) -> Committed? {
    switch bug {
    case .droppedFanOut: return nil
    case .reorderedFanOut: return Committed(operations: committed.operations.reversed())
    case .wrongAuthor:
      return Committed(
        operations: committed.operations.map { one in
          CommittedOperation(
            sequence: one.sequence, time: one.time,
            author: Author(user: "nobody", device: "none"), content: one.content)
        })
    case .reversedInOneReplica: return committed.changing(\.reversed)
    case .lostTopInOneReplica: return committed.changing(\.withoutTop)
    default: return committed
    }
  }

  private mutating func tampered(_ snapshot: Snapshot) -> Snapshot {
    // What does not fit one chunk is left as it is.
    guard snapshot.entities.count == Int(snapshot.total) else { return snapshot }
    var entities = snapshot.entities
    switch bug {
    case .snapshotWithoutReceipts:
      entities.removeAll { if case .receipt = $0 { true } else { false } }
    case .snapshotWithoutCompactions:
      entities.removeAll { if case .compacted = $0 { true } else { false } }
    case .snapshotWithSwappedCards: entities.swapCards()
    case .olderSnapshot:
      if let older = olderSnapshot { entities = older } else { olderSnapshot = entities }
    default: return snapshot
    }
    return Snapshot(
      sequence: snapshot.sequence, cursor: 0, total: UInt32(entities.count), entities: entities)
  }
}

extension Committed {
  fileprivate func changing(_ change: (Intent) -> Intent) -> Committed {
    Committed(
      operations: operations.map { one in
        guard let operation = one.operation else { return one }
        return CommittedOperation(
          sequence: one.sequence, time: one.time, author: one.author,
          operation: operation.with(intent: change(operation.intent)), outcome: one.outcome)
      })
  }
}

extension [Entity] {
  /// Puts a card in front of the one above it in its column.
  fileprivate mutating func swapCards() {
    var above: (index: Int, column: ColumnID)?
    for (index, entity) in enumerated() {
      guard case .card(let card) = entity else { continue }
      if let above, above.column == card.column.value {
        insert(remove(at: index), at: above.index)
        return
      }
      above = (index, card.column.value)
    }
  }
}

extension Operation {
  func with(base: UInt64? = nil, queued: Bool? = nil, intent: Intent? = nil) -> Operation {
    Operation(
      id: id, base: base ?? self.base, queued: queued ?? self.queued,
      intent: intent ?? self.intent, extensions: extensions)
  }
}

extension Intent {
  /// A card that it adds at the top is added at the end.
  var withoutTop: Intent {
    guard case .cardCreate(let card, let column, let title, let body, let place) = self,
      place == .start(for: card)
    else { return self }
    return .cardCreate(card, in: column, title: title, body: body, at: Anchors())
  }

  /// With what a splice types the other way round.
  var reversed: Intent {
    guard case .cardSplice(let card, let splice) = self else { return self }
    let insertions = splice.insertions.map { insertion in
      var turned = String.UnicodeScalarView()
      turned.append(contentsOf: insertion.text.unicodeScalars.reversed())
      return Splice.Insertion(after: insertion.after, text: String(turned))
    }
    return .cardSplice(card, Splice(deletions: splice.deletions, insertions: insertions))
  }
}
