import Files

/// The user's settings, from `board/config` in the XDG configuration folder. Each line is `NAME =
/// VALUE`, empty, or a remark that begins with `#`.
struct ConfigurationFile: Equatable, Sendable {
  /// The value of `window-command`, and the number of its line, from 1.
  private(set) var windowCommand: (text: String, line: Int)?
  let path: String

  /// The most bytes of the file: more than anybody writes by hand.
  private static let limit = 64 * 1_024

  static func == (one: ConfigurationFile, other: ConfigurationFile) -> Bool {
    one.path == other.path && one.windowCommand?.text == other.windowCommand?.text
      && one.windowCommand?.line == other.windowCommand?.line
  }

  /// The path of the file; nil if neither `XDG_CONFIG_HOME` nor `HOME` is an absolute path.
  static func path(_ surroundings: Surroundings) -> String? {
    func folder(_ name: String) -> String? {
      surroundings[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let base = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
    return base.map { $0 + "/board/config" }
  }

  /// - Throws: `misconfigured`, which names the file, the line, and what to do.
  init(_ text: String, path: String) throws(OpeningFailure) {
    self.path = path
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let trimmed = ConfigurationFile.trimmed(line)
      if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
      let number = index + 1
      func refuse(_ what: String) -> OpeningFailure {
        .misconfigured("\(path), line \(number): \(what)")
      }
      guard let equals = trimmed.firstIndex(of: "=") else {
        throw refuse("there is no “=”: write NAME = VALUE, or # before a remark")
      }
      let name = ConfigurationFile.trimmed(trimmed[..<equals])
      guard name == "window-command" else {
        throw refuse("there is no setting “\(name)”: window-command is the only one")
      }
      if let windowCommand {
        throw refuse("window-command stands on line \(windowCommand.line) too: keep one")
      }
      let value = ConfigurationFile.trimmed(trimmed[trimmed.index(after: equals)...])
      windowCommand = (String(value), number)
    }
  }

  /// Reads the file at `path`.
  /// - Returns: nil if there is no such file.
  /// - Throws: `misconfigured` if it cannot be read, is not UTF-8, or has a fault.
  static func read(_ path: String) throws(OpeningFailure) -> ConfigurationFile? {
    let bytes: [UInt8]
    do throws(FileError) {
      guard try Folder.size(of: path) != nil else { return nil }
      bytes = try OpenFile(path, .read).contents(limit: limit)
    } catch {
      throw .misconfigured("\(error): see what it allows, or take it away")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .misconfigured("\(path) is not UTF-8: write it anew")
    }
    return try ConfigurationFile(text, path: path)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
