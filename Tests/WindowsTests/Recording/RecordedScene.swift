import BoardModel
import Screen
import WindowSync

@testable import Windows

/// What a window is brought to before its screen is recorded.
struct RecordedScene: Sendable, CustomStringConvertible {
  /// The name of its file.
  let name: String
  var subject = Subject.board
  var team: String?
  let keys: String
  /// What else happens, after the keys.
  var happens: @Sendable (inout Bench) -> Void = { _ in }
  /// Keys after that.
  var then = ""

  var description: String { name }

  /// What a dial says of another team's coordinator.
  static let anotherTeam =
    "cannot connect to 192.0.2.7:7420: the coordinator's certificate is not of the team that this "
    + "device joined: another team's coordinator is there (board clusters address corrects that), or "
    + "the authority was replaced: ask for an invitation (board join), then board clusters continue "
    + "takes along what was not sent"

  static let card = Bench.card(0, 0)

  func bench(columns width: Int) -> Bench {
    var bench = Bench(
      [
        ("To do", ["Write the plan", "Call the printer about the posters", "世界 und Grüße"]),
        ("Doing", ["Paint the fence"]), ("Done", []),
        ("Later, when there is time for what nobody needs", ["Sort the cellar", "Sleep"]),
      ], columns: width, rows: 24, subject: subject, team: team)
    if let body = bench.board.card(Self.card)?.body {
      let text = "First a list.\n\nThen what is missing from it, and who could know of more."
      bench.other(.cardSplice(Self.card, body.splice(replacing: 0..<0, with: text)))
    }
    bench.keys(keys)
    happens(&bench)
    bench.keys(then)
    return bench
  }

  static let all = [
    RecordedScene(name: "board", keys: "jl"),
    RecordedScene(name: "team", team: "acme", keys: "jl"),
    RecordedScene(
      name: "another-team", keys: "nmilk",
      happens: { bench in
        bench.send(.standing(.readOnly(.identityRefused(RecordedScene.anotherTeam))))
      }, then: "<esc>"),
    RecordedScene(
      name: "revoked", keys: "",
      happens: { bench in
        let why =
          "laptop of ann was revoked here. Ask for an invitation (boardd invite) to come in again "
          + "with board join --replace."
        bench.send(.standing(.readOnly(.revoked(why))))
      }),
    RecordedScene(name: "body", keys: "<enter><enter>A word. "),
    RecordedScene(
      name: "sections",
      keys:
        "<enter><tab>nbug<enter>nui<enter><tab><tab>n2030-01-01<enter><tab><tab><tab>none<enter>"),
    RecordedScene(
      name: "priorities", keys: "Pkkk<enter><esc>jPg<enter><esc>",
      happens: { bench in bench.other(.set(.cardPriority(Bench.card(3, 0)), .number(1))) }),
    RecordedScene(
      name: "blocked", keys: "",
      happens: { bench in
        for blocker in [Bench.card(1, 0), Bench.card(3, 0)] {
          bench.other(.attach(card, .blocker(blocker)))
        }
        bench.other(.attach(Bench.card(0, 1), .blocker(Bench.card(3, 1))))
        bench.other(.cardArchive(Bench.card(3, 1)))
        bench.other(.cardArchive(Bench.card(3, 0)))
      }),
    RecordedScene(name: "blockers", keys: "Bn#4<enter>n5<enter>nsle"),
    RecordedScene(name: "priority", keys: "Pkk<enter>"),
    RecordedScene(name: "comments", keys: "<enter><backtab>nA remark.<c-s>"),
    RecordedScene(name: "help", keys: "?"),
    RecordedScene(name: "action-menu", keys: "."),
    RecordedScene(name: "search", keys: "/p"),
    RecordedScene(name: "prompt", keys: "nmilk"),
    RecordedScene(name: "column-menu", keys: "c"),
    RecordedScene(name: "column-deletion", keys: "cG<enter>"),
    RecordedScene(name: "column-choice", keys: "m"),
    RecordedScene(name: "new-column", keys: "N"),
    RecordedScene(name: "archive", keys: "dda"),
    RecordedScene(name: "marked", keys: "vjv"),
    RecordedScene(name: "carried", keys: "<space>l"),
    RecordedScene(
      name: "displaced", keys: "",
      happens: { bench in
        let base = bench.board.sequence
        bench.keys("e<c-u>mine<enter>jL")
        bench.other(.cardRetitle(card, title: "theirs"), base: base)
        bench.other(.cardMove([Bench.card(0, 1)], to: Bench.column(0), at: Anchors()), base: base)
      }, then: "<esc><esc>i<enter>"),
    RecordedScene(name: "history", keys: "e!<enter>", then: "<enter><c-t>"),
    RecordedScene(
      name: "others", keys: "",
      happens: { bench in
        let focuses: [PresenceFocus?] = [.card(card), .body(card, caret: nil), nil]
        bench.send(
          .others(
            focuses.enumerated().map { place, focus in
              OtherWindow(
                session: SessionID(high: 5, low: UInt64(place)),
                author: Author(user: "user\(place)", device: "d"),
                state: PresenceState(isActive: place != 1, focus: focus))
            }))
      }),
    RecordedScene(
      name: "read-only", keys: "",
      happens: { bench in
        bench.send(.standing(.fenced(.takenOver)))
        bench.send(.status(.notSaved(3, reason: "the coordinator is out of reach")))
      }),
    RecordedScene(name: "card-window", subject: .card(card), keys: "<tab>nbug<enter>"),
  ]
}
