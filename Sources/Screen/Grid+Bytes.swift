// A grid as bytes, for the disk.
extension Grid {
  /// The contents without the cursor: columns and rows, then stretches of one style each with row,
  /// column, style, and length and UTF-8 of the text. Numbers are big-endian with 16 bits, a colour has
  /// four bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: size.columns)
    bytes.append(number: size.rows)
    for row in 0..<size.rows {
      var start = 0
      while start < size.columns {
        let style = cells[index(start, row)].style
        var end = start + 1
        while end < size.columns, cells[index(end, row)].style == style { end += 1 }
        let text = cells[index(start, row)..<index(start, row) + end - start].map(\.text).joined()
        if style != .plain || text.utf8.contains(where: { $0 != UInt8(ascii: " ") }) {
          bytes.append(number: row)
          bytes.append(number: start)
          bytes += style.bytes
          bytes.append(number: text.utf8.count)
          bytes += text.utf8
        }
        start = end
      }
    }
    return bytes
  }

  /// - Returns: nil where the bytes are none of a grid.
  public init?(bytes: [UInt8]) {
    var rest = bytes[...]
    guard let columns = rest.takeNumber(), let rows = rest.takeNumber(),
      columns <= TerminalSize.maximumColumns, rows <= TerminalSize.maximumRows
    else { return nil }
    self.init(columns: columns, rows: rows)
    while !rest.isEmpty {
      guard let row = rest.takeNumber(), let column = rest.takeNumber(),
        let style = Style(&rest), let length = rest.takeNumber(), length <= rest.count,
        let text = String(validating: rest.prefix(length), as: UTF8.self)
      else { return nil }
      rest = rest.dropFirst(length)
      write(text, at: Position(column: column, row: row), style: style)
    }
  }
}

extension Style {
  fileprivate var bytes: [UInt8] { foreground.bytes + background.bytes + [attributes.rawValue] }

  fileprivate init?(_ bytes: inout ArraySlice<UInt8>) {
    guard let foreground = Color(&bytes), let background = Color(&bytes),
      let attributes = bytes.popFirst()
    else { return nil }
    self.init(
      foreground: foreground, background: background, Attributes(rawValue: attributes))
  }
}

extension Color {
  fileprivate var bytes: [UInt8] {
    switch self {
    case .default: [0, 0, 0, 0]
    case .ansi(let color): [1, color.rawValue, 0, 0]
    case .indexed(let index): [2, index, 0, 0]
    case .rgb(let color): [3, color.red, color.green, color.blue]
    }
  }

  fileprivate init?(_ bytes: inout ArraySlice<UInt8>) {
    let all = Array(bytes.prefix(4))
    guard all.count == 4 else { return nil }
    bytes = bytes.dropFirst(4)
    switch all[0] {
    case 0: self = .default
    case 1:
      guard let color = ANSIColor(rawValue: all[1]) else { return nil }
      self = .ansi(color)
    case 2: self = .indexed(all[1])
    case 3: self = .rgb(RGB(all[1], all[2], all[3]))
    default: return nil
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    append(UInt8(truncatingIfNeeded: number >> 8))
    append(UInt8(truncatingIfNeeded: number))
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func takeNumber() -> Int? {
    guard let high = popFirst(), let low = popFirst() else { return nil }
    return Int(high) << 8 | Int(low)
  }
}
