import BoardModel
import Coordination
import LogRecords
import SampleHistory
import WindowDisk
import WindowSync
import Wire

/// No word that stood in what was purged, or before what a purged past led to, stands anywhere on a
/// board that knows of the purge: in no value, undo step, proposal or receipt.
struct PurgeChecker: LogChecker {
  /// Whoever has a board, or keeps one.
  struct Holder {
    let name: String
    /// Up to where they know the log.
    let sequence: UInt64
    let entities: [Entity]
    /// What they have not sent.
    var pending: [Operation] = []
  }

  let holders: [Holder]
  /// What the store has of each operation.
  let rows: [CommittedOperation]
  /// The operations as they came into the store.
  let log: [CommittedOperation]
  private var found: Set<String> = []
  private var gone: [(sequence: UInt64, words: Set<String>)] = []

  init(holders: [Holder], rows: [CommittedOperation], log: [CommittedOperation]) {
    (self.holders, self.rows, self.log) = (holders, rows, log)
  }

  mutating func willApply(_ entry: Entry, to board: Board) throws {
    found = []
    guard let target = entry.made.intent.purged else { return }
    let words = board.entities().flatMap(\.words).filter { target.covers($0.field) }
    found = Set(words.map(\.word))
    if case .past(let field) = target { found.subtract(board.words(in: field)) }
  }

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard !entry.isRejected, !found.isEmpty else { return }
    gone.append((entry.sequence, found))
    try check(found, in: board.entities(), of: "the log behind \(entry.id)")
  }

  mutating func finish(_ board: Board) throws {
    for holder in holders {
      let words = gone.filter { $0.sequence <= holder.sequence }.reduce(into: Set<String>()) {
        $0.formUnion($1.words)
      }
      try check(words, in: holder.entities, of: holder.name)
      for operation in holder.pending { try checkContext(of: operation, words, holder.name) }
    }
    try checkRows()
    try checkHashes()
    let all = gone.reduce(into: Set<String>()) { $0.formUnion($1.words) }
    for row in rows { try row.operation.map { try checkContext(of: $0, all, "the log") } }
  }

  /// What was typed around somebody's edit is others' words too.
  private func checkContext(of operation: Operation, _ words: Set<String>, _ name: String) throws {
    guard let context = operation.extensions.context else { return }
    for scalar in (context.before + context.after).unicodeScalars where words.contains("\(scalar)")
    {
      throw Violation(
        .purges, "\(name) has \(scalar) around \(operation.id), which was purged")
    }
  }

  /// The texts of an operation are found by reflection: a kind of edit that the purge overlooks must
  /// not be overlooked here too.
  private func checkRows() throws {
    guard let last = gone.map(\.sequence).max() else { return }
    for row in rows where row.sequence < last {
      var words: Set<String> = []
      PurgeChecker.gather(row.content, into: &words)
      for (sequence, purged) in gone where row.sequence < sequence {
        guard let word = purged.intersection(words).min() else { continue }
        throw Violation(
          .purges, "operation \(row.sequence) in the log has \(word), which was purged")
      }
    }
  }

  /// What is left of an operation has the salted hash of what it was, however often it was purged.
  private func checkHashes() throws {
    for (row, committed) in zip(rows, log) {
      guard case .purged(let purged) = row.content else { continue }
      var writer = ByteWriter()
      writer.value(committed)
      guard purged.hash == SHA256.hash(SaltedRow.sampleSalt(row.sequence) + writer.bytes) else {
        throw Violation(.purges, "operation \(row.sequence) was not what its hash is of")
      }
    }
  }

  /// The texts in a value, and their scalars.
  private static func gather(_ value: Any, into words: inout Set<String>) {
    if let text = value as? String {
      words.insert(text)
      words.formUnion(text.unicodeScalars.map { String($0) })
      return
    }
    for child in Mirror(reflecting: value).children { gather(child.value, into: &words) }
  }

  private func check(_ words: Set<String>, in entities: [Entity], of name: String) throws {
    for (field, word) in entities.flatMap(\.words) where words.contains(word) {
      throw Violation(.purges, "\(name) has \(word) in \(field), which was purged")
    }
  }
}

extension World {
  /// The operations as the store has them now.
  var storedOperations: [CommittedOperation] {
    store.rows.flatMap { row in
      var reader = ByteReader(row.bytes)
      return (try? reader.committedList()) ?? []
    }
  }

  var holders: [PurgeChecker.Holder] {
    var holders: [PurgeChecker.Holder] = []
    func add(_ name: String, _ board: Board?) {
      guard let board else { return }
      holders.append(
        PurgeChecker.Holder(name: name, sequence: board.sequence, entities: board.entities()))
    }
    add("the coordinator", coordinator?.settledBoard(Names.board))
    for (index, process) in processes.enumerated() {
      add("process \(index)", process.replica.confirmed)
      // What is kept must be no older than what the window knows was purged.
      guard let confirmed = process.replica.confirmed, let kept = process.disk.board else {
        continue
      }
      holders.append(
        PurgeChecker.Holder(
          name: "the disk of process \(index)", sequence: confirmed.sequence,
          entities: kept.entities, pending: process.disk.pending))
    }
    return holders
  }
}

extension Board {
  /// What a field holds that people see.
  fileprivate func words(in field: FieldAddress) -> Set<String> {
    if let text = text(of: field) { return Set(text.string.unicodeScalars.map { String($0) }) }
    if case .text(let words)? = state(of: field, for: "")?.value { return [words] }
    return []
  }
}

extension Entity {
  /// The words in it, each with the field that holds or held it; of texts the scalars.
  fileprivate var words: [(field: FieldAddress, word: String)] {
    func scalars(_ text: some Sequence<Unicode.Scalar>, _ field: FieldAddress) -> [(
      FieldAddress, String
    )] {
      // A line break is put before text that is accepted, and says nothing.
      text.filter { $0 != "\n" }.map { (field, String($0)) }
    }
    func words(_ value: FieldValue, _ field: FieldAddress) -> [(FieldAddress, String)] {
      switch value {
      case .text(let text): [(field, text)]
      case .fragment(let fragment):
        scalars(fragment.context.before.unicodeScalars, field)
          + scalars(fragment.context.after.unicodeScalars, field)
      default: []
      }
    }
    switch self {
    case .header(let header): return [(.boardTitle, header.title.value)]
    case .column(let column): return [(.columnTitle(column.id), column.title.value)]
    case .card(let card): return [(.cardTitle(card.id), card.title.value)]
    case .text(let card, let runs): return scalars(runs.flatMap(\.scalars), .cardBody(card))
    case .commentText(let card, let id, let runs):
      return scalars(runs.flatMap(\.scalars), .commentBody(card, id))
    case .proposal(let proposal): return words(proposal.value, proposal.field)
    case .proposalText(let key, let runs): return scalars(runs.flatMap(\.scalars), key.field)
    case .undo(let record):
      return record.steps.flatMap { step -> [(FieldAddress, String)] in
        if case .value(let field, let previous) = step { words(previous, field) } else { [] }
      }
    case .field(let field, let held): return words(held.value, field)
    case .receipt(let receipt):
      guard case .displaced(let field, let value) = receipt.kind else { return [] }
      return words(value, field)
    case .favourites, .item, .comment, .elements, .compacted, .purged, .lastPurge: return []
    }
  }
}
