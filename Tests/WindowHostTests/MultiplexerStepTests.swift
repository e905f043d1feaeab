import Testing
import Windows

@testable import WindowHost

/// The words of each command, as the programs' manuals have them.
@Suite("What multiplexers and terminals are told")
struct MultiplexerStepTests {
  private static let command = ["/usr/bin/env", "/b/board", "attach", "x;"]

  @Test(
    "A new window",
    arguments: [
      (
        Multiplexer.tmux(socket: "/s", pane: "%5"), Placement.right,
        [["tmux -S /s split-window -h -t %5 -- /usr/bin/env /b/board attach x\\;"]]
      ),
      (
        .tmux(socket: "/s", pane: "%5"), .left,
        [["tmux -S /s split-window -h -b -t %5 -- /usr/bin/env /b/board attach x\\;"]]
      ),
      (
        .tmux(socket: "/s", pane: "%5"), .below,
        [["tmux -S /s split-window -v -t %5 -- /usr/bin/env /b/board attach x\\;"]]
      ),
      (
        .zellij(pane: "3"), .below,
        [
          [
            "zellij action new-pane --close-on-exit --direction down -- "
              + "/usr/bin/env /b/board attach x;"
          ]
        ]
      ),
      (
        .screen(session: "4.a", window: "2"), .below,
        [
          [
            "screen -S 4.a -X split", "screen -S 4.a -X focus down",
            "screen -t -#(t); /usr/bin/env /b/board attach x;",
          ]
        ]
      ),
      (
        .wezterm(pane: "7"), .below,
        [["wezterm cli split-pane --pane-id 7 --bottom -- /usr/bin/env /b/board attach x;"]]
      ),
      (
        .kitty(address: "unix:/k", window: "9"), .below,
        [
          [
            "kitty @ --to unix:/k launch --type=window --location=hsplit -- "
              + "/usr/bin/env /b/board attach x;"
          ]
        ]
      ),
      (
        .tmux(socket: "/s", pane: nil), .right,
        [["tmux -S /s split-window -h -- /usr/bin/env /b/board attach x\\;"]]
      ),
      (
        .tmux(socket: "/s", pane: "%5"), .window,
        [["tmux -S /s new-window -a -n -##(t)\\; -- /usr/bin/env /b/board attach x\\;"]]
      ),
      (
        .zellij(pane: "3"), .right,
        [
          [
            "zellij action new-pane --close-on-exit --direction right -- "
              + "/usr/bin/env /b/board attach x;"
          ]
        ]
      ),
      (
        .zellij(pane: "3"), .left,
        [
          [
            "zellij action new-pane --close-on-exit --direction right -- "
              + "/usr/bin/env /b/board attach x;",
            "zellij action move-pane left",
          ]
        ]
      ),
      (
        .zellij(pane: nil), .window,
        [
          [
            "zellij action new-tab --name=-#(t); --close-on-exit -- "
              + "/usr/bin/env /b/board attach x;"
          ],
          ["zellij action new-pane --close-on-exit -- /usr/bin/env /b/board attach x;"],
        ]
      ),
      (
        .screen(session: "4.a", window: "2"), .window,
        [["screen -t -#(t); /usr/bin/env /b/board attach x;"]]
      ),
      (
        .screen(session: "4.a", window: "2"), .right,
        [
          [
            "screen -S 4.a -X split -v", "screen -S 4.a -X focus right",
            "screen -t -#(t); /usr/bin/env /b/board attach x;",
          ]
        ]
      ),
      (
        .screen(session: "4.a", window: "2"), .left,
        [
          [
            "screen -S 4.a -X split -v", "screen -S 4.a -X focus right",
            "screen -S 4.a -X select 2", "screen -S 4.a -X focus left",
            "screen -t -#(t); /usr/bin/env /b/board attach x;",
          ]
        ]
      ),
      (
        .wezterm(pane: "7"), .left,
        [["wezterm cli split-pane --pane-id 7 --left -- /usr/bin/env /b/board attach x;"]]
      ),
      (
        .wezterm(pane: "7"), .right,
        [["wezterm cli split-pane --pane-id 7 --right -- /usr/bin/env /b/board attach x;"]]
      ),
      (
        .wezterm(pane: "7"), .window,
        [["wezterm cli spawn --pane-id 7 -- /usr/bin/env /b/board attach x;"]]
      ),
      (
        .kitty(address: "unix:/k", window: "9"), .right,
        [
          [
            "kitty @ --to unix:/k launch --type=window --location=vsplit -- "
              + "/usr/bin/env /b/board attach x;"
          ]
        ]
      ),
      (
        .kitty(address: "unix:/k", window: "9"), .left,
        [
          [
            "kitty @ --to unix:/k launch --type=window --location=before -- "
              + "/usr/bin/env /b/board attach x;"
          ]
        ]
      ),
      (
        .kitty(address: "unix:/k", window: "9"), .window,
        [["kitty @ --to unix:/k launch --type=tab -- /usr/bin/env /b/board attach x;"]]
      ),
    ])
  func opening(multiplexer: Multiplexer, placement: Placement, expected: [[String]]) {
    let attempts = multiplexer.opening(Self.command, placement, title: "-#(t);")
    #expect(attempts.map { $0.map { $0.words.joined(separator: " ") } } == expected)
    for step in attempts.joined() { #expect(!step.lasts) }
  }

  @Test(
    "The focus for the pane this runs in",
    arguments: [
      (
        Multiplexer.tmux(socket: "/s", pane: "%5"),
        "tmux -S /s select-window -t %5 ; select-pane -t %5 ; if-shell -F -t %5 "
          + "#{?session_attached,,1} switch-client -t %5"
      ),
      (.tmux(socket: "/s", pane: nil), nil),
      (.zellij(pane: "3"), "zellij action focus-pane-id terminal_3"), (.zellij(pane: nil), nil),
      (.screen(session: "4.a", window: "2"), "screen -S 4.a -X select 2"),
      (.screen(session: "4.a", window: nil), nil),
      (.wezterm(pane: "7"), "wezterm cli activate-pane --pane-id 7"),
      (
        .kitty(address: "unix:/k", window: "9"),
        "kitty @ --to unix:/k focus-window --match id:9"
      ),
    ] as [(Multiplexer, String?)])
  func focusing(multiplexer: Multiplexer, expected: String?) {
    #expect(multiplexer.focusing?.first?.first?.words.joined(separator: " ") == expected)
  }

  @Test("Only tmux has a buffer to copy to, and takes the text as input")
  func copying() throws {
    let attempts = try #require(Multiplexer.tmux(socket: "/s", pane: nil).copying("é"))
    #expect(
      attempts.map { $0.map { $0.words.joined(separator: " ") } } == [
        ["tmux -S /s load-buffer -w -"], ["tmux -S /s load-buffer -"],
      ])
    for step in attempts.joined() { #expect(step.input == .bytes([0xC3, 0xA9])) }
    #expect(Multiplexer.zellij(pane: "1").copying("a") == nil)
  }

  @Test(
    "A desktop's terminal, each in its own way",
    arguments: [
      (DesktopTerminal.chosen, "x-terminal-emulator -e"), (.gnome, "gnome-terminal --"),
      (.konsole, "konsole -e"), (.xfce, "xfce4-terminal -x"), (.alacritty, "alacritty -e"),
      (.foot, "foot"), (.kitty, "kitty"), (.wezterm, "wezterm start --always-new-process --"),
      (.xterm, "xterm -e"),
    ])
  func desktop(terminal: DesktopTerminal, expected: String) {
    let step = terminal.opening(Self.command)
    #expect(step.words.joined(separator: " ") == expected + " /usr/bin/env /b/board attach x;")
    #expect(step.lasts && step.leavesPlace)
  }

  @Test("Others' words do not reach a multiplexer with controls, nor at any length")
  func titles() {
    let long = "a\u{1B}]0;b\n" + String(repeating: "c", count: 100)
    let words = Multiplexer.screen(session: "s", window: nil)
      .opening(["a", "b"], .window, title: long)[0][0].words
    let title = words[words.count - 3]
    #expect(title.count == 60)
    #expect(title.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test("The new program finds what this one found, and nothing that this one does not have")
  func environment() throws {
    let words = try HandedEnvironment.command(
      ["/b/board", "attach"],
      ["BOARD_HOME": "here", "PATH": "/p", "NO_COLOR": "", "TMUX": "/s", "SECRET": "x"],
      from: "/now")
    #expect(words.first == "/usr/bin/env")
    #expect(
      words.suffix(5) == ["BOARD_HOME=/now/here", "PATH=/p", "NO_COLOR=", "/b/board", "attach"])
    let without = words.dropFirst().dropLast(5)
    #expect(without.count == 2 * (HandedEnvironment.names.count - 3))
    #expect(without.contains("BOARD_URL"))
    // GNU screen takes no more words.
    #expect(words.count < 60)
    #expect(throws: OpeningFailure.self) {
      try HandedEnvironment.command(["/a=b/board"], [:], from: "/")
    }
  }
}
