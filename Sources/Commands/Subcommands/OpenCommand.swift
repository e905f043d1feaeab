public import ArgumentParser
import BoardModel
import Wire

/// Opens a window, or asks the one that is already there to come to the front.
public struct OpenCommand<Showing: WindowShowing>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open", abstract: "Opens a window on a board (the default), or on a card.",
      discussion: """
        On each board you have one window for each card, one for the favourites and one for a new \
        column: if it is open it comes to the front, if it was left it is shown here. `board \
        windows` lists all your windows.
        """)
  }

  @Argument(help: NameHelp.card) var card: String?
  @Flag(help: "The window of your favourites.") var favourites = false
  @Flag(help: "The window that adds a column.") var addColumn = false
  @Flag(help: "A further window, even if there is one already.") var new = false
  @Flag(help: "Show it here even if another terminal does, which can then only read.")
  var takeOver = false
  @Option(help: ArgumentHelp("In a pane beside this one: left or right.", valueName: "side"))
  var split: SplitSide?
  @Flag(help: "In a window of its own of the multiplexer or desktop.") var window = false
  @Option(
    help: ArgumentHelp(
      "The board's title, or \(ShortNames.beginning) of its identifier.",
      discussion: """
        Without it, the board that BOARD_BOARD names; else that of the window that was left last, \
        else the one last opened in a window on this device, else the one changed last.
        """))
  var board: String?

  @OptionGroup var cluster: ClusterOption

  public init() {}

  public func validate() throws {
    let subjects = [card != nil, favourites, addColumn].count { $0 }
    guard subjects < 2 else {
      throw ValidationError("name a card, or --favourites, or --add-column: one of them")
    }
    guard split == nil || !window else {
      throw ValidationError("a pane beside this one, or a window of its own: not both")
    }
    guard !(new && takeOver) else {
      throw ValidationError("--new makes a further window: there is none to take over")
    }
    guard subjects == 1 || !takeOver else {
      throw ValidationError(
        "--take-over needs a card, --favourites or --add-column; `board attach WINDOW --take-over` "
          + "takes a window on a board")
    }
  }

  private var placement: WindowPlacement? { split?.placement ?? (window ? .window : nil) }

  private var isPlain: Bool {
    card == nil && !favourites && !addColumn && !new && placement == nil
  }

  public func run() throws {
    guard !isPlain else { return try Showing.showBoard(board) }
    let setting = try Setting()
    let (board, activity) = try wanted(setting)
    // The coordinator keeps its promise of a session only while this connection is open.
    let client = try Client(setting)
    defer { client.leave() }
    if takeOver, let window = try taken(board, activity, client) {
      return try show(
        window.session, activity, client, besides: window.isConnected ? window.since : nil)
    }
    let opened = try client.openWindow(
      Wire.OpenWindow(
        board: board, session: .random(), activity: activity, isAdditional: new))
    switch opened.opening {
    case .fresh, .adopt: try show(opened.session, activity, client)
    case .activated:
      let device = try client.windows().first { $0.session == opened.session }?.author.device
      let place = OpenedElsewhere(device: device, place: opened.place)
      guard placement != nil || Showing.hasTerminal else {
        throw CommandFailure(.refused, place.refusal)
      }
      StandardOutput.ignoreBrokenPipes()
      try StandardOutput.line(PlainText.line(place.text))
    }
  }

  /// The board, and what the window is to show of it.
  private func wanted(_ setting: Setting) throws -> (BoardID, Activity) {
    try BoardOptions.read(self.board, setting) { board in
      if let name = card {
        let card = try Naming.card(name, on: board)
        return (board.id, Activity(.card(card.id), title: card.title.value))
      }
      if favourites { return (board.id, Activity(.favourites, title: "Favourites")) }
      if addColumn { return (board.id, Activity(.addColumn(after: nil), title: "New column")) }
      return (board.id, Activity(.board, title: board.title?.value ?? ""))
    }
  }

  /// The window that already shows the activity, if there is one.
  private func taken(
    _ board: BoardID, _ activity: Activity, _ client: Client
  ) throws -> WindowSummary? {
    let windows = try client.windows().filter { window in
      window.board == board && window.activity.type == activity.type
        && (window.activity.type != "card" || window.activity.target == activity.target)
    }
    return windows.first(where: \.isConnected) ?? windows.first
  }

  /// - Parameter shown: the time since which another terminal shows the window, in milliseconds
  ///   since 1970.
  private func show(
    _ session: SessionID, _ activity: Activity, _ client: Client, besides shown: UInt64? = nil
  ) throws {
    guard let placement else { return try Showing.show(session.description, takeOver: takeOver) }
    let failure = Showing.start(
      session.description, takeOver: takeOver, at: placement, titled: activity.title)
    if let failure { throw CommandFailure(.refused, failure) }
    guard try client.waitUntilShown(session, besides: shown) else {
      throw CommandFailure(.refused, ReturnedWindow.late)
    }
  }
}

/// The side of a pane on which another one is opened.
enum SplitSide: String, ExpressibleByArgument, CaseIterable {
  case left, right

  var placement: WindowPlacement {
    switch self {
    case .left: .left
    case .right: .right
    }
  }
}

/// A window that another terminal shows.
struct OpenedElsewhere: Hashable, Sendable {
  /// The device and the place, as in "laptop, tmux pane %3"; nil if the window is only about to
  /// come up.
  private let whereabouts: String?

  init(device: String?, place: String) {
    whereabouts = device.map { place.isEmpty ? $0 : "\($0), \(place)" }
  }

  var text: String {
    whereabouts.map { "open already on \($0): it comes to the front" }
      ?? "another terminal is about to show it"
  }

  var refusal: String {
    guard let whereabouts else { return text }
    return "open already on \(whereabouts), and there is no terminal here to ask in: --take-over "
      + "with --window or --split takes it from there"
  }
}
