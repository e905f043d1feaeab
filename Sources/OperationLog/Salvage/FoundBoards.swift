import BoardModel
import LogRecords

/// The boards of a damaged store: those that can be told by their identifiers, and what is known of others.
struct FoundBoards {
  /// In the order in which they were made.
  var told: [DamagedStore.Board] = []
  /// What is known of the others, a sentence each without a full stop.
  var lost: [String] = []
  /// How many others there are at least.
  var lostCount = 0
}

extension FoundRecords {
  /// How many boards the store lists, purged ones included; nil where that cannot be read.
  private var listedCount: Int? {
    inventory.flatMap { Int(exactly: $0[.boards].rows) }
  }

  /// The boards.
  func boards() -> FoundBoards {
    var boards = FoundBoards()
    // Where the list is whole, a number that is not in it is no board's.
    let isWhole = listedCount.map { $0 == listed.count } ?? false
    var numbers = Set(rows.keys).union(snapshots.keys).union(listed.keys)
    if !isWhole { numbers.formUnion(traces.keys) }
    if let most = listedCount, !isWhole {
      numbers.formUnion((0..<min(most, Self.mostNumbers)).map { Int64($0) + 1 })
    }
    var silent = 0
    let candidates = auditedBoards.union(sessions.values.map(\.board))
    for number in numbers.sorted() {
      if let id = identifier(of: number, among: candidates) {
        boards.told.append(board(number, id))
      } else if !isWhole, number <= Int64(listedCount ?? .max) {
        if let trace = traces[number] {
          boards.lost.append(trace.words(number: number))
          boards.lostCount += 1
        } else {
          silent += 1
        }
      }
    }
    guard !isWhole else { return boards }
    let named = namedElsewhere(but: Set(boards.told.map(\.id)))
    boards.lost += named.map { "board \($0.id) is left out as a whole: \($0.words)" }
    if silent > named.count {
      let rest = silent - named.count
      boards.lost.append(
        rest == 1
          ? "of one more board nothing is known but that it was there"
          : "of \(rest) more boards nothing is known but that they were there")
    }
    boards.lostCount =
      listedCount == nil
      ? max(boards.lostCount, named.count) : boards.lostCount + silent
    return boards
  }

  /// The boards that windows or the audit name, and no other record.
  private func namedElsewhere(
    but told: Set<BoardID>
  ) -> [(id: BoardID, words: String)] {
    let known = traces.values.reduce(told) { $0.union($1.identifiers) }
    var users: [BoardID: Set<String>] = [:]
    for session in sessions.values { users[session.board, default: []].insert(session.author.user) }
    for id in auditedBoards { users[id, default: []].formUnion([]) }
    return users.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map { id, users in
      let who = users.sorted().prefix(20).joined(separator: ", ")
      return (
        id,
        who.isEmpty ? "only the audit names it (boardd audit)" : "only windows of \(who) name it"
      )
    }
  }

  /// The boards that the audit names, each behind the word or by nothing else.
  private var auditedBoards: Set<BoardID> {
    var boards: Set<BoardID> = []
    for record in audit {
      let words = record.detail.split(separator: " ")
      let names =
        words.count == 1 ? words : zip(words, words.dropFirst()).filter { $0.0 == "board" }.map(\.1)
      boards.formUnion(names.compactMap { BoardID($0) })
    }
    return boards
  }

  /// The most boards that are looked for because the inventory counts them: that may be damaged too.
  private static let mostNumbers = 100_000

  private func identifier(of number: Int64, among candidates: Set<BoardID>) -> BoardID? {
    if let listed = listed[number] { return listed.id }
    let trace = traces[number]
    guard rows[number] != nil || snapshots[number] != nil || trace != nil else { return nil }
    let all = candidates.union(identifiers[number] ?? [])
    // A checksum of a row is over the board's identifier too.
    return all.sorted().first { id in
      rows[number]?.contains { $0.salted(of: id) != nil } == true
        || snapshots[number]?.contains { $0.fits(id) } == true || trace?.fits(id) == true
    }
  }

  private func board(_ number: Int64, _ id: BoardID) -> DamagedStore.Board {
    var parts: [UInt64: FoundSnapshot] = [:]
    for part in snapshots[number] ?? [] {
      parts[part.sequence, default: FoundSnapshot()].add(part, of: id)
    }
    let images = parts.compactMap { sequence, found in
      found.bytes().map { StoredSnapshot(board: id, sequence: sequence, bytes: $0) }
    }.sorted { $0.sequence > $1.sequence }
    var whole: [UInt64: SaltedRow] = [:]
    var damaged: [FoundRow] = []
    for row in rows[number] ?? [] {
      if let salted = row.salted(of: id) { whole[row.first] = salted } else { damaged.append(row) }
    }
    let kept = whole.sorted { $0.key < $1.key }.map(\.value)
    var known = max(
      listed[number]?.sequence ?? 0, kept.last?.row.last ?? 0, images.first?.sequence ?? 0)
    // What a damaged row says of itself counts where it fits.
    for row in damaged.sorted(by: { $0.first < $1.first })
    where row.first <= known + 1 && row.last > known && row.last - row.first < 1 << 20 {
      known = row.last
    }
    let title = titles[number]?.last { Checksum.of(title: $0.title, of: id) == $0.checksum }?.title
    return DamagedStore.Board(
      id: id, title: title, known: known, snapshots: images,
      forgottenEpoch: listed[number]?.forgottenEpoch ?? 0, salted: kept)
  }
}
