import BoardModel
import Identity
import Windows

/// The board that is made on a first start. Its cards explain the program.
///
/// Everything in it is derived from the cluster and the user. Several first starts of one user at
/// once therefore ask for the same board with the same bytes, and the coordinator makes it only once.
struct SampleBoard {
  let id: BoardID
  let creation: Operation

  init(cluster: NamePart, user: UserName) {
    let hash = SHA256.hash(Array("sample board of \(user) of \(cluster)".utf8))
    func bits(_ index: Int) -> UInt64 {
      hash[8 * index..<8 * index + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    var identifiers = IdentifierSource(high: bits(0), low: bits(1))
    id = identifiers.next()
    var intents: [Intent] = []
    for (title, cards) in SampleBoard.columns {
      let column: ColumnID = identifiers.next()
      intents.append(.columnCreate(column, title: title, at: Anchors()))
      for card in cards {
        intents.append(
          .cardCreate(
            identifiers.next(), in: column, title: card.title, body: card.body, at: Anchors()))
      }
    }
    creation = Operation(
      id: OperationID(session: identifiers.next(), epoch: 0, counter: 1), base: 0, queued: false,
      intent: .newBoard(title: "Welcome", contents: intents))
  }

  private typealias SampleCard = (title: String, body: String)

  private static let columns: [(title: String, cards: [SampleCard])] = [
    (
      "To do",
      [
        (
          "Move this card: H J K L",
          """
          h j k l or the arrow keys choose a card, the capitals move it.
          With the mouse: drag it.
          """
        ),
        (
          "Open a card: Enter",
          """
          Here is room for as much text as you like. Enter again, then type or paste;
          Escape saves it.
          E opens the text in your $EDITOR; what others write meanwhile is kept.
          """
        ),
        ("Write a new card: n", "e changes a title, d archives a card, a shows the archive."),
        (
          "Run board in a second terminal",
          "Whatever you do in one window appears in the other at once."
        ),
      ]
    ),
    (
      "Doing",
      [
        ("Take it back: u", "u undoes what you did in this window, however long ago."),
        (
          "Add a column: N, change one: c",
          "A new column can be made together with its cards, separated by commas."
        ),
      ]
    ),
    (
      "Done",
      [
        (
          "Start board",
          """
          q closes the window, ? lists all keys, b switches to another board or makes one.
          Pull the plug at any time: nothing you typed is lost.
          """
        )
      ]
    ),
  ]
}
