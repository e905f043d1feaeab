import ArgumentParser
import BoardModel
import Wire

/// The help texts for arguments that name things, so that the words are the same everywhere.
enum NameHelp {
  static let board = ArgumentHelp(
    "The board: its title, or \(ShortNames.beginning) of its identifier.")
  static let card = ArgumentHelp(
    "The card: its \(ShortNames.ofCard), which `board ls` prints; in a shell `#` wants quotes.")
  static let column = ArgumentHelp(
    "The column: its title, or \(ShortNames.beginning) of its identifier.")
  static let labelText = "A label: its name, or \(ShortNames.beginning) of its identifier."
  static let label = ArgumentHelp("\(labelText)")
  static let item = ArgumentHelp("The item: its number, which `board show` prints.")
  static let comment = ArgumentHelp(
    "The comment: its number, which `board show` prints, or \(ShortNames.beginning) of its "
      + "identifier.")
  static let proposal = ArgumentHelp(
    "The proposal: what stands in front of it in `board proposals` and `board show`.")
  static let window = ArgumentHelp(
    "The window: its title, or \(ShortNames.beginning) of its identifier, which `board windows` "
      + "prints.")
  static let user = ArgumentHelp("A \(TypedUser.forms).")
}

/// The options that every command has.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON; `board help json` shows its shapes.")
  var json = false
  @OptionGroup var cluster: ClusterOption
}

/// The options that every command on a board has.
struct BoardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The board's title, or \(ShortNames.beginning) of its identifier.",
      discussion: """
        Without it, the board that BOARD_BOARD names; else the one last opened in a window on \
        this device, else the only one there is. Neither of these two is ever an archived one.
        """))
  var board: String?

  @OptionGroup var output: OutputOptions
}

extension BoardOptions {
  /// - Parameter cards: the names of the cards that are needed of the board; nil for all of it.
  func open(with client: Client, naming cards: [String]?) throws -> OpenBoard {
    try BoardOptions.open(named: board, with: client, naming: cards)
  }

  func choose(with client: Client) throws -> BoardID {
    try BoardOptions.choose(board, with: client)
  }

  static func open(
    named board: String?, with client: Client, naming cards: [String]? = nil
  ) throws -> OpenBoard {
    try OpenBoard(choose(board, with: client), naming: cards, with: client)
  }

  /// Reads a board over connections of its own, for a command that then asks something else.
  static func read<Value>(
    _ board: String?, _ setting: Setting, _ read: (Board) throws -> Value
  ) throws -> Value {
    let client = try Client(setting)
    defer {
      client.leave()
      try? client.waitUntilGone()
    }
    return try read(open(named: board, with: client).board)
  }

  /// The board that the user means.
  private static func choose(_ board: String?, with client: Client) throws -> BoardID {
    let name = board ?? Setting.variable("BOARD_BOARD")
    // A whole identifier does not have to be looked up.
    if let id = name.flatMap({ BoardID($0) }) { return id }
    let boards = try client.boards()
    let chosen =
      if let name {
        try Naming.board(name, among: boards)
      } else {
        try Naming.board(lastUsed: client.lastBoard, among: boards)
      }
    return chosen.id
  }
}

/// The result of a command, in JSON and as text.
struct Reply {
  let json: JSON
  let text: String
  /// Whether the command has edited the board.
  var hasEdited = false
  /// The exit code: 1 if a part of the request failed, which the reply says.
  var exitCode: Int32 = 0

  /// - Throws: `output` if it cannot be printed. That error still says what was done.
  func print(asJSON: Bool) throws(CommandFailure) {
    do {
      try StandardOutput.line(asJSON ? json.text : text)
    } catch {
      throw hasEdited
        ? error.adding("; the edit was made nevertheless, and is kept: do not make it again")
        : error
    }
  }
}

/// A command that uses the coordinator.
protocol CoordinatorCommand: ParsableCommand {
  var output: OutputOptions { get }
  func reply(of client: Client) throws -> Reply
}

extension CoordinatorCommand {
  func run() throws { try answer() }

  func answer() throws { try answer { try reply(of: $0) } }

  /// Asks the coordinator, prints the reply, renews a certificate that is due, and leaves the
  /// session.
  func answer(_ ask: (Client) throws -> Reply) throws {
    StandardOutput.ignoreBrokenPipes()
    let client = try Client(Setting())
    let reply: Reply
    do {
      reply = try ask(client)
    } catch {
      // The session is left whatever failed.
      client.leave()
      try? client.waitUntilGone()
      throw error
    }
    let renews = client.isRenewalDue
    if !renews { client.leave() }
    // Nobody waits for the answer until the certificate is renewed, and no failure of that or of
    // leaving changes it.
    defer {
      if renews {
        client.renew()
        client.leave()
      }
      try? client.waitUntilGone()
    }
    try reply.print(asJSON: output.json)
    if reply.exitCode != 0 { throw ExitCode(reply.exitCode) }
  }
}

/// A command on one board.
protocol OneBoardCommand: CoordinatorCommand {
  var options: BoardOptions { get }
  /// The names of the cards that the command needs of the board; nil where it needs all of it.
  var neededCards: [String]? { get }
  func reply(on open: OpenBoard) throws -> Reply
}

extension OneBoardCommand {
  var neededCards: [String]? { nil }
  var output: OutputOptions { options.output }

  func reply(of client: Client) throws -> Reply {
    try reply(on: options.open(with: client, naming: neededCards))
  }
}
