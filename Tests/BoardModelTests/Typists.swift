import BoardModel
import Randomness

/// Several authors at one point of one text. What they do reaches a log, which orders it, and from
/// there each of the others, whenever it pleases the seed.
struct Typists {
  typealias Edit = (splice: Splice, id: OperationID, leftOf: TextIdentity?)

  /// What an author means to stand together.
  struct Run {
    enum Way: CaseIterable { case forward, backward, paste }

    let way: Way
    let author: Int
    /// From left to right.
    var scalars: [TextIdentity] = []
    var text: [Unicode.Scalar] = []
  }

  private struct Author {
    /// The text of as much of the log as it has received.
    var confirmed: Text
    var received = 0
    /// Its edits above that: on their way to the log, or from there.
    var pending: [Edit] = []
    /// How many of `pending` are in the log.
    var sent = 0
    /// What it sees.
    var shown: Text
    var counter: UInt64 = 0
    /// The index of the run that it types, and what of it is still to come.
    var typing: (run: Int, rest: Int)?
  }

  let start: Text
  /// The scalar right of which everybody types.
  let point: TextIdentity
  private(set) var log: [Edit] = []
  private(set) var runs: [Run] = []
  private var authors: [Author]
  private var random: SeededGenerator
  /// Whether operations say what they were typed in front of.
  private let namesFronts: Bool

  init(authors count: Int, seed: Int, namesFronts: Bool) {
    self.namesFronts = namesFronts
    let id = OperationID(session: SessionID(high: 1, low: 0), epoch: 1, counter: 1)
    start = Text("some text.", by: id)
    point = TextIdentity(operation: id, offset: 4)
    authors = Array(repeating: Author(confirmed: start, shown: start), count: count)
    random = SeededGenerator(seed: UInt64(seed))
  }

  /// What each of them sees.
  var shown: [Text] { authors.map(\.shown) }

  /// One of them does one thing, or hears of what others did.
  mutating func step() {
    let author = random.below(authors.count)
    switch random.below(10) {
    case 0..<5: type(author)
    case 5: delete(author)
    case 6..<8: send(author, random.below(4))
    default: receive(author, random.below(6))
    }
  }

  /// All is sent, and everybody hears of it.
  mutating func settle() {
    for author in authors.indices {
      while authors[author].typing != nil { type(author) }
      send(author, authors[author].pending.count)
    }
    for author in authors.indices { receive(author, log.count) }
  }

  private mutating func type(_ author: Int) {
    guard let (run, rest) = authors[author].typing else { return begin(author) }
    let left: TextIdentity? =
      switch runs[run].way {
      case .forward: runs[run].scalars.last ?? point
      case .paste: point
      case .backward: namesFronts ? caret(before: runs[run].scalars.first, author) : point
      }
    let letter = Unicode.Scalar(UInt8(97 + author * 6 + rest % 6))
    insert([letter], after: left, author, run)
    authors[author].typing = rest > 1 ? (run, rest - 1) : nil
  }

  /// What stands left of the caret of somebody who types in front of a scalar.
  private func caret(before front: TextIdentity?, _ author: Int) -> TextIdentity? {
    let shown = authors[author].shown
    guard let front, let place = shown.position(leftOf: front) else { return point }
    return shown.identity(at: place - 1)
  }

  private mutating func begin(_ author: Int) {
    let way = Run.Way.allCases[random.below(3)]
    runs.append(Run(way: way, author: author))
    switch way {
    case .forward, .backward:
      authors[author].typing = (runs.count - 1, 2 + random.below(9))
    case .paste:
      let word = "pasted by \(author)\n".unicodeScalars
      insert(Array(word), after: point, author, runs.count - 1)
    }
  }

  private mutating func insert(
    _ text: [Unicode.Scalar], after left: TextIdentity?, _ author: Int, _ run: Int
  ) {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: text)
    let insertion = Splice.Insertion(after: left, text: String(string))
    let front = authors[author].shown.front(of: left, by: Typists.session(author))
    let id = edit(
      author, Splice(deletions: [], insertions: [insertion]), leftOf: namesFronts ? front : nil)
    let scalars = text.indices.map { TextIdentity(operation: id, offset: UInt32($0)) }
    if runs[run].way == .backward {
      runs[run].scalars.insert(contentsOf: scalars, at: 0)
      runs[run].text.insert(contentsOf: text, at: 0)
    } else {
      runs[run].scalars += scalars
      runs[run].text += text
    }
  }

  /// Takes away some of what stands around the point, whoever typed it.
  private mutating func delete(_ author: Int) {
    let text = authors[author].shown
    let place = text.position(rightOf: point) ?? 0
    let lower = max(0, place - 2 + random.below(12))
    let ranges = text.identities(in: lower..<(lower + 1 + random.below(5)))
    if !ranges.isEmpty { edit(author, Splice(deletions: ranges, insertions: [])) }
  }

  @discardableResult
  private mutating func edit(
    _ author: Int, _ splice: Splice, leftOf front: TextIdentity? = nil
  ) -> OperationID {
    authors[author].counter += 1
    let id = OperationID(
      session: Typists.session(author), epoch: 1, counter: authors[author].counter)
    authors[author].shown.apply(splice, by: id, leftOf: front)
    authors[author].pending.append((splice, id, front))
    return id
  }

  private static func session(_ author: Int) -> SessionID {
    SessionID(high: 2, low: UInt64(author))
  }

  private mutating func send(_ author: Int, _ count: Int) {
    let unsent = authors[author].pending.dropFirst(authors[author].sent).prefix(count)
    log += unsent
    authors[author].sent += unsent.count
  }

  /// Rebase is replay: what the log has more of, and the own edits on top of it.
  private mutating func receive(_ author: Int, _ count: Int) {
    let new = log[authors[author].received...].prefix(count)
    authors[author].received += new.count
    for (splice, id, front) in new {
      authors[author].confirmed.apply(splice, by: id, leftOf: front)
      if id == authors[author].pending.first?.id {
        authors[author].pending.removeFirst()
        authors[author].sent -= 1
      }
    }
    authors[author].shown = authors[author].confirmed
    for (splice, id, front) in authors[author].pending {
      authors[author].shown.apply(splice, by: id, leftOf: front)
    }
  }
}
