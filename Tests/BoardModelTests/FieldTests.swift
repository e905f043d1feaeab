import Statements
import Testing

@testable import BoardModel

private let label = LabelID(high: 1, low: 1)
private let item = ItemID(high: 1, low: 2)
private let comment = CommentID(high: 1, low: 3)

@Suite("Labels, members, checklists, comments, limits")
struct FieldTests {
  private func bench() -> Workbench {
    var bench = Workbench()
    bench.addCard(card(1), body: "Body")
    return bench
  }

  @Test("A card has one of four priorities, or none", arguments: [0, 1, 4, 5, nil] as [UInt32?])
  func priority(number: UInt32?) {
    var bench = bench()
    bench.commit(.set(.cardPriority(card(1)), .number(2)))
    let outcome = bench.commit(.set(.cardPriority(card(1)), .number(number)))
    let isOne = number.map { Priority(rawValue: $0) != nil } ?? true
    #expect(outcome == (isOne ? .applied : .rejected(.valueOutOfRange)))
    #expect(bench.board.priority(of: card(1)) == (isOne ? number.flatMap(Priority.init) : .normal))
  }

  // MARK: Elements

  @Test("A removal takes away only what its author saw, in whichever order they arrive")
  func elements() {
    var bench = bench()
    let element = CardElement.assignee("cid")
    bench.commit(.attach(card(1), element))
    let seen = bench.lastID
    let base = bench.sequence
    bench.commit(.attach(card(1), element), by: .ben, base: base)
    let newer = bench.lastID
    let stale = bench.commit(.detach(card(1), element, seen: seen), base: base)
    #expect(
      stale
        == .applied(
          displaced: [],
          notes: [.staleRemoval(.cardAssignee(card(1), user: "cid"), by: newer)]))
    #expect(bench.board.assignees(of: card(1)) == ["cid"])
    #expect(bench.commit(.detach(card(1), element, seen: newer)) == .applied)
    #expect(bench.board.assignees(of: card(1)).isEmpty)
    // The other way round the addition comes last and holds.
    bench.commit(.attach(card(1), element), by: .ben, base: base)
    #expect(bench.board.assignees(of: card(1)) == ["cid"])
  }

  @Test("A card is blocked by others of the board, and not by itself, as long as they are there")
  func blockers() {
    var bench = bench()
    bench.addCard(card(2))
    bench.addCard(card(3))
    #expect(bench.commit(.attach(card(1), .blocker(card(1)))) == .rejected(.blocksItself))
    #expect(bench.commit(.attach(card(1), .blocker(card(9)))) == .rejected(.unknownCard(card(9))))
    #expect(bench.commit(.attach(card(9), .blocker(card(1)))) == .rejected(.unknownCard(card(9))))
    bench.commit(.attach(card(1), .blocker(card(3))))
    bench.commit(.attach(card(1), .blocker(card(2))))
    // In a circle they block each other.
    bench.commit(.attach(card(2), .blocker(card(1))))
    #expect(bench.board.blocking(card(1)).map(\.id) == [card(2), card(3)])
    #expect(bench.board.isBlocked(card(2)))
    #expect(!bench.board.isBlocked(card(3)))
  }

  @Test("A card that is archived blocks nobody until it is restored", .holds("APL-139"))
  func archivedBlocker() {
    var bench = bench()
    bench.addCard(card(2))
    bench.commit(.attach(card(1), .blocker(card(2))))
    bench.commit(.cardArchive(card(2)))
    #expect(!bench.board.isBlocked(card(1)))
    #expect(bench.board.blocking(card(1)).isEmpty)
    #expect(bench.board.blockers(of: card(1)).map(\.id) == [card(2)])
    // What is archived itself may still be blocked, and by a card that is archived already.
    #expect(bench.commit(.attach(card(1), .blocker(card(2)))) == .applied)
    bench.commit(.cardRestore(card(2)))
    #expect(bench.board.isBlocked(card(1)))
  }

  @Test("A card has at most 64 blockers, beside as many labels and assignees")
  func manyBlockers() {
    var bench = bench()
    let many = (0...64).map { CardID(high: 0xB10C, low: UInt64($0)) }
    for id in many { bench.addCard(id) }
    for id in many.dropLast() {
      #expect(bench.commit(.attach(card(1), .blocker(id))) == .applied)
    }
    #expect(
      bench.commit(.attach(card(1), .blocker(many[64]))) == .rejected(.limitReached(.elements)))
    #expect(bench.commit(.attach(card(1), .blocker(many[63]))) == .applied)
    #expect(bench.commit(.attach(card(1), .assignee("cid"))) == .applied)
  }

  @Test("Removing a label from the board wins over adding it to a card, in either order")
  func removedLabel() {
    for removesFirst in [true, false] {
      var bench = bench()
      bench.commit(.labelCreate(label, name: "Urgent", colour: 3))
      let base = bench.sequence
      let remove = Intent.set(.labelRemoved(label), .flag(true))
      let add = Intent.attach(card(1), .label(label))
      let first = bench.commit(removesFirst ? remove : add, by: .ann, base: base)
      let second = bench.commit(removesFirst ? add : remove, by: .ben, base: base, queued: true)
      #expect(first == .applied)
      #expect(second == (removesFirst ? .rejected(.labelRemoved(label)) : .applied))
      #expect(bench.board.labels(on: card(1)).isEmpty)
      #expect(bench.board.labels.isEmpty)
      // It is hidden, not gone: with the label the card has it again.
      bench.commit(.set(.labelRemoved(label), .flag(false)), by: .ben)
      #expect(bench.board.labels(on: card(1)).map(\.id) == (removesFirst ? [] : [label]))
    }
  }

  @Test("Labels are listed by name")
  func listing() {
    var bench = bench()
    for (number, name) in ["b", "a", "c"].enumerated() {
      bench.commit(
        .labelCreate(LabelID(high: 9, low: UInt64(number)), name: name, colour: UInt8(number)))
    }
    #expect(bench.board.labels.map(\.name.value) == ["a", "b", "c"])
    #expect(bench.board.labels.map(\.colour) == [1, 0, 2])
  }

  // MARK: Checklists and comments

  @Test("Removing an item wins over whatever others do to it, in either order")
  func removedItem() {
    for removesFirst in [true, false] {
      var bench = bench()
      bench.commit(.itemAdd(card(1), item, text: "Soak", at: Anchors()))
      let base = bench.sequence
      let remove = Intent.set(.itemRemoved(card(1), item), .flag(true))
      let tick = Intent.set(.itemDone(card(1), item), .flag(true))
      bench.commit(removesFirst ? remove : tick, by: .ann, base: base)
      let second = bench.commit(removesFirst ? tick : remove, by: .ben, base: base, queued: true)
      #expect(second == (removesFirst ? .rejected(.itemRemoved(item)) : .applied))
      #expect(bench.board.checklist(of: card(1)).isEmpty)
      #expect(bench.board.item(item, on: card(1))?.done == !removesFirst)
    }
  }

  @Test("Items keep their order, and are ticked by what is to be, never toggled")
  func checklist() {
    var bench = bench()
    let ids = (0..<3).map { ItemID(high: 5, low: $0) }
    for id in ids { bench.commit(.itemAdd(card(1), id, text: "\(id.low)", at: Anchors())) }
    bench.commit(.set(.itemPlace(card(1), ids[2]), .itemPlace(Anchors(before: ids[0]))))
    #expect(bench.board.checklist(of: card(1)).map(\.id) == [ids[2], ids[0], ids[1]])
    let base = bench.sequence
    bench.commit(.set(.itemDone(card(1), ids[0]), .flag(true)))
    let again = bench.commit(.set(.itemDone(card(1), ids[0]), .flag(true)), by: .ben, base: base)
    #expect(again == .applied)
    #expect(bench.board.checklist(of: card(1)).map(\.done) == [false, true, false])
  }

  @Test("A comment is edited by who wrote it, from several windows at once")
  func comments() {
    var bench = bench()
    bench.commit(.commentAdd(card(1), comment, text: "ab"))
    let body = bench.board.comment(comment, on: card(1))?.body ?? Text()
    let base = bench.sequence
    bench.commit(
      .commentSplice(card(1), comment, body.splice(replacing: 1..<1, with: "X")), base: base)
    let other = bench.commit(
      .commentSplice(card(1), comment, body.splice(replacing: 2..<2, with: "Y")), by: .annToo,
      base: base)
    #expect(other == .merged(notes: []))
    #expect(bench.board.comments(on: card(1)).map(\.body.string) == ["aXbY"])
    let theirs = bench.commit(
      .commentSplice(card(1), comment, body.splice(replacing: 0..<0, with: "!")), by: .ben)
    #expect(theirs == .rejected(.notYourComment))
    bench.commit(.set(.commentRemoved(card(1), comment), .flag(true)))
    #expect(bench.board.comments(on: card(1)).isEmpty)
    #expect(bench.board.comment(comment, on: card(1)) != nil)
  }

  // MARK: Roles

  @Test("Who makes a board owns it, alone until they give a role", arguments: ["", "ben"])
  func owners(_ other: String) {
    var bench = Workbench(empty: Workbench.boardID)
    bench.commit(.boardCreate(title: "Launch"))
    #expect(bench.board.role(of: "ann") == .owner)
    #expect(bench.board.role(of: "zoe") == nil)
    #expect(bench.board.members.map(\.user) == ["ann"])
    for role in [Role.editor, nil] {
      #expect(bench.commit(.set(.memberRole("ann"), .role(role))) == .rejected(.lastOwner))
    }
    #expect(bench.commit(.set(.memberRole(other), .role(.owner))) == .applied)
    // Everyone is nobody in particular, so a user is to be an owner besides.
    let leaving = bench.commit(.set(.memberRole("ann"), .role(.viewer)))
    #expect(leaving == (other.isEmpty ? .rejected(.lastOwner) : .applied))
    #expect(bench.board.role(of: "ann") == (other.isEmpty ? .owner : .viewer))
    #expect(bench.board.role(of: "zoe") == (other.isEmpty ? .owner : nil))
  }

  @Test("What is written to a list of members makes it that of the later board")
  func memberChanges() {
    var bench = bench()
    let before = bench.board
    #expect(
      before.memberChanges(since: Board(id: before.id).memberRoles).map(\.user) == ["", "ann"])
    bench.commit(.cardRetitle(card(1), title: "Another"))
    #expect(bench.board.memberChanges(since: before.memberRoles).isEmpty)
    bench.commit(.set(.memberRole("zoe"), .role(.viewer)))
    bench.commit(.set(.memberRole("ben"), .role(.editor)))
    bench.commit(.set(.memberRole("zoe"), .role(nil)))
    bench.commit(.set(.memberRole(""), .role(nil)))
    let changes = bench.board.memberChanges(since: before.memberRoles)
    #expect(changes.map(\.user) == ["", "ben"])
    #expect(changes.map(\.role) == [nil, .editor])
  }

  @Test("Each role may do what it may, and is told which one could do the rest")
  func roles() {
    let wants: [(Intent, Role)] = [
      (.cardFavourite(card(1), marked: true), .viewer),
      (.receiptsSeen(through: 0), .viewer), (.receiptSeen(cause: 0, index: 0), .viewer),
      (.commentAdd(card(1), comment, text: "x"), .commenter),
      (.set(.commentRemoved(card(1), comment), .flag(false)), .commenter),
      (.cardRetitle(card(1), title: "x"), .editor),
      (
        .cardSplice(card(1), Splice(deletions: [], insertions: [.init(after: nil, text: "x")])),
        .editor
      ),
      (.set(.cardDue(card(1)), .number(1)), .editor),
      (.labelCreate(label, name: "x", colour: 0), .editor),
      (.set(.memberRole("zoe"), .role(.viewer)), .owner),
      (.boardRaise(level: 1), .owner),
      (.boardRename(title: "x"), .owner),
      (.set(.boardArchived, .flag(true)), .owner),
    ]
    for role in [Role?.none] + Role.allCases.map(Optional.some) {
      var bench = bench()
      bench.commit(.set(.memberRole(""), .role(nil)))
      bench.commit(.set(.memberRole("ben"), .role(role)))
      for (intent, needed) in wants {
        let may = role.map { $0 >= needed } ?? false
        let outcome = bench.commit(intent, by: .ben)
        #expect(outcome == (may ? .applied : .rejected(.forbidden(needed: needed))))
      }
    }
  }

  @Test("What was made before a role was lost is refused when it arrives, and told to its author")
  func lostRole() {
    var bench = bench()
    bench.commit(.set(.memberRole("ann"), .role(.owner)))
    bench.commit(.set(.memberRole("ben"), .role(.editor)))
    let base = bench.sequence
    bench.commit(.set(.memberRole("ben"), .role(.viewer)))
    let late = bench.commit(
      .cardRetitle(card(1), title: "Late"), by: .ben, base: base, queued: true)
    #expect(late == .rejected(.forbidden(needed: .editor)))
    #expect(
      bench.board.receipts(of: "ben").map(\.kind) == [.rejected(.forbidden(needed: .editor))])
  }

  // MARK: Limits

  @Test("A full column warns, or refuses what was made live")
  func limits() {
    var bench = bench()
    bench.commit(.set(.columnWIPLimit(todo), .number(1)))
    let over = Outcome.applied(displaced: [], notes: [.overWIPLimit(todo)])
    #expect(bench.addCard(card(2)) == over)
    #expect(bench.addCard(card(3), in: doing) == .applied)
    bench.commit(.set(.wipLimitBlocks, .flag(true)))
    let move = Intent.cardMove([card(3)], to: todo, at: Anchors())
    #expect(bench.commit(move) == .rejected(.limitBlocked(todo)))
    #expect(bench.commit(move, queued: true) == over)
    #expect(bench.board.liveCount(in: todo) == 3)
    // Within the column nothing comes in.
    #expect(
      bench.commit(.cardMove([card(3)], to: todo, at: Anchors(before: card(1)))) == .applied)
  }

  @Test("A move of several cards into a column without room for all is refused as a whole")
  func blockedMove() {
    var bench = bench()
    for number in 2...4 as ClosedRange<UInt64> { bench.addCard(card(number), in: doing) }
    bench.commit(.set(.columnWIPLimit(todo), .number(3)))
    bench.commit(.set(.wipLimitBlocks, .flag(true)))
    let before = bench.board.snapshotBytes
    let outcome = bench.commit(
      .cardMove([card(2), card(3), card(4)], to: todo, at: Anchors()))
    #expect(outcome == .rejected(.limitBlocked(todo)))
    #expect(bench.order(in: doing) == [card(2), card(3), card(4)])
    bench.commit(.receiptsSeen(through: .max))
    #expect(bench.board.snapshotBytes == before)
  }
}
