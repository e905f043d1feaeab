import LoadParts

/// A connection to Redis that counts its replies.
final class RedisClient: Client, LinkReader {
  enum Purpose {
    /// Adds entries to a stream, and publishes them where somebody listens.
    case write(stream: String, channel: String?)
    case subscribe(channel: String)
    /// Fetches a hash whole.
    case fetch(hash: String)
  }

  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  let link: Link
  private(set) var isReady = false
  private(set) var completed = 0
  private(set) var delivered = 0
  private(set) var contentBytes = 0
  var whenCompleted: (() -> Void)?
  var whenDelivered: ((Int) -> Void)?

  private let purpose: Purpose
  private var number = 0
  private var replies = ReplyScanner()

  /// The bytes of a SUBMIT of the same words, less the words: what an entry carries beside them.
  private static let beside = 60

  init(_ link: Link, _ purpose: Purpose) {
    (self.link, self.purpose) = (link, purpose)
    link.reader = self
  }

  func drop() { link.close() }

  func opened() {
    switch purpose {
    case .write: isReady = true
    case .subscribe(let channel): send(["SUBSCRIBE", channel])
    case .fetch(let hash): send(["HGETALL", hash])
    }
  }

  func edit() {
    guard case .write(let stream, let channel) = purpose else { return }
    number += 1
    let words = EditWords.words(number) + String(repeating: "x", count: Self.beside)
    send(["XADD", stream, "*", "o", words])
    if let channel { send(["PUBLISH", channel, words]) }
  }

  func send(_ parts: [String]) {
    var bytes = Array("*\(parts.count)\r\n".utf8)
    for part in parts {
      bytes.append(contentsOf: "$\(part.utf8.count)\r\n".utf8)
      bytes.append(contentsOf: part.utf8)
      bytes.append(contentsOf: [13, 10])
    }
    link.write(bytes)
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    try replies.scan(bytes) { reply in
      switch (reply.kind, purpose) {
      case (.error, _):
        let line = bytes.prefix(200)
        throw Refused(description: "Redis refuses: \(String(decoding: line, as: UTF8.self))")
      case (.bulk, .write):
        completed += 1
        whenCompleted?()
      // The number of those who were told.
      case (.number, .write): break
      case (.array, .subscribe):
        if !isReady {
          isReady = true
        } else {
          delivered += 1
          whenDelivered?(1)
        }
      case (.array, .fetch):
        contentBytes = reply.bytes
        isReady = true
      case (.simple, _), (.bulk, _), (.number, _):
        completed += 1
        whenCompleted?()
      case (.array, .write): break
      }
    }
  }
}

/// Finds where replies of RESP end, without looking twice at a byte.
struct ReplyScanner {
  enum Kind { case simple, error, number, bulk, array }

  struct Reply {
    let kind: Kind
    var bytes = 0
  }

  private var reply: Reply?
  /// The elements of the reply that have not come.
  private var elements = 0
  /// The bytes of a string that have not come.
  private var skipped = 0

  /// - Returns: how many bytes are used up.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, _ whenComplete: (Reply) throws -> Void
  ) throws -> Int {
    var position = 0
    while position < bytes.count {
      if skipped > 0 {
        let count = min(skipped, bytes.count - position)
        skipped -= count
        position += count
        reply?.bytes += count
        if skipped > 0 { return position }
        try end(whenComplete)
        continue
      }
      guard let newline = bytes[position...].firstIndex(of: 10) else { return position }
      let line = bytes[position..<newline]
      let number = Int(String(decoding: line.dropFirst().dropLast(), as: UTF8.self)) ?? 0
      let kind = kind(of: line[line.startIndex])
      if reply == nil { reply = Reply(kind: kind) }
      reply?.bytes += newline + 1 - position
      position = newline + 1
      switch kind {
      case .array:
        elements += number
        if number == 0 { try end(whenComplete) } else if elements > number { elements -= 1 }
      case .bulk where number >= 0: skipped = number + 2
      case .bulk, .simple, .error, .number: try end(whenComplete)
      }
    }
    return position
  }

  private mutating func end(_ whenComplete: (Reply) throws -> Void) throws {
    if elements > 0 { elements -= 1 }
    guard elements == 0, let complete = reply else { return }
    reply = nil
    try whenComplete(complete)
  }

  private func kind(of byte: UInt8) -> Kind {
    switch byte {
    case UInt8(ascii: "+"): .simple
    case UInt8(ascii: "-"): .error
    case UInt8(ascii: ":"): .number
    case UInt8(ascii: "$"): .bulk
    default: .array
    }
  }
}
