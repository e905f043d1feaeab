/// The keys that control characters, letters and numbers stand for.
enum KeyCodes {
  /// The key of a control character that comes outside any sequence.
  static func control(_ byte: UInt8) -> (Key, Modifiers) {
    switch byte {
    case 0x00: (.character(" "), .control)
    case 0x08, 0x7F: (.backspace, [])
    case 0x09: (.tab, [])
    case 0x0A, 0x0D: (.enter, [])
    case 0x1B: (.escape, [])
    case 0x01...0x1A: (.character(Unicode.Scalar(byte + 0x60)), .control)
    default: (.character(Unicode.Scalar(byte | 0x40)), .control)
    }
  }

  /// A scalar as it counts when typed: a C1 control character (U+0080 to U+009F) becomes U+FFFD.
  static func typed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0x80...0x9F).contains(scalar.value) ? .replacement : scalar
  }

  /// The key that a letter after ESC O stands for; nil if none.
  static func function(_ letter: UInt8) -> Key? {
    switch letter {
    case 0x4D: .enter
    case 0x6A...0x79: .character(Unicode.Scalar(letter - 0x40))  // keypad: * to 9
    case 0x50...0x53: .function(Int(letter) - 0x4F)
    default: cursorKey(letter)
    }
  }

  /// The key of a control sequence that has neither a marker nor intermediates; nil if it names
  /// none.
  static func input(final: UInt8, _ numbers: [[Int]]) -> Input? {
    let first = numbers.first?.first ?? 0
    // Event type 3 of the kitty keyboard protocol is the release of a key, which is no input.
    guard numbers.count < 2 || numbers[1].count < 2 || numbers[1][1] < 3 else { return nil }
    let modifiers = numbers.count > 1 ? Modifiers(parameter: numbers[1][0]) : []
    switch final {
    case 0x7E where first == 27 && numbers.count == 3: return scalar(numbers[2][0], modifiers)
    case 0x7E: return key(number(first), modifiers)
    case 0x5E: return key(number(first), modifiers.union(.control))
    case 0x75: return numbers.isEmpty ? nil : scalar(first, modifiers)
    case 0x5A: return .key(.backtab, modifiers.subtracting(.shift))
    case 0x50...0x53 where first <= 1: return .key(.function(Int(final) - 0x4F), modifiers)
    default: return first <= 1 ? key(cursorKey(final), modifiers) : nil
    }
  }

  private static func key(_ key: Key?, _ modifiers: Modifiers) -> Input? {
    key.map { Input.key($0, modifiers) }
  }

  private static func cursorKey(_ letter: UInt8) -> Key? {
    switch letter {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    default: nil
    }
  }

  /// The key of ESC [ number ~; nil if none.
  private static func number(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// The key that a scalar names, in CSI u and in xterm's older CSI 27 ; modifiers ; scalar ~.
  private static func scalar(_ value: Int, _ modifiers: Modifiers) -> Input? {
    switch value {
    case 9:
      return modifiers.contains(.shift)
        ? .key(.backtab, modifiers.subtracting(.shift)) : .key(.tab, modifiers)
    case 13, 57414: return .key(.enter, modifiers)
    case 27: return .key(.escape, modifiers)
    case 8, 127: return .key(.backspace, modifiers)
    case 0..<32, 0x80...0x9F, 57344...63743: return nil
    default: break
    }
    guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { return nil }
    guard modifiers.contains(.shift) else { return .key(.character(scalar), modifiers) }
    let capital = scalar.properties.uppercaseMapping.unicodeScalars
    let typed = capital.count == 1 ? capital.first ?? scalar : scalar
    return .key(.character(typed), modifiers.subtracting(.shift))
  }
}

extension Modifiers {
  /// The parameter is 1 more than a sum of 1 (shift), 2 (alt), 4 (control) and 8 (super). Higher
  /// bits, such as the lock keys, are ignored.
  fileprivate init(parameter: Int) {
    self.init(rawValue: UInt8(max(0, parameter - 1) & 0x0F))
  }
}
