public import ArgumentParser
import Glibc
import Wording

/// The arguments and variables of the process as bytes. Swift's own view replaces bytes that are
/// not text by other characters, and a board would keep those.
public enum RawArguments {
  /// The environment variables that name a board, a cluster, a coordinator or a folder for files.
  private static let variables = [
    "BOARD_BOARD", "BOARD_CLUSTER", "BOARD_HOME", "BOARD_URL", "XDG_DATA_HOME", "HOME",
  ]

  /// Checks that the arguments and variables are text.
  /// - Throws: a usage error that names the argument or variable that is not text in UTF-8.
  public static func check() throws {
    let arguments = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    try check(arguments.map { $0.map(bytes) ?? [] })
    for name in variables {
      guard let value = getenv(name), let fault = UTF8Fault(in: bytes(value)) else { continue }
      throw refusal(of: "the variable \(name)", fault)
    }
  }

  /// The words for the parser to read: see `PreparedArguments`. The cluster that they name is the
  /// one of this process from then on.
  /// - Throws: a usage error that names the word that is not understood.
  public static func prepared(for root: any ParsableCommand.Type) throws -> [String] {
    let words = try PreparedArguments(root).words(Array(CommandLine.arguments.dropFirst()))
    try ClusterOption.take(from: words)
    return words
  }

  /// - Parameter arguments: all arguments. The first is not checked: it is the program's own name.
  static func check(_ arguments: [[UInt8]]) throws(CommandFailure) {
    for (index, argument) in arguments.enumerated().dropFirst() {
      guard let fault = UTF8Fault(in: argument) else { continue }
      throw refusal(of: "argument \(index), \(Naming.quoted(visible(argument))),", fault)
    }
  }

  private static func refusal(of what: String, _ fault: UTF8Fault) -> CommandFailure {
    CommandFailure(
      .usage,
      "\(what) is not text in UTF-8: its byte \(fault.offset + 1) is \(fault.name); write it in "
        + "UTF-8")
  }

  /// The text of an argument, with each byte that is not text written as in `\xFF`.
  private static func visible(_ argument: [UInt8]) -> String {
    var text = ""
    var rest = argument
    while let fault = UTF8Fault(in: rest) {
      text += String(decoding: rest[..<fault.offset], as: UTF8.self) + "\\x\(fault.name)"
      rest.removeFirst(fault.offset + 1)
    }
    return Wording.shortened(text + String(decoding: rest, as: UTF8.self))
  }

  private static func bytes(_ text: UnsafeMutablePointer<CChar>) -> [UInt8] {
    UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
  }
}
