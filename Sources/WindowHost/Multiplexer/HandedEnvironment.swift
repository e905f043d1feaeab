/// The environment variables that the program in a new window must have with the values they have
/// here. Multiplexers run programs with the environment that they themselves were started with.
enum HandedEnvironment {
  /// The variables that name the coordinator, the files, the board, the programs that a window runs
  /// and its look. None of them may be a secret: everybody on the machine can read the words of a
  /// running program.
  static let names = [
    "BOARD_HOME", "BOARD_CLUSTER", "BOARD_URL", "BOARD_BOARD", "BOARD_USER", "BOARD_DEVICE",
    "BOARD_WINDOW_COMMAND", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME", "PATH", "NO_COLOR",
    "EDITOR", "VISUAL", "TZ",
  ]

  /// Puts env(1) before a command. Variables that are not set here are unset there.
  /// - Parameters:
  ///   - command: an absolute path and its arguments.
  ///   - folder: the folder to which a relative `BOARD_HOME` is relative.
  /// - Throws: `noWay` if the program's path holds an equals sign, since env would read it as a
  ///   variable.
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
