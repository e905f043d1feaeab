import Screen

/// A key with the modifiers that are held.
struct KeyChord: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
  let key: Key
  let modifiers: Modifiers

  init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// The key of a character, as in `"h"`.
  init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(.character(scalar)) }

  static func character(_ scalar: Unicode.Scalar) -> KeyChord { KeyChord(.character(scalar)) }

  static func control(_ scalar: Unicode.Scalar) -> KeyChord {
    KeyChord(.character(scalar), .control)
  }

  static func alt(_ scalar: Unicode.Scalar) -> KeyChord { KeyChord(.character(scalar), .alt) }

  /// The answer that the key gives to a question; nil for a key that is no answer.
  var answer: Bool? {
    switch self {
    case .character("y"), .character("Y"): true
    case .character("n"), .character("N"), KeyChord(.escape), .control("c"): false
    default: nil
    }
  }

  /// The name that the help shows: `ctrl-r`, `↑`, `Enter`.
  var name: String {
    var prefix = ""
    if modifiers.contains(.control) { prefix += "ctrl-" }
    if modifiers.contains(.alt) { prefix += "alt-" }
    if modifiers.contains(.shift) { prefix += "shift-" }
    if modifiers.contains(.command) { prefix += "cmd-" }
    return prefix + keyName
  }

  private var keyName: String {
    switch key {
    case .character(" "): "Space"
    case .character(let scalar): String(Character(scalar))
    case .enter: "Enter"
    case .tab: "Tab"
    case .backtab: "Shift-Tab"
    case .backspace: "Backspace"
    case .escape: "Esc"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Insert"
    case .delete: "Delete"
    case .function(let number): "F\(number)"
    }
  }
}
