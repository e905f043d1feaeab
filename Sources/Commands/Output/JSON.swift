import Screen

/// A JSON value. Its objects keep the order of their keys, so that output is the same every time.
enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(UInt64)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Hashable, Sendable {
    let key: String
    let value: JSON
  }

  static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  /// This object with further members behind its own; any other value as it is.
  func adding(_ more: [Member]) -> JSON {
    if case .object(let members) = self { .object(members + more) } else { self }
  }

  /// The value in one line without blanks. What does not stand for itself in a terminal is escaped:
  /// controls, what reorders a line or cannot be seen, marks that would join what is before them,
  /// and what is no character. Who reads the JSON has the same text.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .string(let value): JSON.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSON.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      text += string
    } else {
      for scalar in string.unicodeScalars { write(scalar, to: &text) }
    }
    text += "\""
  }

  private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\t": text += "\\t"
    case "\r": text += "\\r"
    default:
      if isHarmless(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      }
    }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    (0x20...0x7E).contains(scalar.value) || standsForItself(scalar)
  }
}
