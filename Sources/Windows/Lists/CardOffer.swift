import BoardModel
import Screen
import Wording

/// The lines of a paste or of a dropped file, each of which becomes a card if the person agrees.
struct CardOffer: OverlayList {
  struct NewCard: Hashable, Sendable {
    let title: String
    /// The whole line, if it is too long for a title; else empty.
    let body: String
  }

  enum Fault: Error, Equatable {
    case noLines
    case tooMany(Int)
  }

  let column: ColumnID
  /// The card below which the new cards stand; nil for the top.
  let after: CardID?
  let cards: [NewCard]
  /// The name of the file; nil for a paste.
  let source: String?
  var cursor = ListCursor()

  /// The most cards made at once: nobody looks through more before agreeing.
  static let maximumCards = 500

  init(
    _ text: String, from source: String?, in column: ColumnID, after: CardID?
  ) throws(Fault) {
    cards = TextRules.normalizedBody(text).split(separator: "\n").compactMap(CardOffer.card)
    guard !cards.isEmpty else { throw .noLines }
    guard cards.count <= CardOffer.maximumCards else { throw .tooMany(cards.count) }
    (self.source, self.column, self.after) = (source, column, after)
  }

  /// The card of a line; nil for a line without text.
  static func card(of line: some StringProtocol) -> NewCard? {
    let allowed = line.unicodeScalars.map { $0 == "\t" ? " " : $0 }
      .filter { TextRules.allowsInTitle($0) && $0 != "\u{FEFF}" }
    let text = withoutBullet(String(String.UnicodeScalarView(allowed)).trimmed)
    guard !TextRules.isBlank(text) else { return nil }
    guard text.unicodeScalars.count > BoardLimits.titleScalars else {
      return NewCard(title: text, body: "")
    }
    let start = text.unicodeScalars.prefix(BoardLimits.titleScalars - 1)
    return NewCard(title: String(String.UnicodeScalarView(start)) + "…", body: text)
  }

  /// The list markers that are removed from the beginnings of lines.
  private static let bullets = [
    "- [ ] ", "- [x] ", "- [X] ", "* [ ] ", "* [x] ", "* [X] ", "- ", "* ", "+ ", "• ",
  ]

  private static func withoutBullet(_ line: String) -> String {
    guard let bullet = bullets.first(where: { line.hasPrefix($0) }) else {
      return bullets.contains(line + " ") ? "" : line
    }
    return String(line.dropFirst(bullet.count)).trimmed
  }

  // MARK: What is shown

  private var count: String { cards.count == 1 ? "1 card" : "\(cards.count) cards" }

  var hints: [(String, String)] {
    [("Enter", "makes the cards"), ("↑↓", "scroll"), ("Esc", "nothing")]
  }

  func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
    let place = "\(count) in \(scene.view.words.column(column))"
    return ListContent(
      title: place + (source.map { " from \($0)" } ?? "") + "?", count: cards.count, notes: notes,
      shape: .text(top: cursor.index)
    ) { ListPanel.Row(text: cards[$0].title) }
  }

  private var notes: [String] {
    let long = cards.count { !$0.body.isEmpty }
    let cut =
      long == 0
      ? []
      : [
        long == 1
          ? "A long line: whole in the card's body." : "\(long) long lines: whole in the bodies."
      ]
    return cut + ["Enter makes \(cards.count == 1 ? "it" : "them"), Esc nothing."]
  }

  // MARK: Keys

  func page(screenRows: Int) -> Int { max(1, screenRows - 6 - notes.count) }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome {
    make(&model) ? .closes : .stays
  }

  /// Makes the cards one below the other, all or none.
  private func make(_ model: inout WindowModel) -> Bool {
    var above = after
    var intents: [Intent] = []
    var first: CardID?
    for card in cards {
      let id = model.identifiers.next(CardKind.self)
      intents.append(
        .cardCreate(id, in: column, title: card.title, body: card.body, at: Anchors(after: above)))
      above = id
      first = first ?? id
    }
    let creation = intents.count == 1 ? intents[0] : Intent.batch(intents)
    guard model.edit(creation) else { return false }
    model.view.await(first.map { .card($0) })
    model.answer("Made \(count) in \(model.words.column(column)). \(model.view.undoHint(creation))")
    return true
  }
}
