import Files
import Glibc

extension Surroundings {
  /// The most ancestors that are read: more than there are between a window and the first process.
  private static let deepest = 64

  /// Reads the surroundings of this process.
  static func current() -> Surroundings {
    var values: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        values[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next += 1
    }
    return Surroundings(
      environment: values, ancestors: ancestors(of: getppid()), terminalPath: ownTerminal)
  }

  private static var ownTerminal: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    for file in [STDIN_FILENO, STDOUT_FILENO] where ttyname_r(file, &path, path.count) == 0 {
      return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }
    return nil
  }

  private static func ancestors(of first: Int32) -> [Ancestor] {
    var found: [Ancestor] = []
    var process = first
    while process > 1, found.count < deepest {
      guard let bytes = try? OpenFile("/proc/\(process)/stat", .read).read(4_096),
        let parsed = parse(stat: String(decoding: bytes, as: UTF8.self))
      else { break }
      found.append(Ancestor(process: process, name: parsed.name))
      process = parsed.parent
    }
    return found
  }

  /// Reads the line of /proc/PID/stat (proc(5)). The program's name is in parentheses, and may
  /// itself contain some.
  static func parse(stat: String) -> (name: String, parent: Int32)? {
    guard let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")"), open < close
    else { return nil }
    let rest = stat[stat.index(after: close)...].split(separator: " ")
    guard rest.count > 1, let parent = Int32(rest[1]) else { return nil }
    return (String(stat[stat.index(after: open)..<close]), parent)
  }
}
