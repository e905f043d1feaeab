import BoardModel

/// A field of a card, as a person names it.
struct FieldName: Hashable, Sendable {
  private let index: Int

  /// Each field with its names: the first is the one that is printed.
  private static let fields: [(names: [String], address: @Sendable (CardID) -> FieldAddress)] = [
    (["title"], { .cardTitle($0) }),
    (["body"], { .cardBody($0) }),
    (["place", "column"], { .cardPlace($0) }),
    (["archived"], { .cardArchived($0) }),
    (["favourite"], { .favourite($0) }),
    (["due"], { .cardDue($0) }),
  ]

  static let all: String = fields.map { $0.names[0] }.joined(separator: ", ")

  init(_ name: String) throws(CommandFailure) {
    let name = name.lowercased()
    guard let index = FieldName.fields.firstIndex(where: { $0.names.contains(name) }) else {
      throw CommandFailure(
        .usage, "\(Naming.quoted(name)) is no field of a card: name one of \(FieldName.all)")
    }
    self.index = index
  }

  func address(on card: CardID) -> FieldAddress { FieldName.fields[index].address(card) }
}
