import BoardModel
import WindowSync

/// A card's body while it is edited here: the board's text, operations of this window that the
/// board does not show yet, and what was typed since the last of them.
///
/// Others' edits arrive in `board`; everything else is replayed on top, by identity.
struct BodyDraft: Sendable {
  private var board: Text
  /// The operations made from this draft that the board does not show yet, in order.
  private var made: [(id: OperationID, splice: Splice, front: TextIdentity?)] = []
  private(set) var text: Text
  private(set) var scalars: [Unicode.Scalar]
  /// The number of visible scalars before the caret. The caret stays right of the scalar at its
  /// left.
  private(set) var caret: Int
  /// The deleted ranges of scalars that were not typed here.
  private var deletions: [TextRange] = []
  private var nextOffset: UInt32 = 0
  private var isTyped = false

  /// The operation to which typed scalars belong until a real one has been made of them. No session
  /// has this identifier: windows draw theirs at random.
  private static let draft = OperationID(
    session: SessionID(high: 0, low: 0), epoch: 0, counter: 0)

  init(_ body: Text) {
    board = body
    text = body
    scalars = Array(body.string.unicodeScalars)
    caret = 0
  }

  var isDirty: Bool { isTyped || !deletions.isEmpty }

  /// The number of scalars that can still be typed.
  var room: Int { max(0, BoardLimits.bodyScalars - text.totalCount) }

  /// The identity of the scalar at the left of the caret; nil at the start, and if the scalar was
  /// typed since the last operation.
  var caretIdentity: TextIdentity? { text.identity(at: caret - 1) }

  mutating func place(at offset: Int) {
    caret = CaretStops(scalars: scalars).settled(offset)
  }

  /// Replaces visible scalars; the caret goes behind the replacement.
  mutating func replace(_ range: Range<Int>, with replacement: [Unicode.Scalar]) {
    let range = range.clamped(to: 0..<scalars.count)
    guard !range.isEmpty || !replacement.isEmpty else { return }
    let splice = text.splice(
      replacing: range, with: String(String.UnicodeScalarView(replacement)))
    guard text.apply(splice, by: BodyDraft.draft, offset: nextOffset) else { return }
    nextOffset += UInt32(replacement.count)
    isTyped = isTyped || !replacement.isEmpty
    deletions += splice.deletions.filter { $0.start.operation != BodyDraft.draft }
    scalars.replaceSubrange(range, with: replacement)
    caret = range.lowerBound + replacement.count
  }

  /// The scalar in front of which `session` typed the first piece of `splice`.
  func front(of splice: Splice?, by session: SessionID) -> TextIdentity? {
    guard let first = splice?.insertions.first else { return nil }
    return text.front(of: first.after, by: session, over: BodyDraft.draft)
  }

  /// The splice of what was typed since the last operation; nil if that comes to nothing.
  var splice: Splice? {
    var insertions: [Splice.Insertion] = []
    var left: TextIdentity?
    var typed: [Unicode.Scalar] = []
    for run in text.runs {
      if run.start.operation == BodyDraft.draft {
        if !run.deleted { typed += run.scalars }
        continue
      }
      insertions += Splice.insertions(of: typed, after: left)
      typed = []
      left = run.identity(at: run.scalars.count - 1)
    }
    insertions += Splice.insertions(of: typed, after: left)
    guard !insertions.isEmpty || !deletions.isEmpty else { return nil }
    return Splice(deletions: deletions, insertions: insertions)
  }

  /// Takes over that an operation has been made of `splice`: further typing is another draft.
  /// - Parameter isTypedSince: whether something was typed after the splice was asked for.
  mutating func commit(_ splice: Splice, as id: OperationID, isTypedSince: Bool = false) {
    let (typed, place) = (scalars, caret)
    made.append((id, splice, front(of: splice, by: id.session)))
    rebuild(with: nil)
    if isTypedSince { retype(typed, caret: place) }
  }

  /// Rebuilds the draft on another text of the board, which holds the operations of `session` up to
  /// `shown`.
  mutating func rebase(onto body: Text, shown: UInt64, session: SessionID) {
    let pending = made.filter { $0.id.counter > shown }
    guard body != board || pending.count < made.count else { return }
    let anchor = anchor(in: session)
    let splice = splice
    let front = front(of: splice, by: session)
    let before = text
    board = body
    made = pending
    rebuild(with: splice, leftOf: front, typedIn: before)
    caret = position(of: anchor, typedIn: before)
  }

  /// Makes the operations part of the draft again, because they will not come to the board.
  mutating func reopen() {
    let (typed, place) = (scalars, caret)
    made = []
    rebuild(with: nil)
    retype(typed, caret: place)
  }

  /// Makes a draft of how the text differs from what is typed.
  private mutating func retype(_ typed: [Unicode.Scalar], caret place: Int) {
    for splice in SpliceDiff.splices(from: text, to: typed) { replay(splice) }
    scalars = Array(text.string.unicodeScalars)
    caret = min(place, scalars.count)
  }

  /// Forgets the operations, because the board holds them under other identifiers.
  mutating func renumbered() {
    made = []
  }

  /// - Parameters:
  ///   - front: the scalar that the first piece stands left of.
  ///   - before: the text in which the splice was typed.
  private mutating func rebuild(
    with splice: Splice?, leftOf front: TextIdentity? = nil, typedIn before: Text? = nil
  ) {
    text = board
    for (id, splice, front) in made { text.apply(splice, by: id, leftOf: front) }
    (deletions, nextOffset, isTyped) = ([], 0, false)
    if let splice { replay(splice, leftOf: front, typedIn: before) }
    scalars = Array(text.string.unicodeScalars)
  }

  /// Applies a splice as part of the draft. If the place of a piece is gone, because its neighbour
  /// was deleted and dropped, the piece goes behind the nearest visible scalar left of it that is
  /// still there, else to the end: it is never lost.
  private mutating func replay(
    _ splice: Splice, leftOf front: TextIdentity? = nil, typedIn before: Text? = nil
  ) {
    deletions += splice.deletions.filter { range in
      text.apply(Splice(deletions: [range], insertions: []), by: BodyDraft.draft)
    }
    for (index, insertion) in splice.insertions.enumerated() {
      let isThere = insertion.after.map { text.contains($0) } ?? true
      let left =
        isThere
        ? insertion.after : neighbour(of: insertion.after, in: before) ?? text.endIdentity
      let placed = Splice.Insertion(after: left, text: insertion.text)
      let one = Splice(deletions: [], insertions: [placed])
      let right = index == 0 ? front : nil
      guard text.apply(one, by: BodyDraft.draft, offset: nextOffset, leftOf: right) else {
        continue
      }
      nextOffset += UInt32(insertion.text.unicodeScalars.count)
      isTyped = true
    }
  }
}

extension BodyDraft {
  /// The nearest scalar left of a missing one that was visible and is still there.
  private func neighbour(of gone: TextIdentity?, in before: Text?) -> TextIdentity? {
    var place = gone.flatMap { before?.position(rightOf: $0) } ?? 0
    while let visible = before?.identity(at: place - 1) {
      if text.contains(visible) { return visible }
      place -= 1
    }
    return nil
  }

  /// The scalar at which the caret stands: right of it, or left of it where one types backwards.
  private enum Anchor {
    case start
    case scalar(TextIdentity)
    case before(TextIdentity)
    /// The typed scalar with so many typed ones left of it.
    case typed(Int)
    case beforeTyped(Int)
  }

  private func anchor(in session: SessionID) -> Anchor {
    let left = text.identity(at: caret - 1)
    if let left, left.operation == BodyDraft.draft {
      return ordinal(of: left).map(Anchor.typed) ?? .start
    }
    if let right = text.identity(at: caret), let ordinal = ordinal(of: right) {
      return .beforeTyped(ordinal)
    }
    if let front = text.front(of: left, by: session, over: BodyDraft.draft) {
      return .before(front)
    }
    return left.map(Anchor.scalar) ?? .start
  }

  /// The number of typed scalars left of a typed one; nil for another scalar.
  private func ordinal(of scalar: TextIdentity) -> Int? {
    guard scalar.operation == BodyDraft.draft else { return nil }
    var ordinal = 0
    for run in text.runs where !run.deleted && run.start.operation == BodyDraft.draft {
      if let index = run.index(of: scalar) { return ordinal + index }
      ordinal += run.scalars.count
    }
    return nil
  }

  /// - Parameter before: the text in which the caret stood.
  private func position(of anchor: Anchor, typedIn before: Text) -> Int {
    switch anchor {
    case .start: return 0
    case .scalar(let identity):
      return text.position(rightOf: identity)
        ?? neighbour(of: identity, in: before).flatMap { text.position(rightOf: $0) } ?? 0
    case .before(let identity):
      return text.position(leftOf: identity) ?? scalars.count
    case .typed(let ordinal):
      return position(ofTyped: ordinal).map { $0 + 1 } ?? scalars.count
    case .beforeTyped(let ordinal):
      return position(ofTyped: ordinal) ?? scalars.count
    }
  }

  private func position(ofTyped ordinal: Int) -> Int? {
    var ordinal = ordinal
    var position = 0
    for run in text.runs where !run.deleted {
      if run.start.operation == BodyDraft.draft {
        if ordinal < run.scalars.count { return position + ordinal }
        ordinal -= run.scalars.count
      }
      position += run.scalars.count
    }
    return nil
  }
}
