import BoardModel
import Randomness
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("Colours of people")
struct PresenceColoursTests {
  /// Users whose names alone would give all of them one colour.
  private static let alike: [String] = {
    let wanted = PresenceColours()["ann"]
    return ["ann"]
      + (0..<1_000).map { "user\($0)" }.filter { PresenceColours()[$0] == wanted }.prefix(20)
  }()

  @Test("No two people share a colour while there is another", arguments: 2...12)
  func distinct(count: Int) throws {
    let users = Self.alike.prefix(count)
    try #require(users.count == count)
    var colours = PresenceColours()
    colours.update(Set(users.dropFirst()), own: "ann")
    #expect(Set(users.map { colours[$0] }).count == count)
    // Nor one and its bright form, while there is another hue.
    if count <= 6 { #expect(Set(users.map { colours[$0] % 8 }).count == count) }
  }

  @Test("Whoever stays keeps their colour while others come and go", arguments: UInt64(0)..<20)
  func stable(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var colours = PresenceColours()
    var there: Set<String> = []
    for _ in 0..<200 {
      let before = colours
      let user = Self.alike[1 + random.below(12)]
      let stay = there.subtracting([user])
      if there.remove(user) == nil, there.count < 11 { there.insert(user) }
      colours.update(there, own: "ann")
      #expect(stay.allSatisfy { colours[$0] == before[$0] })
      let all = there.union(["ann"])
      #expect(Set(all.map { colours[$0] }).count == all.count)
    }
  }

  @Test(
    "Three who would have the same are given the same three in all their windows, whoever came first",
    arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func same(order: [Int]) {
    let users = order.map { Self.alike[$0] }
    var windows = users.map { _ in PresenceColours() }
    for count in 2...users.count {
      for (place, user) in users.enumerated().prefix(count) {
        windows[place].update(Set(users.prefix(count)).subtracting([user]), own: user)
      }
      for user in users.prefix(count) {
        #expect(Set(windows.prefix(count).map { $0[user] }).count == 1, "\(user)")
      }
    }
  }

  @Test("Side by side on the screen, at 40 and 120 columns", arguments: [40, 120])
  func screen(columns: Int) throws {
    let users = Array(Self.alike[1...3])
    var bench = Bench([("To do", ["a"])], columns: columns, rows: 8)
    bench.send(
      .others(
        users.enumerated().map { place, user in
          OtherWindow(
            session: SessionID(high: 5, low: UInt64(place)),
            author: Author(user: user, device: "d"),
            state: PresenceState(isActive: true, focus: .card(Bench.card(0, 0))))
        }))
    let grid = bench.window.render()
    let cells = (0..<columns).map { grid[Position(column: $0, row: 0)] }
    let colours = Set(cells.filter { $0?.text == "U" }.map { $0?.style.foreground })
    #expect(colours.count == users.count)
  }
}
