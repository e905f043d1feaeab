/// A command that keys give.
protocol KeyCommand: Hashable, Sendable {
  /// The name by which a keymap file or a palette refers to the command. It never changes, and no
  /// other command has it.
  var name: String { get }
}

extension KeyCommand where Self: RawRepresentable, RawValue == String {
  var name: String { rawValue }
}

/// A table of keys and commands, from which keys are looked up and the help is made.
struct Keymap<Command: KeyCommand>: Sendable {
  struct Binding: Sendable {
    let chords: [KeyChord]
    let command: Command
    /// What the command does, in a few words for the help.
    let help: String

    init(_ chords: [KeyChord], _ command: Command, _ help: String) {
      self.chords = chords
      self.command = command
      self.help = help
    }

    var keys: String { chords.map(\.name).joined(separator: " ") }
  }

  /// The bindings in the order in which the help lists them.
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
