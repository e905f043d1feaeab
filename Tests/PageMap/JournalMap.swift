/// The frames of SQLite's journal (WAL), each of which has a page of the database.
public struct JournalMap: Sendable {
  public struct Frame: Hashable, Sendable {
    /// The number of the page, counted from 1.
    public let page: Int
    /// Whether it ends a transaction.
    public let commits: Bool
    /// Where the frame begins in the file.
    public let start: Int
    /// Where the page begins in the file.
    public var content: Int { start + JournalMap.frameHeaderSize }
  }

  public let frames: [Frame]
  private let bytes: [UInt8]

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  private static let frameSize = frameHeaderSize + PageMap.pageSize

  /// - Parameter bytes: a whole journal, undamaged.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    frames = stride(from: Self.headerSize, to: bytes.count - Self.frameSize + 1, by: Self.frameSize)
      .prefix { bytes[($0 + 8)..<($0 + 16)] == bytes[16..<24] }
      .map {
        Frame(
          page: bytes.number(at: $0, 4), commits: bytes.number(at: $0 + 4, 4) != 0, start: $0)
      }
  }

  /// The frame that a byte of the file is in, counted from 0; nil in the head of the file.
  public func frame(at offset: Int) -> Int? {
    guard offset >= Self.headerSize else { return nil }
    let index = (offset - Self.headerSize) / Self.frameSize
    return index < frames.count ? index : nil
  }

  /// The head of the file, and that of each frame.
  public var heads: [Range<Int>] {
    [0..<Self.headerSize] + frames.map { $0.start..<$0.content }
  }

  /// Whether a later frame has the same page.
  public func isSuperseded(_ index: Int) -> Bool {
    frames[(index + 1)...].contains { $0.page == frames[index].page }
  }

  /// Whether a frame that ends a transaction does so no more where one bit of its size is another.
  public func isUncommitted(_ index: Int, withoutBit bit: UInt8, at offset: Int) -> Bool {
    var size = Array(bytes[(frames[index].start + 4)..<(frames[index].start + 8)])
    size[offset - frames[index].start - 4] ^= bit
    return frames[index].commits && size.allSatisfy { $0 == 0 }
  }

  /// The frames of the transaction that a frame ends.
  public func transaction(endedBy index: Int) -> [Frame] {
    let before = frames[..<index].lastIndex(where: \.commits).map { $0 + 1 } ?? 0
    return Array(frames[before...index])
  }

  /// The database with the transactions that are whole in the first frames.
  public func applied(to database: [UInt8], frames count: Int? = nil) -> [UInt8] {
    let first = frames.prefix(count ?? frames.count)
    guard let last = first.lastIndex(where: \.commits) else { return database }
    var pages = database
    for frame in frames[...last] {
      let end = frame.page * PageMap.pageSize
      if pages.count < end { pages += [UInt8](repeating: 0, count: end - pages.count) }
      pages.replaceSubrange(
        (end - PageMap.pageSize)..<end,
        with: bytes[frame.content..<(frame.content + PageMap.pageSize)])
    }
    return pages
  }
}
