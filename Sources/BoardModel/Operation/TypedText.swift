extension Intent {
  /// The text that a person typed to make this edit, which must not be lost; nil if there is none.
  public var typedText: String? {
    switch self {
    case .boardCreate(let title), .boardRename(let title), .columnCreate(_, let title, _),
      .columnRename(_, let title), .cardRetitle(_, let title):
      title
    case .cardCreate(_, _, let title, let body, _): body.isEmpty ? title : title + "\n" + body
    case .cardSplice(_, let splice), .commentSplice(_, _, let splice):
      splice.insertions.map(\.text).joined(separator: "\n")
    case .labelCreate(_, let name, _): name
    case .itemAdd(_, _, let text, _), .commentAdd(_, _, let text), .set(_, .text(let text)): text
    case .batch(let intents): Intent.joined(intents.compactMap(\.typedText))
    case .columnMove, .columnDelete, .cardMove, .cardArchive, .cardRestore, .cardFavourite, .undo,
      .boardRaise, .attach, .detach, .set, .settle, .receiptsSeen, .receiptSeen,
      .textCompact, .purge:
      nil
    }
  }

  private static func joined(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: "\n")
  }
}
