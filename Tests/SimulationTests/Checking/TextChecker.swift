import BoardModel
import NaiveText

/// Every scalar is typed once in a world. One that an applied edit typed, and that nobody deleted or
/// took back, stands in its text once, and none stands anywhere twice. Texts that no undo touched
/// are the texts of the plain model, so that everybody's runs are whole and in order.
struct TextChecker: LogChecker {
  enum Place: Hashable {
    case body(CardID)
    case comment(CardID, CommentID)
  }

  private struct Typed {
    let place: Place
    let by: OperationID
    var erasers: [OperationID] = []
  }

  private var typed: [Unicode.Scalar: Typed] = [:]
  private var letters: [TextIdentity: Unicode.Scalar] = [:]
  private var plain: [Place: NaiveText] = [:]
  private var written: [OperationID: Set<Place>] = [:]
  private var undone: Set<Place> = []
  /// What took an operation back, undos included.
  private var undos: [OperationID: OperationID] = [:]
  /// Its texts, as far as it typed in them.
  private var offset: UInt32 = 0
  /// From model level 2 on an edit of one text says what it was typed in front of.
  private var knowsFronts = false

  mutating func willApply(_ entry: Entry, to board: Board) throws {
    knowsFronts = board.level > 1
  }

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard !entry.isRejected else { return }
    if case .undo(let target, _) = entry.made.intent {
      return takeBack(target, by: entry.id, on: board)
    }
    offset = 0
    var front = knowsFronts ? entry.made.extensions.leftOf : nil
    if case .batch = entry.made.intent { front = nil }
    for part in entry.made.intent.parts {
      switch part {
      case .cardCreate(let id, _, _, let body, _): try write(body, in: .body(id), by: entry.id)
      case .commentAdd(let card, let id, let text):
        try write(text, in: .comment(card, id), by: entry.id)
      case .cardSplice(let id, let splice):
        try apply(splice, to: .body(id), by: entry.id, leftOf: front)
      case .commentSplice(let card, let id, let splice):
        try apply(splice, to: .comment(card, id), by: entry.id, leftOf: front)
      default: break
      }
    }
  }

  private mutating func write(_ text: String, in place: Place, by id: OperationID) throws {
    plain[place] = NaiveText()
    let insertion = Splice.Insertion(after: nil, text: text)
    try apply(Splice(deletions: [], insertions: [insertion]), to: place, by: id)
  }

  private mutating func apply(
    _ splice: Splice, to place: Place, by id: OperationID, leftOf right: TextIdentity? = nil
  ) throws {
    written[id, default: []].insert(place)
    for range in splice.deletions {
      for offset in 0..<range.count {
        let identity = range.start.advanced(by: Int(offset))
        if let letter = letters[identity] { typed[letter]?.erasers.append(id) }
      }
    }
    let isPlain =
      undone.contains(place)
      || plain[place]?.apply(splice, by: id, offset: offset, leftOf: right) ?? false
    guard isPlain else {
      throw Violation(.text, "\(id) is applied and names text that never was")
    }
    for scalar in splice.insertions.lazy.flatMap(\.text.unicodeScalars) {
      guard typed.updateValue(Typed(place: place, by: id), forKey: scalar) == nil else {
        throw Violation(.text, "\(id) types what was typed before")
      }
      letters[TextIdentity(operation: id, offset: offset)] = scalar
      offset += 1
    }
  }

  private mutating func takeBack(_ target: OperationID, by id: OperationID, on board: Board) {
    undos[target] = id
    let places = written[target] ?? []
    written[id] = places
    undone.formUnion(places)
    for place in places {
      for element in board.text(at: place)?.elements ?? [] where element.identity.operation == id {
        letters[element.identity] = element.scalar
      }
    }
  }

  mutating func finish(_ board: Board) throws {
    var standing: [Unicode.Scalar: Place] = [:]
    for (place, naive) in plain {
      let text = board.text(at: place)?.string ?? ""
      guard undone.contains(place) || text == naive.string else {
        throw Violation(.text, "\(place) is \(text) and should be \(naive.string)")
      }
      for scalar in text.unicodeScalars {
        guard standing.updateValue(place, forKey: scalar) == nil else {
          throw Violation(.text, "\(scalar) stands twice, in \(place)")
        }
      }
    }
    for (scalar, one) in typed where mustStand(one) && standing[scalar] != one.place {
      throw Violation(.text, "\(scalar), typed by \(one.by), does not stand in \(one.place)")
    }
  }

  private func mustStand(_ one: Typed) -> Bool {
    switch one.place {
    case .body: return holds(one.by) && !one.erasers.contains(where: holds)
    // While a comment is removed nothing in it is taken back: who knows what an undo did.
    case .comment: return undos[one.by] == nil && one.erasers.isEmpty
    }
  }

  /// Whether the operation was not taken back, or that was taken back in turn.
  private func holds(_ id: OperationID) -> Bool {
    guard let undo = undos[id] else { return true }
    return !holds(undo)
  }
}

extension Board {
  func text(at place: TextChecker.Place) -> Text? {
    switch place {
    case .body(let card): self.card(card)?.body
    case .comment(let card, let id): comment(id, on: card)?.body
    }
  }
}
