import ArgumentParser
import Glibc
import Identity
import Launcher

struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Joins a team with the line that somebody sent.",
    usage: """
      board join <line> [--device <name>] [--as <name>] [--replace]
      board join < FILE
      """,
    discussion: """
      The line begins with board-join:// and is good once, for one device. Whoever reads it may use \
      it: without it, or with -, it is read from standard input, where no list of processes shows \
      it. This device's key is made here and never leaves it. Where the command was interrupted, \
      the same command goes on. Afterwards `board` opens the team's boards, and `board clusters use \
      own` goes back to your own.
      """)

  @Argument(help: "The line; its pieces, where it was broken.") var line: [String] = []
  @Option(
    help: ArgumentHelp(
      "What this device is called (default: as before in this team, else its host name).",
      valueName: "name"))
  var device: String?
  @Option(
    help: ArgumentHelp(
      "What the team is called on this device (default: its name).", valueName: "name"))
  var `as`: String?
  @Flag(help: "Throw out the device of yours that has the name.") var replace = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard output.cluster.cluster == nil else {
      throw ValidationError(
        "--as says what the team is called here; --cluster is for other commands")
    }
  }

  func run() throws {
    StandardOutput.ignoreBrokenPipes()
    let folders = try Setting.folders()
    do {
      let line = try InvitationLine(parsing: JoinCommand.text(line) ?? JoinCommand.read())
      let joining = try JoiningDevice(line, as: self.as, folders)
      let before = joining.known
      let joined = try JoinRun(
        line: line, device: try JoinCommand.device(device, before), replaces: replace,
        joining: joining
      ).run()
      try JoinCommand.reply(
        joined, joining.name, Clusters(folders), before: before, replaces: replace
      ).print(asJSON: output.json)
    } catch let error as IdentityError where error.kind == .malformedName {
      throw CommandFailure(.usage, error.description)
    } catch {
      throw CommandFailure(error, in: folders)
    }
  }

  /// The name that the device asks for. Whoever joins a team anew is the same device to everybody, and
  /// throws out no other one.
  /// - Parameter before: who the device was in the team.
  static func device(_ asked: String?, _ before: IdentityName?) throws -> NamePart {
    if let asked { return try NamePart(asked) }
    return try before?.device ?? SystemNames().device
  }

  /// The line in the words of a command; nil where there are none.
  static func text(_ words: [String]) -> String? {
    words.isEmpty || words == ["-"] ? nil : bare(words.joined())
  }

  /// The text without what people paste along: white space, quotes, the marks that programs for
  /// messages put around addresses, and `board join` in front.
  static func bare(_ text: String) -> String {
    let marks: Set<Character> = ["'", "\"", "`", "“", "”", "‘", "’", "„", "«", "»", "<", ">"]
    var rest = text.filter { !$0.isWhitespace }[...]
    // What `boardd invite` prints is the command with the line.
    if let scheme = rest.firstRange(of: InvitationLine.scheme),
      rest[..<scheme.lowerBound].filter({ !marks.contains($0) && $0 != "$" }) == "boardjoin"
    {
      rest = rest[scheme.lowerBound...]
    }
    while let first = rest.first, marks.contains(first) { rest.removeFirst() }
    while let last = rest.last, marks.contains(last) { rest.removeLast() }
    return String(rest)
  }

  /// The most bytes that are read: the longest line, broken into pieces with marks around them.
  private static let longest = 8_192

  private static func read() throws(CommandFailure) -> String {
    if isatty(STDIN_FILENO) == 1 {
      StandardOutput.complain("Paste the line that you were sent, then press Enter:")
      return bare(readLine() ?? "")
    }
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: longest)
    while text.count <= longest {
      let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      text += piece.prefix(count)
    }
    return bare(String(decoding: text, as: UTF8.self))
  }

  /// - Parameters:
  ///   - before: who the device was in the team.
  ///   - replaces: whether another device of the name was to be thrown out.
  static func reply(
    _ joined: IdentityName, _ name: String, _ clusters: Clusters, before: IdentityName? = nil,
    replaces: Bool = false
  ) -> Reply {
    let opens = clusters.used == name ? "board" : "board --cluster \(name)"
    var rest = ""
    if replaces {
      rest = "; whatever device of yours was called \(joined.device) there before is thrown out"
    }
    if let before, before.device != joined.device {
      rest +=
        "; as \(before.device), its name before, it is not thrown out: "
        + "`board revoke \(before.device)` does so"
    }
    return Reply(
      json: .object(["cluster": ListedCluster(name, clusters).json]),
      text: PlainText.line(
        "joined \(name) as \(joined.user) on \(joined.device); `\(opens)` opens it" + rest))
  }
}
