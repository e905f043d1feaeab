import BoardModel
import Files
import Foundation
import OwnThread
import Statements
import Testing
import WindowStore
import WindowSync

@Suite("What was typed in windows that no process shows", .ownThread, .timeLimit(.minutes(1)))
struct UnshownDraftsTests {
  private static let column = ColumnID(high: 5, low: 1)
  private static let card = CardID(high: 6, low: 1)
  private static let merged = CardID(high: 6, low: 2)
  private static let item = ItemID(high: 7, low: 1)
  private static let ann = Author(user: "ann", device: "desk")
  private static let others = ["Zebraword", "Yakword", "Umberword", "Xenonword"]
  private static let own = ["Benword", "Ownword", "Draftword", "Itemword", "Commentword"]

  private struct Place {
    let fixture: Fixture
    let windows: DeviceWindows
    var board = Board(id: boardID)

    init() throws {
      fixture = try Fixture()
      windows = try fixture.windows()
      for intent in [
        .boardCreate(title: "Plans"), .columnCreate(column, title: "To do", at: Anchors()),
        .cardCreate(card, in: column, title: "Zebraword pin", body: "a Yakword", at: Anchors()),
        .itemAdd(card, item, text: "an Umberword", at: Anchors()),
        .cardCreate(merged, in: column, title: "two", body: "", at: Anchors()),
      ] as [Intent] {
        apply(intent)
      }
    }

    mutating func apply(_ intent: Intent) {
      let next = board.sequence + 1
      let outcome = board.apply(
        BoardModel.Operation(
          id: OperationID(session: sessionID(99), epoch: 1, counter: next), base: next - 1,
          queued: false, intent: intent), sequence: next, time: next, author: ann)
      #expect(!outcome.isRejected, "\(intent): \(outcome)")
    }

    /// Makes the files of a window with drafts, with a text of an editor, and with one whose edits
    /// are made. The editor got a word that waits for the coordinator.
    func keep() throws {
      let files = try windows.create(session())
      let body = try #require(board.card(card)?.body)
      let sent = BoardModel.Operation(
        id: OperationID(session: sessionID(1), epoch: 1, counter: 1), base: board.sequence,
        queued: true, intent: .cardSplice(card, body.splice(replacing: 1..<1, with: " Benword")))
      try files.persist([sent], synced: false)
      var shown = board
      _ = shown.apply(sent, sequence: board.sequence + 1, time: 0, author: ann)
      let opened = try #require(shown.card(card)?.body)
      _ = try files.beginEditing(
        card, text: Array((opened.string + " Ownword").utf8),
        opened: OpenedBody.bytes(opened, of: card))
      _ = try files.beginEditing(
        merged, text: Array("Xenonword".utf8), opened: OpenedBody.merged)
      var view = ViewState()
      view.drafts = [
        .title(card, "Zebraword pin Draftword", from: "Zebraword pin"),
        .item(card, item, "an Umberword Itemword", from: "an Umberword"),
        .comment(card, nil, "Commentword"), .title(merged, "two and three", from: "two"),
      ]
      try files.saveView(view.bytes)
    }

    /// The text of each file of the window.
    func texts() throws -> [String] {
      let folder = windows.folder + "/windows/\(sessionID(1))"
      return try ["", "/editing"].flatMap { below in
        try Folder.names(in: folder + below).filter { !$0.isEmpty && $0 != "editing" }
          .map { String(decoding: try bytes(folder + below + "/" + $0), as: UTF8.self) }
      }
    }

    func keeps(_ word: String) throws -> Bool { try texts().contains { $0.contains(word) } }

    func drafts() throws -> [ViewState.Draft] {
      let files = try windows.open(sessionID(1).description)
      return try files.view().map { try ViewState(bytes: $0).drafts } ?? []
    }
  }

  @Test("Of purged pasts one's own words stay, also those that are not sent", .holds("PRG-013"))
  func pasts() throws {
    var place = try Place()
    try place.keep()
    try place.windows.clearPurged(place.board, of: session().incarnation)
    for word in Self.others + Self.own { #expect(try place.keeps(word), "\(word)") }
    place.apply(.cardRetitle(Self.card, title: "plain"))
    place.apply(.set(.itemText(Self.card, Self.item), .text("plain")))
    let body = try #require(place.board.card(Self.card)?.body)
    place.apply(.cardSplice(Self.card, body.splice(replacing: 2..<9, with: "")))
    for field in [
      .cardTitle(Self.card), .itemText(Self.card, Self.item), .cardBody(Self.card),
    ] as [FieldAddress] {
      place.apply(.purge(.past(field)))
    }
    place.apply(.purge(.card(Self.merged)))
    for _ in 1...2 {
      try place.windows.clearPurged(place.board, of: session().incarnation)
      for word in Self.others { #expect(try !place.keeps(word), "\(word)") }
      for word in Self.own { #expect(try place.keeps(word), "\(word)") }
      #expect(
        try place.drafts() == [
          .title(Self.card, " Draftword", from: ""),
          .item(Self.card, Self.item, " Itemword", from: ""),
          .comment(Self.card, nil, "Commentword"), .title(Self.merged, " and three", from: ""),
        ])
    }
    let files = try place.windows.open(sessionID(1).description)
    let left = try files.editedBodies()
    #expect(left.map { String(decoding: $0.text, as: UTF8.self) } == ["a Benword  Ownword"])
    #expect(OpenedBody.body(left[0].opened, of: Self.card)?.string == "a Benword ")
    #expect(files.load().replica.pending.count == 1)
  }

  @Test("A part of a board says nothing of cards that it does not have", .holds("PRG-013"))
  func excerpt() throws {
    var place = try Place()
    place.apply(.purge(.card(Self.merged)))
    try place.keep()
    let before = try place.drafts()
    let entities = try #require(
      place.board.excerpt(naming: ["none"], for: "ann", bytes: 1 << 20))
    let part = try Board(id: boardID, sequence: place.board.sequence, entities: entities)
    #expect(part.lastPurge > 0 && part.card(Self.card) == nil)
    try place.windows.clearPurged(part, isWhole: false, of: session().incarnation)
    #expect(try place.drafts() == before)
  }

  @Test("A draft that goes on with an unsent title stays whole", .holds("PRG-013"))
  func unsentTitles() throws {
    var place = try Place()
    place.apply(.purge(.card(Self.merged)))
    let new = CardID(high: 6, low: 3)
    var view = ViewState()
    view.drafts = [
      .title(new, "Own and more", from: "Own"), .title(Self.card, "Mine too", from: "Mine"),
    ]
    do {
      let files = try place.windows.create(session())
      let intents: [Intent] = [
        .cardCreate(new, in: Self.column, title: "Own", body: "", at: Anchors()),
        .cardRetitle(Self.card, title: "Mine"),
      ]
      for (counter, intent) in intents.enumerated() {
        let operation = BoardModel.Operation(
          id: OperationID(session: sessionID(1), epoch: 1, counter: UInt64(counter) + 1),
          base: place.board.sequence, queued: true, intent: intent)
        try files.persist([operation], synced: false)
      }
      try files.saveView(view.bytes)
    }
    try place.windows.clearPurged(place.board, of: session().incarnation)
    #expect(try place.drafts() == view.drafts)
  }

  @Test("A draft of what the field holds stays whole, whatever the field held before a purge")
  func present() throws {
    var place = try Place()
    place.apply(.cardRetitle(Self.card, title: "Zebraword pin"))
    place.apply(.purge(.past(.cardTitle(Self.card))))
    try place.keep()
    try place.windows.clearPurged(place.board, of: session().incarnation)
    #expect(
      try place.drafts()[0]
        == .title(Self.card, "Zebraword pin Draftword", from: "Zebraword pin"))
    for word in Self.others + Self.own { #expect(try place.keeps(word), "\(word)") }
  }
}
