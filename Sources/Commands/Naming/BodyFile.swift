import BoardModel
import Glibc

/// Reads a body from a file or from standard input.
enum BodyFile {
  /// The most bytes of a body, at four bytes a scalar. Longer input is refused before all of it is
  /// held.
  private static let longest = BoardLimits.bodyScalars * 4

  /// - Parameter name: a path, or `-` for standard input.
  static func read(_ name: String) throws(CommandFailure) -> String {
    let file = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(name) }
    defer { if file != STDIN_FILENO { close(file) } }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &room, room.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(name)
      }
      if count == 0 { break }
      bytes += room[..<count]
      guard bytes.count <= longest else {
        throw CommandFailure(.usage, "\(name) is longer than a body may be")
      }
    }
    return try text(bytes, from: name == "-" ? "standard input" : name)
  }

  /// - Parameter name: the source of the bytes, for the error's text.
  static func text(_ bytes: [UInt8], from name: String) throws(CommandFailure) -> String {
    if let fault = UTF8Fault(in: bytes) {
      throw CommandFailure(
        .usage,
        "\(name) is not text in UTF-8: the byte in line \(fault.line), column \(fault.column) is "
          + "\(fault.name); convert it to UTF-8 first")
    }
    return try TextArguments.body(String(decoding: bytes, as: UTF8.self))
  }

  private static func unreadable(_ name: String) -> CommandFailure {
    CommandFailure(.usage, "cannot read \(name): \(String(cString: strerror(errno)))")
  }
}
