import HashTreeCollections

/// A window in one of its epochs, as the author of scalars.
struct TextWriter: Hashable, Sendable {
  let session: SessionID
  let epoch: UInt32

  init(_ operation: OperationID) {
    session = operation.session
    epoch = operation.epoch
  }
}

/// The writers of one text, numbered in the order in which they came to it: a scalar's identity
/// then takes 16 bytes instead of 40. The numbers have no meaning outside this text.
struct TextWriters: Sendable {
  /// The number of writers up to which they are searched one by one; most texts never have more.
  private static let few = 8

  private var first: [TextWriter] = []
  private var others = PersistentList<TextWriter>()
  private var numbers: TreeDictionary<TextWriter, UInt32> = [:]

  subscript(number: UInt32) -> TextWriter {
    let index = Int(number)
    return index < first.count ? first[index] : others[index - first.count]
  }

  func number(of writer: TextWriter) -> UInt32? {
    if let index = first.firstIndex(of: writer) { return UInt32(index) }
    return others.count == 0 ? nil : numbers[writer]
  }

  /// Whether all writers of an earlier state have the same numbers here.
  func extends(_ known: TextWriters) -> Bool {
    first.starts(with: known.first)
      && (known.others.count == 0
        || others.indexes(changedSince: known.others).allSatisfy { $0 >= known.others.count })
  }

  mutating func number(adding writer: TextWriter) -> UInt32 {
    if let number = number(of: writer) { return number }
    let number = UInt32(first.count + others.count)
    if first.count < TextWriters.few {
      first.append(writer)
    } else {
      others.append(writer)
      numbers[writer] = number
    }
    return number
  }
}

extension TextWriters: Equatable {
  static func == (left: TextWriters, right: TextWriters) -> Bool {
    left.first == right.first && left.others == right.others
  }
}
