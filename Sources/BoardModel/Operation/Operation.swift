/// An edit as its author sent it. Once sent it never changes: a resend carries the same bytes.
public struct Operation: Hashable, Sendable {
  /// An operation never changes, and goes through many hands: all of them share one.
  private let shared: Shared

  private final class Shared: Sendable {
    let contents: Contents

    init(_ contents: Contents) { self.contents = contents }
  }

  private struct Contents: Hashable, Sendable {
    let id: OperationID
    let base: UInt64
    let queued: Bool
    let intent: Intent
    let extensions: Extensions
  }

  public init(
    id: OperationID, base: UInt64, queued: Bool, intent: Intent, extensions: Extensions = .none
  ) {
    shared = Shared(
      Contents(id: id, base: base, queued: queued, intent: intent, extensions: extensions))
  }

  public var id: OperationID { shared.contents.id }

  /// The sequence number that the author's window had when the operation was made.
  public var base: UInt64 { shared.contents.base }

  /// Whether the operation was composed without a live link; fixed when it is made.
  public var queued: Bool { shared.contents.queued }

  public var intent: Intent { shared.contents.intent }

  /// The extensions, which are kept, forwarded and hashed byte for byte.
  public var extensions: Extensions { shared.contents.extensions }

  public static func == (left: Operation, right: Operation) -> Bool {
    left.shared === right.shared || left.shared.contents == right.shared.contents
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(shared.contents) }
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
