import Foundation
import ReservedPort
import Testing

@Suite("How commands reach their coordinator", .serialized)
struct ReachingTests {
  @Test("Where nobody listens a command ends with 3", .timeLimit(.minutes(1)))
  func unreachable() async throws {
    let coordinator = try await Coordinator()
    await coordinator.stop()
    let port = try ReservedPort()
    var user = coordinator.owner
    user.url = "board://127.0.0.1:\(port.number)"
    try await user.failure("ls", code: "unreachable", exit: 3)
    user.remove()
  }

  @Test(
    "A device of another authority, and one without a certificate, end with 4",
    .timeLimit(.minutes(1)))
  func identities() async throws {
    try await Coordinator.with { coordinator in
      let stranger = try Household(url: coordinator.owner.url)
      defer { stranger.remove() }
      let other = try await Coordinator()
      await other.stop()
      let authority = other.owner
      defer { authority.remove() }
      try await stranger.failure("ls", code: "identity", exit: 4)
      try stranger.introduce("eve", "desk", by: authority.home)
      try await stranger.failure("ls", code: "identity", exit: 4)
      try await stranger.failure("boards", code: "identity", exit: 4)
    }
  }

  @Test("A malformed BOARD_URL is a usage error", .timeLimit(.minutes(1)))
  func malformedURL() async throws {
    let user = try Household(url: "http://example")
    try await user.failure("ls", code: "usage", exit: 2)
    user.remove()
  }

  @Test(
    "Wherever the connection is cut while an edit is made, it counts once",
    .timeLimit(.minutes(3)))
  func lostAnswers() async throws {
    try await Coordinator.with { coordinator in
      let user = coordinator.owner
      let made = try await user.json("new", "A", shape: "NEW")
      let board = try #require(made["board"]["id"].string)
      _ = try await user.json("add-column", "X", shape: "COLUMN-EDIT")
      let port = try #require(Int(coordinator.endpoint.split(separator: ":").last ?? ""))
      var expected: Set<String> = []
      var survived = 0
      var cut = 0
      // From within the TLS handshake to beyond what the command is told.
      for bytes in stride(from: 600, through: 6_000, by: 90) {
        let proxy = try await CuttingProxy(to: port, cuttingAfter: bytes)
        var through = user
        through.url = "board://127.0.0.1:\(proxy.port)"
        let title = "cut after \(bytes)"
        let result = try await through.board("add", title, "--column", "X", "--board", board)
        if result.status == 0 {
          expected.insert(title)
          if proxy.connections > 1 { survived += 1 }
        } else {
          // Never linked: nothing was sent.
          #expect(result.status == 3, "\(bytes): \(result)")
          cut += 1
        }
        try await proxy.close()
      }
      #expect(survived > 3)
      #expect(cut > 0)
      let list = try await user.json("ls", shape: "LIST")
      let titles = list["columns"].array.first?["cards"].array.compactMap { $0["title"].string }
      #expect(titles?.sorted() == expected.sorted())
    }
  }

  @Test(
    "With nothing configured the first command starts a coordinator, and the next uses it",
    .timeLimit(.minutes(1)))
  func autoStart() async throws {
    let user = try Household()
    let made = try await user.board("new", "A")
    #expect(made.status == 0, "\(made)")
    let first = user.ownCoordinators()
    #expect(first.count == 1)
    let boards = try await user.json("boards", shape: "BOARDS")
    #expect(boards["boards"].array.compactMap { $0["title"].string } == ["A"])
    #expect(user.ownCoordinators() == first)
    try user.stopOwnCoordinator()
    #expect(try await user.json("boards", shape: "BOARDS")["boards"].array.count == 1)
    try user.stopOwnCoordinator()
    user.remove()
  }

  @Test("A command finds a coordinator again that was killed", .timeLimit(.minutes(1)))
  func killed() async throws {
    let user = try Household()
    _ = try await user.board("new", "A")
    for number in user.ownCoordinators() { kill(number, SIGKILL) }
    let boards = try await user.json("boards", shape: "BOARDS")
    #expect(boards["boards"].array.count == 1)
    try user.stopOwnCoordinator()
    user.remove()
  }

  @Test(
    "A command that comes while the coordinator ends in order gets the next",
    .timeLimit(.minutes(2)))
  func ending() async throws {
    let user = try Household()
    _ = try await user.board("new", "A")
    for _ in 0..<20 {
      for number in user.ownCoordinators() { kill(number, SIGTERM) }
      let boards = try await user.json("boards", shape: "BOARDS")
      #expect(boards["boards"].array.count == 1)
    }
    try user.stopOwnCoordinator()
    user.remove()
  }

  @Test(
    "Eight first commands at once start one coordinator, and all succeed",
    .timeLimit(.minutes(2)))
  func race() async throws {
    let user = try Household()
    try await withThrowingTaskGroup(of: Program.Result.self) { group in
      for number in 0..<8 { group.addTask { try await user.board("new", "board \(number)") } }
      for try await result in group { #expect(result.status == 0, "\(result)") }
    }
    #expect(user.ownCoordinators().count == 1)
    let boards = try await user.json("boards", shape: "BOARDS")
    #expect(boards["boards"].array.count == 8)
    try user.stopOwnCoordinator()
    user.remove()
  }
}
