/// The tags of the extensions that mean something to `apply`. Others are kept and mean nothing, and
/// so does one whose bytes do not fit its tag (SPEC.md ENC-021).
public enum OperationExtension: UInt16, Hashable, Sendable, CaseIterable {
  /// The words around the first insertion.
  case textContext = 1
  /// The scalar that the first insertion was typed in front of.
  case leftOf = 2

  /// The name in the schema.
  public var name: String {
    switch self {
    case .textContext: "text-context"
    case .leftOf: "left-of"
    }
  }
}

extension Operation {
  /// The same operation without the words around what it types, which may be taken out at any time
  /// (SPEC.md EDT-003); nil if it has none.
  public var withoutContext: Operation? {
    let tag = OperationExtension.textContext.rawValue
    guard extensions[tag] != nil else { return nil }
    return Operation(
      id: id, base: base, queued: queued, intent: intent,
      extensions: Extensions(entries: extensions.entries.filter { $0.tag != tag }))
  }

  /// The same without these words, if it was made before operation `purge`, by which they may be gone
  /// (SPEC.md PRG-019, PRG-020).
  /// - Returns: nil if nothing is to be left out.
  public func withoutContext(before purge: UInt64) -> Operation? {
    base < purge ? withoutContext : nil
  }
}

extension Extensions {
  /// The scalar that a splice's first insertion stands directly left of (SPEC.md TXT-016).
  public var leftOf: TextIdentity? {
    value(.leftOf)
  }

  /// The text around a splice's first insertion (SPEC.md APL-121).
  public var context: TextContext? {
    value(.textContext)
  }

  public init(leftOf right: TextIdentity?, context: TextContext? = nil) {
    var entries: [Entry] = []
    if let context {
      var writer = ByteWriter()
      writer.value(context)
      entries.append(Entry(tag: OperationExtension.textContext.rawValue, bytes: writer.bytes))
    }
    if let right {
      var writer = ByteWriter()
      writer.value(right)
      entries.append(Entry(tag: OperationExtension.leftOf.rawValue, bytes: writer.bytes))
    }
    self.init(entries: entries)
  }

  /// The same extensions for an operation that names text by other identities.
  public func renaming(_ rename: (TextIdentity) -> TextIdentity) -> Extensions {
    guard let leftOf else { return self }
    let tag = OperationExtension.leftOf.rawValue
    return Extensions(
      entries: entries.filter { $0.tag != tag } + Extensions(leftOf: rename(leftOf)).entries)
  }

  private func value<Value: WireValue>(_ kind: OperationExtension) -> Value? {
    guard let bytes = self[kind.rawValue] else { return nil }
    var reader = ByteReader(bytes)
    guard let value = try? Value(&reader), reader.remaining == 0 else { return nil }
    return value
  }
}
