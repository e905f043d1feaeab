import BoardModel
import Files
import Foundation

/// A value in a record of SQLite's.
enum StoredValue: Hashable {
  case null
  case integer(Int64)
  case blob([UInt8])
  case text(String)

  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }
  var text: String? { if case .text(let value) = self { value } else { nil } }
}

/// Where a record stands.
struct CellPlace: Hashable {
  let page: Int
  /// Where the cell begins on its page.
  let offset: Int
  let kind: Kind
  /// Whether its page says of itself that it is laid out so: what has no checksum of its own counts only
  /// there.
  let isMarked: Bool

  /// How pages with records are laid out.
  enum Kind: UInt8, Hashable, CaseIterable {
    /// A leaf of a table: a record with its rowid.
    case table = 13
    /// A leaf of a table without rowid, or of an index.
    case index = 10
    /// A page above such leaves, which has records too.
    case inner = 2
  }
}

/// A record with its rowid, which is 0 where it has none.
struct StoredCell: Hashable {
  let rowID: Int64
  let values: [StoredValue]
}

extension PageFile {
  /// The places of what may be records on a page. Every layout is tried, as the byte that names it may be
  /// damaged: what is no record of ours has no checksum that fits. A page of nothing but a part of a
  /// long record begins with 0, and is none of these, whatever somebody wrote into a card.
  func places(on number: Int) throws(FileError) -> [CellPlace] {
    let page = try page(number)
    let start = number == 1 ? 100 : 0
    guard page.count == PageFile.pageSize, page[start] != 0 else { return [] }
    let cells = Int(page[start + 3]) << 8 | Int(page[start + 4])
    var places: [CellPlace] = []
    for kind in CellPlace.Kind.allCases {
      let pointers = start + (kind == .inner ? 12 : 8)
      guard pointers + 2 * cells <= page.count else { continue }
      for index in 0..<cells {
        let offset = Int(page[pointers + 2 * index]) << 8 | Int(page[pointers + 2 * index + 1])
        guard offset >= pointers + 2 * cells, offset < page.count else { continue }
        places.append(
          CellPlace(
            page: number, offset: offset, kind: kind, isMarked: page[start] == kind.rawValue))
      }
    }
    return places
  }

  /// Reads a record; nil where there is none that makes sense.
  func cell(at place: CellPlace) throws(FileError) -> StoredCell? {
    var reader = CellReader(bytes: try page(place.page), at: place.offset)
    if place.kind == .inner { reader.skip(4) }
    guard let size = reader.varint(), size > 0, size <= Int64(count * PageFile.pageSize),
      let rowID = place.kind == .table ? reader.varint() : 0
    else { return nil }
    guard let payload = try payload(Int(size), reader, isTable: place.kind == .table) else {
      return nil
    }
    return StoredCell(payload, rowID: rowID)
  }

  /// Puts a record together, of which a long one goes on in pages of its own.
  private func payload(
    _ size: Int, _ start: CellReader, isTable: Bool
  ) throws(FileError) -> [UInt8]? {
    var reader = start
    let room = PageFile.pageSize
    let most = isTable ? room - 35 : (room - 12) * 64 / 255 - 23
    let least = (room - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (room - 4)
    let here = size <= most ? size : fitting <= most ? fitting : least
    guard var bytes = reader.take(here) else { return nil }
    guard here < size else { return bytes }
    guard var next = reader.take(4).map({ $0.reduce(0) { $0 << 8 | Int($1) } }) else { return nil }
    while bytes.count < size {
      let page = try page(next)
      guard page.count == room else { return nil }
      next = page[..<4].reduce(0) { $0 << 8 | Int($1) }
      bytes += page[4...].prefix(size - bytes.count)
    }
    return bytes
  }
}

extension StoredCell {
  /// - Parameter payload: the header with the type of each value, and the values.
  fileprivate init?(_ payload: [UInt8], rowID: Int64) {
    var header = CellReader(bytes: payload, at: 0)
    guard let length = header.varint(), length > 0, length <= payload.count else { return nil }
    var body = CellReader(bytes: payload, at: Int(length))
    var values: [StoredValue] = []
    while header.offset < Int(length) {
      guard values.count < 16, let type = header.varint(), let value = body.value(type) else {
        return nil
      }
      values.append(value)
    }
    (self.rowID, self.values) = (rowID, values)
  }
}

/// Reads the numbers and values of SQLite's file format.
private struct CellReader {
  let bytes: [UInt8]
  private(set) var offset: Int

  init(bytes: [UInt8], at offset: Int) { (self.bytes, self.offset) = (bytes, offset) }

  mutating func skip(_ count: Int) { offset += count }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return Array(bytes[offset..<(offset + count)])
  }

  mutating func varint() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard offset < bytes.count else { return nil }
      let byte = bytes[offset]
      offset += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return Int64(bitPattern: value) }
    }
    return nil
  }

  /// - Parameter type: as in the header of a record. The store has no floating point.
  mutating func value(_ type: Int64) -> StoredValue? {
    switch type {
    case 0: return .null
    case 1...6:
      let size = [1, 2, 3, 4, 6, 8][Int(type) - 1]
      guard let taken = take(size), let first = taken.first else { return nil }
      let sign: Int64 = first & 0x80 == 0 ? 0 : -1
      return .integer(taken.reduce(sign) { $0 << 8 | Int64($1) })
    case 8, 9: return .integer(type - 8)
    case 12...:
      guard type <= Int64(Int32.max) * 2, let taken = take(Int(type - 12) / 2) else { return nil }
      if type & 1 == 0 { return .blob(taken) }
      return String(validating: taken, as: UTF8.self).map { .text($0) }
    default: return nil
    }
  }
}
