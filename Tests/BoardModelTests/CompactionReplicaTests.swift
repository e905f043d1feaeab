@testable import BoardModel
import Randomness
import Testing

/// Compactions, late edits, settlements and undos at random: whoever has the log, or a snapshot from
/// anywhere in it, has the same board; and the history of a card tells its text.
@Suite("Compacted texts in replicas")
struct CompactionReplicaTests {
  private struct Play {
    var page = Manuscript("a text of some length, in which two windows write")
    var random: SeededGenerator
    /// What the windows have seen, as far as they look.
    var seen: [(text: Text, base: UInt64)] = []
    /// Of a window that is away: what it shows.
    var away: (text: Text, base: UInt64)?
    var edits: [OperationID] = []

    init(seed: Int) {
      random = SeededGenerator(seed: UInt64(seed))
      page.bench.commit(.commentAdd(card(1), Manuscript.comment, text: "comment"))
    }

    mutating func step() {
      switch random.below(12) {
      case 0, 1, 2: edit(by: .ann)
      case 3: page.compact()
      case 4: away = away ?? (page.text, page.bench.sequence)
      case 5: away = random.chance(20) ? nil : away
      case 6: settle()
      case 7:
        guard let target = edits.randomElement(using: &random) else { return }
        page.bench.commit(.undo(target: target, force: false), by: .ann)
      case 8:
        page.bench.commit(
          .textCompact(card(1), Manuscript.comment, horizon: page.bench.sequence), by: .ann)
      default: late()
      }
    }

    private mutating func edit(by editor: Editor) {
      let at = random.below(page.text.visibleCount + 1)
      let splice = page.text.splice(
        replacing: at..<(at + random.below(5)), with: random.chance(60) ? "ann\(at) " : "")
      page.bench.commit(.cardSplice(card(1), splice), by: editor)
      edits.append(page.bench.lastID)
    }

    /// The window that is away types a key, which comes at once.
    private mutating func late() {
      guard let (shown, base) = away else { return }
      var text = shown
      let at = random.below(text.visibleCount + 1)
      let splice = text.splice(
        replacing: at..<(at + random.below(3)), with: random.chance(80) ? "b" : "")
      page.bench.commit(
        .cardSplice(card(1), splice), by: .ben, base: base, queued: true,
        extensions: Extensions(
          leftOf: text.front(of: splice.insertions.first?.after, by: Editor.ben.session),
          context: text.context(of: splice)))
      text.apply(splice, by: page.bench.lastID)
      away = (text, base)
    }

    private mutating func settle() {
      guard let proposal = page.proposal else { return }
      page.bench.commit(
        .settle(
          proposal.field, user: proposal.stamp.author.user, operation: proposal.stamp.operation,
          accept: random.chance(70)))
      edits.append(page.bench.lastID)
    }
  }

  @Test("A replica is the same wherever in the log its snapshot was taken", arguments: 0..<8)
  func snapshots(seed: Int) throws {
    var play = Play(seed: seed)
    var replicas: [Board] = []
    var superseded = 0
    for step in 0..<160 {
      if step % 20 == 3 {
        let board = play.page.bench.board
        replicas.append(
          try Board(id: board.id, sequence: board.sequence, entities: board.entities()))
      }
      let before = play.page.bench.log.count
      play.step()
      for committed in play.page.bench.log[before...] {
        if case .superseded = committed.outcome { superseded += 1 }
        for index in replicas.indices {
          #expect(replicas[index].apply(committed) == committed.outcome)
        }
      }
      let digest = play.page.bench.board.digest()
      for index in replicas.indices { try #require(replicas[index].digest() == digest) }
    }
    var last = play.page.bench.board
    let entities = last.entities()
    for replica in replicas { #expect(replica.entities() == entities) }
    for entity in entities {
      var writer = ByteWriter()
      writer.value(entity)
      var reader = ByteReader(writer.bytes)
      #expect(try reader.value(Entity.self) == entity || entity.hasText)
    }
    #expect(last.digest() == play.page.bench.board.digest())
    #expect(superseded > 0, "the seed brings edits whose place is gone")
  }

  @Test("The history of a card tells its text through compactions and late edits", arguments: 0..<8)
  func cardHistory(seed: Int) throws {
    var play = Play(seed: seed + 100)
    var cardHistory = CardHistory(card: card(1), unsorted: play.page.bench.board.unsortedID)
    var told = 0
    for step in 0..<160 {
      play.step()
      for committed in play.page.bench.log[told...] where cardHistory.isConcerned(by: committed) {
        cardHistory.take(committed)
      }
      told = play.page.bench.log.count
      guard case .body(let text) = cardHistory.value(of: .cardBody(card(1))) else {
        Issue.record("the text is lost at step \(step)")
        return
      }
      try #require(text.string == play.page.text.string, "step \(step)")
    }
  }
}

extension Entity {
  /// Its text comes in entities of its own.
  fileprivate var hasText: Bool {
    switch self {
    case .column, .card, .comment, .proposal: true
    default: false
    }
  }
}
