/// What lies at each byte of an SQLite database (https://www.sqlite.org/fileformat2.html). It shares no
/// code with the programs: what these make of damage is compared with it.
public struct PageMap: Sendable {
  /// A table or an index.
  public struct Tree: Hashable, Sendable {
    public let name: String
    /// The table itself, or that of the index.
    public let table: String
  }

  /// A record of a table or an index.
  public struct Record: Hashable, Sendable {
    public let tree: Tree
    /// 0 where the tree has none.
    public let rowID: Int64
    public let values: [RecordValue]
  }

  /// What a byte is for.
  public enum Part: Hashable, Sendable {
    /// The first 100 bytes of the file.
    case database
    /// How a page is laid out, and how many records it has.
    case layout
    /// Where on its page a record begins.
    case pointer
    /// Which page comes below this one, and with which record that ends.
    case child
    /// How long a record is, and where it belongs: its number; where it has none, the kinds of its values
    /// and the first one.
    case key
    /// A record, wherever its bytes are.
    case record
    /// On which page a record goes on.
    case next
    /// Nothing: no reader looks there.
    case unused
  }

  public struct Place: Sendable {
    public let part: Part
    /// Nil in what is no table's or index's.
    public let tree: Tree?
    /// The one record that a pointer or the record's own byte is of; all that are on the page or below
    /// it, where it is a byte of the layout, or of a child.
    public let records: [Record]
    /// All records that have a byte on the page.
    public let onPage: [Record]
  }

  public static let pageSize = 4_096

  /// A page of a tree, or one on which a record goes on.
  private struct Page {
    let tree: Tree
    var spans: [Span] = []
  }

  private struct Span {
    /// In the file.
    let range: Range<Int>
    let part: Part
    /// As they are numbered in `PageMap.records`.
    let records: [Int]
  }

  public private(set) var records: [Record] = []
  private var pages: [Int: Page] = [:]
  private let bytes: [UInt8]

  /// - Parameter bytes: a whole database, undamaged.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let schema = Tree(name: "sqlite_schema", table: "sqlite_schema")
    let trees = walk(1, schema)
    for tree in trees {
      let values = records[tree].values
      guard values.count == 5, let name = values[1].text, let table = values[2].text,
        let root = values[3].integer
      else { continue }
      _ = walk(Int(root), Tree(name: name, table: table))
    }
  }

  /// - Parameter offset: in the file.
  public func place(at offset: Int) -> Place {
    let number = offset / Self.pageSize + 1
    guard offset >= 100 else { return Place(part: .database, tree: nil, records: [], onPage: []) }
    guard let page = pages[number] else {
      return Place(part: .unused, tree: nil, records: [], onPage: [])
    }
    let span = page.spans.first { $0.range.contains(offset) }
    return Place(
      part: span?.part ?? .unused, tree: page.tree,
      records: span?.records.map { records[$0] } ?? [], onPage: onPage(number))
  }

  /// The records that have a byte on a page, which is counted from 1.
  public func onPage(_ number: Int) -> [Record] {
    let spans = pages[number]?.spans.filter { $0.part == .record } ?? []
    return Set(spans.flatMap(\.records)).sorted().map { records[$0] }
  }

  /// Where something is, in the file: each record, on each of its pages, each pointer, each layout.
  public var spans: [Range<Int>] {
    [0..<100] + pages.sorted { $0.key < $1.key }.flatMap { $0.value.spans.map(\.range) }
  }

  /// Notes what is on a page and below it.
  /// - Returns: the records.
  private mutating func walk(_ number: Int, _ tree: Tree) -> [Int] {
    let base = (number - 1) * Self.pageSize
    let start = base + (number == 1 ? 100 : 0)
    let isInner = bytes[start] == 2 || bytes[start] == 5
    let pointers = start + (isInner ? 12 : 8)
    pages[number] = Page(tree: tree)
    var all: [Int] = []
    for index in 0..<bytes.number(at: start + 3, 2) {
      let pointer = pointers + 2 * index
      let cell = base + bytes.number(at: pointer, 2)
      let found = isInner ? child(at: cell, on: number, tree) : []
      var own: [Int] = []
      if bytes[start] == 5 {
        var key = RecordReader(bytes, at: cell + 4)
        _ = key.varint()
        note(cell + 4..<key.offset, .child, found, on: number)
      } else {
        own = [record(at: cell + (isInner ? 4 : 0), isTable: bytes[start] == 13, on: number, tree)]
      }
      note(pointer..<(pointer + 2), own.isEmpty ? .child : .pointer, own + found, on: number)
      all += found + own
    }
    if isInner { all += child(at: start + 8, on: number, tree) }
    note(start..<(start + 8), .layout, all, on: number)
    return all
  }

  private mutating func note(
    _ range: Range<Int>, _ part: Part, _ records: [Int], on page: Int
  ) {
    pages[page]?.spans.append(Span(range: range, part: part, records: records))
  }

  /// Notes the page below another whose number stands at an offset.
  private mutating func child(at offset: Int, on page: Int, _ tree: Tree) -> [Int] {
    let below = walk(bytes.number(at: offset, 4), tree)
    note(offset..<(offset + 4), .child, below, on: page)
    return below
  }

  /// Notes a record and the pages on which it goes on.
  private mutating func record(
    at offset: Int, isTable: Bool, on page: Int, _ tree: Tree
  ) -> Int {
    let index = records.count
    var reader = RecordReader(bytes, at: offset)
    let size = Int(reader.varint())
    let rowID = isTable ? reader.varint() : 0
    let content = isTable ? reader.offset : reader.endOfFirstValue
    note(offset..<content, .key, [index], on: page)
    let usable = Self.pageSize
    let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usable - 4)
    var payload = reader.take(size <= most ? size : fitting <= most ? fitting : least)
    note(content..<reader.offset, .record, [index], on: page)
    var (pointer, holder) = (reader.offset, page)
    while payload.count < size {
      note(pointer..<(pointer + 4), .next, [index], on: holder)
      holder = bytes.number(at: pointer, 4)
      pointer = (holder - 1) * usable
      let end = pointer + 4 + min(size - payload.count, usable - 4)
      pages[holder] = Page(tree: tree)
      note(pointer + 4..<end, .record, [index], on: holder)
      payload += bytes[(pointer + 4)..<end]
    }
    if holder != page { note(pointer..<(pointer + 4), .next, [index], on: holder) }
    records.append(Record(tree: tree, rowID: rowID, values: RecordValue.all(payload)))
    return index
  }
}
