import BoardModel
import LogRecords
import Wire

// How whoever reads or edits a few cards gets these, and not the board.
extension Coordinator {
  mutating func fetchExcerpt(_ id: ConnectionID, _ request: UInt64, _ body: FetchExcerpt) {
    guard let user = author(of: id)?.user else { return }
    switch boards.place(of: body.board, for: user) {
    case nil:
      refuse(id, request, .unknown(body.board))
    case .damaged(let reason):
      refuse(id, request, .boardDamaged, "The board \(body.board) is damaged: \(reason)")
    case .stored, .loading, .reloading:
      waitForBoard(body.board, id, request, .fetchExcerpt(body))
    case .loaded:
      guard let parts = boards.read(body.board, { ExcerptParts(of: $0.tip, body, for: user) })
      else { return }
      turnCost.handling += MessageCost.ofExcerpt(parts.encodedBytes)
      respondWhenDurable(
        id, request, parts.frames(answering: request), to: .fetchExcerpt(body),
        reading: [body.board])
    }
  }
}

/// The answer to FETCH_EXCERPT, cut into the frames that carry it.
struct ExcerptParts {
  private let sequence: UInt64
  /// The number of entities in each frame and their bytes; none where no excerpt is given.
  private var parts: [(count: UInt32, bytes: [UInt8])] = []
  /// How many bytes were encoded, also where they are too many to be given.
  private(set) var encodedBytes = 0

  init(of board: Board, _ asked: FetchExcerpt, for user: String) {
    sequence = board.sequence
    guard asked.level >= board.level else { return }
    let limit = Limits.excerptBytes
    for entity in board.excerpt(naming: asked.cards, for: user, bytes: limit) ?? [] {
      var writer = ByteWriter()
      writer.value(entity)
      encodedBytes += writer.bytes.count
      guard encodedBytes <= limit else {
        parts = []
        return
      }
      add(writer.bytes)
    }
  }

  private mutating func add(_ entity: [UInt8]) {
    // The other fields of EXCERPT take much less than these 256 bytes.
    let room = Limits.chunkBytes - 256
    guard let last = parts.indices.last, parts[last].bytes.count + entity.count <= room else {
      return parts.append((1, entity))
    }
    parts[last].count += 1
    parts[last].bytes += entity
  }

  func frames(answering request: UInt64) -> [Frame] {
    guard let last = parts.indices.last else {
      let none = Excerpt(sequence: sequence, isGiven: false, entities: [])
      return [none.frame(request: request, flags: .response)]
    }
    return parts.indices.map { index in
      var writer = ByteWriter(reservingCapacity: parts[index].bytes.count + 32)
      writer.uint64(sequence)
      writer.value(true)
      writer.uint32(parts[index].count)
      writer.raw(parts[index].bytes)
      writer.extensions(.none)
      return Frame(
        type: Excerpt.type, flags: index == last ? .response : [.response, .more],
        request: request, payload: writer.bytes)
    }
  }
}
