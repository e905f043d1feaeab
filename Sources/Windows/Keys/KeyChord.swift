import Screen

/// A key and what is held with it.
struct KeyChord: Hashable, Sendable {
  let key: Key
  let modifiers: Modifiers

  init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  static func character(_ scalar: Unicode.Scalar) -> KeyChord { KeyChord(.character(scalar)) }

  static func control(_ scalar: Unicode.Scalar) -> KeyChord {
    KeyChord(.character(scalar), .control)
  }

  static func alt(_ scalar: Unicode.Scalar) -> KeyChord { KeyChord(.character(scalar), .alt) }

  /// As the help shows it: `ctrl-r`, `↑`, `Enter`.
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

/// Keys and what they do: the one table from which keys are looked up and the help is made.
struct Keymap<Command: Hashable & Sendable>: Sendable {
  struct Binding: Sendable {
    let chords: [KeyChord]
    let command: Command
    /// What it does, as a few words for the help.
    let help: String

    init(_ chords: [KeyChord], _ command: Command, _ help: String) {
      self.chords = chords
      self.command = command
      self.help = help
    }

    var keys: String { chords.map(\.name).joined(separator: " ") }
  }

  /// In the order in which the help lists them.
  let bindings: [Binding]
  private let commands: [KeyChord: Command]

  init(_ bindings: [Binding]) {
    self.bindings = bindings
    var commands: [KeyChord: Command] = [:]
    for binding in bindings {
      for chord in binding.chords where commands[chord] == nil { commands[chord] = binding.command }
    }
    self.commands = commands
  }

  subscript(chord: KeyChord) -> Command? { commands[chord] }

  /// The first key of a command, for hints.
  func key(of command: Command) -> String {
    bindings.first { $0.command == command }?.chords.first?.name ?? ""
  }
}
