import Screen
import Windows

// The commands for each request, from the multiplexers' manuals. If there are several attempts,
// they are tried in order until one works.
extension Multiplexer {
  /// The attempts to run a command in a new pane or window, which gets the focus.
  /// - Parameter command: a program's path and its arguments, at least two words: tmux would give a
  ///   single one to a shell.
  func opening(
    _ command: [String], _ placement: Placement, title: String
  ) -> [[Step]] {
    let title = Multiplexer.shown(title)
    return switch self {
    case .tmux(let socket, let pane):
      [[Step(TmuxArguments.opening(command, placement, title: title, socket, pane))]]
    case .zellij: Multiplexer.zellijOpening(command, placement, title)
    case .screen(let session, let window):
      [Multiplexer.screenOpening(command, placement, title, session, window)]
    case .wezterm(let pane):
      switch placement {
      case .left: [[Multiplexer.weztermSplit(command, "--left", of: pane)]]
      case .right: [[Multiplexer.weztermSplit(command, "--right", of: pane)]]
      case .below: [[Multiplexer.weztermSplit(command, "--bottom", of: pane)]]
      case .window: [[Step(["wezterm", "cli", "spawn", "--pane-id", pane, "--"] + command)]]
      }
    case .kitty(let address, _):
      [
        [
          Step(
            ["kitty", "@", "--to", address, "launch"] + Multiplexer.kittyPlace(placement) + ["--"]
              + command)
        ]
      ]
    }
  }

  /// The attempts to give this process's pane the focus; nil if that pane is not known.
  var focusing: [[Step]]? {
    switch self {
    case .tmux(let socket, let pane?): [[Step(TmuxArguments.focusing(pane, socket))]]
    case .zellij(let pane?): [[Step(["zellij", "action", "focus-pane-id", "terminal_" + pane])]]
    case .screen(let session, let window?): [[Multiplexer.tell(session, "select", window)]]
    case .wezterm(let pane): [[Step(["wezterm", "cli", "activate-pane", "--pane-id", pane])]]
    case .kitty(let address, let window):
      [[Step(["kitty", "@", "--to", address, "focus-window", "--match", "id:" + window])]]
    case .tmux, .zellij, .screen: nil
    }
  }

  /// The attempts to put a text into a buffer of the multiplexer; nil if it has no buffers. The
  /// first attempt also gives the text to the terminal.
  func copying(_ text: String) -> [[Step]]? {
    guard case .tmux(let socket, _) = self else { return nil }
    return TmuxArguments.copying(socket).map { words in
      [Step(words).with { $0.input = .bytes(Array(text.utf8)) }]
    }
  }

  /// A title in its visible form and cut to 60 characters: other people wrote it, and there is
  /// little room for it.
  private static func shown(_ title: String) -> String {
    visibleForm(of: title.prefix(60))
  }

  // MARK: zellij

  private static func zellijOpening(
    _ command: [String], _ placement: Placement, _ title: String
  ) -> [[Step]] {
    let pane = ["zellij", "action", "new-pane", "--close-on-exit"]
    let split = Step(pane + ["--direction", "right", "--"] + command)
    return switch placement {
    case .right: [[split]]
    case .below: [[Step(pane + ["--direction", "down", "--"] + command)]]
    // zellij opens panes only to the right and below.
    case .left:
      [[split, Step(["zellij", "action", "move-pane", "left"]).with { $0.isNeeded = false }]]
    // Before zellij 0.44 a new tab could only run a shell. Then a pane is opened where there is
    // most room.
    case .window:
      [
        [
          Step(
            ["zellij", "action", "new-tab", "--name=" + title, "--close-on-exit", "--"] + command)
        ], [Step(pane + ["--"] + command)],
      ]
    }
  }

  // MARK: GNU screen

  private static func screenOpening(
    _ command: [String], _ placement: Placement, _ title: String, _ session: String,
    _ window: String?
  ) -> [Step] {
    // The command is not sent with -X, which joins its words and splits them again by rules like a
    // shell's. It is not sent with -S, which would start a session; screen knows ours from STY.
    let open = Step(["screen", "-t", title] + command).with { $0.input = .terminal }
    let split = [tell(session, "split", "-v"), tell(session, "focus", "right")]
    switch placement {
    case .window: return [open]
    case .right: return split + [open]
    case .below: return [tell(session, "split"), tell(session, "focus", "down"), open]
    // This window goes to the new region on the right, and the new window takes the old region.
    case .left:
      return split + (window.map { [tell(session, "select", $0)] } ?? [])
        + [tell(session, "focus", "left"), open]
    }
  }

  private static func tell(_ session: String, _ words: String...) -> Step {
    Step(["screen", "-S", session, "-X"] + words)
  }

  // MARK: wezterm

  private static func weztermSplit(
    _ command: [String], _ side: String, of pane: String
  ) -> Step {
    Step(["wezterm", "cli", "split-pane", "--pane-id", pane, side, "--"] + command)
  }

  // MARK: kitty

  private static func kittyPlace(_ placement: Placement) -> [String] {
    switch placement {
    case .left: ["--type=window", "--location=before"]
    case .right: ["--type=window", "--location=vsplit"]
    case .below: ["--type=window", "--location=hsplit"]
    case .window: ["--type=tab"]
    }
  }
}
