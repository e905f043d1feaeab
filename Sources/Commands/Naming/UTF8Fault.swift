/// The first byte at which bytes stop being text: it belongs to no scalar.
struct UTF8Fault: Error, Hashable, Sendable {
  /// How many bytes are before it.
  let offset: Int
  let byte: UInt8
  /// The line and the column, both counted from 1, the column in scalars.
  let line: Int
  let column: Int

  /// Returns nil if all bytes are UTF-8.
  init?(in bytes: [UInt8]) {
    var source = bytes.makeIterator()
    var decoder = Unicode.UTF8.ForwardParser()
    var offset = 0
    var line = 1
    var column = 1
    while true {
      switch decoder.parseScalar(from: &source) {
      case .valid(let scalar):
        offset += scalar.count
        column += 1
        guard scalar.first == UInt8(ascii: "\n"), scalar.count == 1 else { continue }
        line += 1
        column = 1
      case .error:
        self.init(offset: offset, byte: bytes[offset], line: line, column: column)
        return
      case .emptyInput: return nil
      }
    }
  }

  private init(offset: Int, byte: UInt8, line: Int, column: Int) {
    self.offset = offset
    self.byte = byte
    self.line = line
    self.column = column
  }

  /// The byte in hexadecimal, as in `FF`.
  var name: String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
}
