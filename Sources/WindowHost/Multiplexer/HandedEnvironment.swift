/// What the program in a new window must find as it is here: multiplexers run programs with the
/// environment they were started with.
enum HandedEnvironment {
  /// Which coordinator, which files, which board; what the window runs and how it shows. No value of
  /// theirs is a secret: everybody on the machine can read the words of a program that runs.
  static let names = [
    "BOARD_HOME", "BOARD_URL", "BOARD_BOARD", "BOARD_USER", "BOARD_DEVICE",
    "BOARD_WINDOW_COMMAND", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME", "PATH", "NO_COLOR",
    "EDITOR", "VISUAL", "TZ",
  ]

  /// Puts env(1) before a command: what is not set here is not set there.
  /// - Parameters:
  ///   - command: an absolute path and its arguments.
  ///   - folder: the one that a relative `BOARD_HOME` begins at.
  /// - Throws: `noWay` for a program that env cannot tell from a variable.
  static func command(
    _ command: [String], _ environment: [String: String], from folder: String
  ) throws(OpeningFailure) -> [String] {
    guard let program = command.first, !program.contains("=") else {
      throw .noWay(
        "no window can be opened from here, because the path of this program holds an equals "
          + "sign: put it into another folder")
    }
    var without: [String] = []
    var with: [String] = []
    for name in names {
      guard var value = environment[name] else {
        without += ["-u", name]
        continue
      }
      if name == "BOARD_HOME", !value.isEmpty, !value.hasPrefix("/") {
        value = folder + "/" + value
      }
      with.append("\(name)=\(value)")
    }
    return ["/usr/bin/env"] + without + with + command
  }
}
