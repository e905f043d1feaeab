import Foundation
import BoardModel
import Testing
import WindowStore
import WindowSync
import Wire

@Suite("Unsent edits as processes")
struct UnsentTests {
  @Test(
    "What no coordinator has acknowledged is printed whole, without one", .timeLimit(.minutes(1)))
  func prints() async throws {
    let user = try Household(url: "board://127.0.0.1:1")
    defer { user.remove() }
    let nothing = try await user.json("unsent", shape: "UNSENT")
    #expect(nothing["windows"].array.isEmpty)

    let session = SessionID(high: 9, low: 1)
    let saved = SavedSession(
      board: BoardID(high: 1, low: 1), session: session, configuration: .board, epoch: 1,
      incarnation: IncarnationID(high: 2, low: 2), forgottenThrough: 0)
    let windows = try DeviceWindows(
      root: user.home.path + "/windows", cluster: "home", coordinator: "board://127.0.0.1:1",
      user: "ann")
    let files = try windows.create(saved)
    let card = CardID(high: 6, low: 1)
    let intents: [Intent] = [
      .cardCreate(
        card, in: ColumnID(high: 5, low: 1), title: "On the train", body: "one\ntwo\u{202E}three",
        at: Anchors()), .cardArchive(card),
    ]
    for (index, intent) in intents.enumerated() {
      let id = OperationID(session: session, epoch: 1, counter: UInt64(index) + 1)
      try files.persist(
        [BoardModel.Operation(id: id, base: 3, queued: true, intent: intent)], synced: false)
    }

    var view = ViewState()
    view.drafts = [
      .edit(.cardRetitle(card, title: "Made already"), counter: 2),
      .edit(.cardRetitle(card, title: "Not made"), counter: 3),
      .comment(card, nil, "half a thought"),
      .refused(
        OperationID(session: session, epoch: 1, counter: 1), .boardRename(title: "Refused")),
    ]
    try files.saveView(view.bytes)

    let told = try await user.json("unsent", shape: "UNSENT")
    let window = try #require(told["windows"].array.first)
    #expect(window["open"].bool == true)
    #expect(window["user"].string == "ann")
    let edits = window["edits"].array
    #expect(edits.map { $0["text"].string } == ["On the train\none\ntwo\u{202E}three", ""])
    #expect(edits.allSatisfy { $0["queued"].bool == true })
    let drafts = window["drafts"].array
    #expect(drafts.map { $0["text"].string } == ["Not made", "half a thought", "Refused"])
    #expect(drafts.map { $0["what"].string?.prefix(8) } == ["not made", "a commen", "refused:"])
    let plain = try await user.board("unsent")
    #expect(plain.status == 0)
    #expect(plain.output.contains("    one\n    two"), "\(plain.output)")
    #expect(plain.output.contains("(made without a connection)"))
    #expect(plain.output.contains("  a comment on a card\n    half a thought"), "\(plain.output)")
    // What was typed never writes into the terminal.
    #expect(!plain.output.contains("\u{202E}"))
    withExtendedLifetime(files) {}
  }
}
