import BoardModel
import Files

/// The pages of a database that may be damaged, with those that its journal (WAL) has of them, read
/// without SQLite, which gives up at the first page that it does not understand
/// (https://www.sqlite.org/fileformat2.html).
final class PageFile {
  let count: Int
  private let database: OpenFile
  private let journal: OpenFile?
  /// Where the newest whole copy of a page stands in the journal.
  private let frames: [Int: Int]
  /// The frames of the journal that are damaged.
  let damagedFrames: Int

  static let pageSize = StoreFormat.pageSize

  /// - Parameter withDamaged: takes what damaged frames of the journal have; otherwise an older copy of
  ///   their page stands in for each.
  init(_ path: String, withDamaged: Bool = false) throws(FileError) {
    database = try OpenFile(path, .read)
    let size = try database.size()
    let wal = path + "-wal"
    guard (try Folder.size(of: wal) ?? 0) > 0 else {
      journal = nil
      (frames, damagedFrames) = ([:], 0)
      count = (size + Self.pageSize - 1) / Self.pageSize
      return
    }
    let file = try OpenFile(wal, .read)
    let found = try JournalFrames(file)
    damagedFrames = found.damaged
    let known = max((size + Self.pageSize - 1) / Self.pageSize, found.count)
    // Each damaged frame may have added a page, and the number of its page may be damaged too.
    let most = withDamaged ? known + found.damaged : known
    let damaged = withDamaged ? found.damagedPages.filter { $0.key <= most } : [:]
    frames = found.pages.merging(damaged) { max($0, $1) }
    count = most
    journal = consume file
  }

  /// The bytes of a page, counted from 1; fewer where the file ends within it.
  func page(_ number: Int) throws(FileError) -> [UInt8] {
    guard number >= 1, number <= count else { return [] }
    if let offset = frames[number] {
      return try journal?.read(Self.pageSize, at: offset) ?? []
    }
    return try database.read(Self.pageSize, at: (number - 1) * Self.pageSize)
  }
}

/// The frames of a journal that are committed. A frame is checked by its own checksum, which goes on from
/// that of the one before it as that is written, so that one that is damaged takes none behind it along.
private struct JournalFrames {
  /// The offset of the newest whole copy of each page.
  private(set) var pages: [Int: Int] = [:]
  /// The offset of the newest damaged copy of each page.
  private(set) var damagedPages: [Int: Int] = [:]
  private(set) var damaged = 0
  /// The pages of the database, as far as whole frames tell.
  private(set) var count = 0

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  private static let frameSize = frameHeaderSize + PageFile.pageSize

  init(_ file: borrowing OpenFile) throws(FileError) {
    let header = try file.read(Self.headerSize)
    guard header.count == Self.headerSize else { return }
    let first = try file.read(Self.frameSize, at: Self.headerSize)
    guard first.count == Self.frameSize else { return }
    let isBigEndian = Self.isBigEndian(header, first)
    var seeds = Self.seeds(header, isBigEndian)
    // Frames of an earlier life of the journal have other salts, and do not go on from these checksums.
    let salts = [header[16..<24], first[8..<16]]
    var uncommitted: [(page: Int, offset: Int, isWhole: Bool)] = []
    var offset = Self.headerSize
    while true {
      let frame = try file.read(Self.frameSize, at: offset)
      guard frame.count == Self.frameSize else { break }
      let stored = WALChecksum(stored: frame[16..<24])
      let made = Self.checksums(of: frame, behind: seeds, isBigEndian)
      let isWhole = made.contains(stored)
      guard isWhole || salts.contains(frame[8..<16]) else { break }
      if isWhole {
        seeds = [stored]
      } else {
        damaged += 1
        // Where the damage is in the checksum itself, the next frame goes on from what it was.
        seeds = [stored] + made
      }
      let page = Self.number(frame[0..<4])
      uncommitted.append((page, offset + Self.frameHeaderSize, isWhole))
      let size = Self.number(frame[4..<8])
      if size != 0 {
        if isWhole { count = size }
        for frame in uncommitted {
          if frame.isWhole {
            pages[frame.page] = frame.offset
          } else {
            damagedPages[frame.page] = frame.offset
          }
        }
        uncommitted = []
      }
      offset += Self.frameSize
    }
    count = max(count, pages.keys.max() ?? 0)
  }

  /// The order of bytes in which the checksums are made: one bit of the head says it, which may be
  /// damaged.
  private static func isBigEndian(_ header: [UInt8], _ first: [UInt8]) -> Bool {
    let said = header[3] & 1 == 1
    let stored = WALChecksum(stored: first[16..<24])
    return [said, !said].first {
      checksums(of: first, behind: seeds(header, $0), $0).contains(stored)
    } ?? said
  }

  /// What the checksum of the first frame goes on from: the head's own, as it is stored, and as it should
  /// be.
  private static func seeds(_ header: [UInt8], _ isBigEndian: Bool) -> [WALChecksum] {
    [
      WALChecksum(stored: header[24..<32]),
      WALChecksum().adding(header[..<24], isBigEndian: isBigEndian),
    ]
  }

  private static func checksums(
    of frame: [UInt8], behind seeds: [WALChecksum], _ isBigEndian: Bool
  ) -> [WALChecksum] {
    seeds.map {
      $0.adding(frame[..<8], isBigEndian: isBigEndian)
        .adding(frame[frameHeaderSize...], isBigEndian: isBigEndian)
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The checksum of SQLite's journal.
private struct WALChecksum: Hashable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  init() {}

  init(stored: ArraySlice<UInt8>) {
    first = stored.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    second = stored.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// - Parameter bytes: a multiple of 8. This program's processors are little-endian.
  func adding(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> WALChecksum {
    var sum = self
    bytes.withUnsafeBytes { bytes in
      for index in stride(from: 0, to: bytes.count - 7, by: 8) {
        let low = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
        let high = bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self)
        sum.first = sum.first &+ (isBigEndian ? low.byteSwapped : low) &+ sum.second
        sum.second = sum.second &+ (isBigEndian ? high.byteSwapped : high) &+ sum.first
      }
    }
    return sum
  }
}
