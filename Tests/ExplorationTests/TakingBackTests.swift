import BoardModel
import OwnThread
import Screen
import Testing
import WindowSync

@testable import Windows

/// A real window on a real replica, a real coordinator, and another terminal that takes the session:
/// the key that takes it back is pressed between any two steps of what follows.
@Suite("A window that is taken over, and r at any moment", .ownThread)
struct TakingBackTests {
  struct Story: CustomTestStringConvertible, Sendable {
    let name: String
    /// Windows are listed: who comes second is asked first.
    let isListed: Bool
    /// Whose window is looked at.
    let index: Int
    /// What the person does before the other terminal comes.
    let keys: String

    var testDescription: String { name }
  }

  static let stories = [
    Story(name: "taken over with nothing unsent", isListed: false, index: 0, keys: ""),
    Story(name: "taken over with an edit", isListed: false, index: 0, keys: "Rone<enter>"),
    Story(name: "the second of two", isListed: true, index: 1, keys: "Rone<enter>"),
  ]

  @Test(
    "Pressed between any two steps, r ends in a window that edits, or one that says what to press",
    arguments: stories)
  func anywhere(story: Story) throws {
    var worlds = [try story.begin()]
    var known: Set<Int> = []
    var fenced = 0
    var early = 0
    while let world = worlds.popLast() {
      guard known.insert(world.fingerprint).inserted else { continue }
      // What a person sees at that moment.
      if let window = world.window(story.index) {
        let tenure = world.terminals[story.index].process?.replica.isReadOnly ?? false
        if tenure { fenced += 1 }
        if window.model.standing.isFenced, !world.isAtRest { early += 1 }
        try check(world, story)
      }
      for step in world.steps where step.isFree || step == .opens {
        var next = world
        try next.take(step)
        worlds.append(next)
      }
    }
    #expect(fenced > 10, "\(known.count) worlds")
    #expect(early > 10, "\(known.count) worlds")
  }

  private func check(_ world: World, _ story: Story) throws {
    var world = world
    let wasTold = world.window(story.index)?.model.standing.isFenced == true
    try world.press("r", at: story.index)
    try world.rest()
    let model = try #require(world.window(story.index)).model
    if model.standing != .writable {
      // The key came before there was anything to take back: now it is said, and the key does it.
      try #require(
        model.standing.isFenced && !wasTold,
        "r was pressed where it takes back, and the window is \(model.standing)")
      let screen = try #require(world.window(story.index)).screen
      #expect(screen.contains("r takes it"), "\(screen)")
      try world.press("r", at: story.index)
      try world.rest()
    }
    let window = try #require(world.window(story.index))
    #expect(window.model.standing == .writable)
    try world.press("Rmine<enter>", at: story.index)
    try world.rest()
    let process = try #require(world.terminals[story.index].process)
    #expect(process.replica.status == .saved)
    #expect(process.replica.confirmed?.title?.value.hasSuffix("mine") == true)
    #expect(process.window?.model.board?.title?.value.hasSuffix("mine") == true)
  }
}

extension TakingBackTests.Story {
  fileprivate func begin() throws -> World {
    var scope = Scope(name, [.open: 1]).withSlowDisk
    scope.isListed = isListed
    var world = try World(scope)
    if index == 1 {
      try world.take(.opens)
    }
    world.look(at: index)
    try world.press(keys, at: index)
    return world
  }
}

extension World {
  fileprivate var isAtRest: Bool { !steps.contains(where: \.isFree) }

  fileprivate func window(_ index: Int) -> BoardWindow? { terminals[index].process?.window }

  /// A person sits down at a terminal.
  fileprivate mutating func look(at index: Int) {
    guard let process = terminals[index].process else { return }
    let window = BoardWindow(
      session: process.replica.identity.session, user: "ann",
      identifiers: IdentifierSource(high: 7, low: 8), size: TerminalSize(columns: 100, rows: 12))
    terminals[index].process?.window = window
    tell(index, [.status(process.replica.status), .standing(process.replica.standing)])
    guard let board = process.replica.visible else { return }
    tell(
      index,
      [
        .board(
          board, change: BoardChange(reloaded: true), shown: process.replica.shownThrough,
          confirmed: process.replica.confirmed?.sequence ?? 0)
      ])
  }

  private mutating func tell(_ index: Int, _ events: [WindowEvent]) {
    for event in events { _ = terminals[index].process?.toReplica(event) }
  }

  fileprivate mutating func press(_ keys: String, at index: Int) throws {
    var rest = Substring(keys)
    while let first = rest.first {
      if rest.hasPrefix("<enter>") {
        rest = rest.dropFirst(7)
        try tell(terminal: index, .window(.input(.key(.enter, []))))
      } else {
        for scalar in first.unicodeScalars {
          try tell(terminal: index, .window(.input(.key(.character(scalar), []))))
        }
        rest = rest.dropFirst()
      }
    }
  }

  /// Everything that happens by itself happens, the first there is first.
  fileprivate mutating func rest() throws {
    for _ in 0..<2_000 {
      guard let step = steps.first(where: \.isFree) else { return }
      try take(step)
    }
    Issue.record("the world never comes to rest")
  }
}

extension BoardWindow {
  fileprivate var screen: String {
    let grid = render()
    return (0..<grid.size.rows).map { grid.text(ofRow: $0) }.joined(separator: "\n")
  }
}
