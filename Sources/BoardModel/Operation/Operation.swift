/// An edit as its author sent it. Once sent it never changes: a resend carries the same bytes.
public struct Operation: Hashable, Sendable {
  public let id: OperationID
  /// The sequence number that the author's window had when the operation was made.
  public let base: UInt64
  /// Whether the operation was composed without a live link; fixed when it is made.
  public let queued: Bool
  public let intent: Intent
  /// The extensions, which are kept, forwarded and hashed byte for byte.
  public let extensions: Extensions

  public init(
    id: OperationID, base: UInt64, queued: Bool, intent: Intent, extensions: Extensions = .none
  ) {
    self.id = id
    self.base = base
    self.queued = queued
    self.intent = intent
    self.extensions = extensions
  }
}

/// Tagged additions at the end of a struct, in ascending order of their tags, each tag once.
public struct Extensions: Hashable, Sendable {
  public let entries: [Entry]

  public static let none = Extensions(entries: [])

  /// Sorts by tag; of two entries with one tag the first stays.
  public init(entries: [Entry]) {
    guard entries.count > 1 else {
      self.entries = entries
      return
    }
    var sorted: [Entry] = []
    for entry in entries.sorted(by: { $0.tag < $1.tag }) where sorted.last?.tag != entry.tag {
      sorted.append(entry)
    }
    self.entries = sorted
  }

  /// The bytes of the entries, with tags and lengths.
  public var byteCount: Int { entries.reduce(0) { $0 + 6 + $1.bytes.count } }

  public subscript(tag: UInt16) -> [UInt8]? {
    entries.first { $0.tag == tag }?.bytes
  }

  public struct Entry: Hashable, Sendable {
    public let tag: UInt16
    public let bytes: [UInt8]

    public init(tag: UInt16, bytes: [UInt8]) {
      self.tag = tag
      self.bytes = bytes
    }
  }
}
