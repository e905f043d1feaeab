import Foundation
import Glibc
import Identity
import Testing

/// What an administrator finds in the log of a `boardd` that was started without any option.
@Suite("The log of boardd, and where it listens")
struct CoordinatorLogTests {
  private struct Log {
    let file: URL
    let handle: FileHandle

    init() throws {
      file = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
      try Data().write(to: file)
      handle = try FileHandle(forWritingTo: file)
    }

    var lines: [String] {
      get throws {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
      }
    }

    func remove() { try? FileManager.default.removeItem(at: file) }
  }

  @Test("Start, addresses, each join, each refusal and the stop are there", .timeLimit(.minutes(1)))
  func everything() async throws {
    let log = try Log()
    defer { log.remove() }
    let coordinator = try await Coordinator(log: log.handle)
    let owner = coordinator.owner
    defer { owner.remove() }
    let identity = try IdentityFolder(owner.home.path + "/identity").load()
    _ = try await owner.json("boards", shape: "BOARDS")

    let other = try await Coordinator()
    await other.stop()
    defer { other.owner.remove() }
    let stranger = try Household(url: owner.url)
    defer { stranger.remove() }
    try stranger.introduce("eve", "desk", by: other.owner.home)
    let refused = try await stranger.board("boards")
    #expect(refused.status == 4, "\(refused)")
    // The stranger is through before the coordinator has read why. It has when it lets in who came later.
    _ = try await owner.json("boards", shape: "BOARDS")

    // Whoever joins is not known, and what they say may be a guess.
    let invitation = try await Program.boardd.run(
      ["invite", "ben", "--data", owner.home.path, "--json"],
      environment: ["PATH": "/usr/bin:/bin"])
    let line = try #require(try Parsed(invitation.output)["line"].string)
    for (device, status) in [("desk", Int32(0)), ("phone", 1)] {
      let guest = try Household()
      defer { guest.remove() }
      #expect(try await guest.board("join", line, "--device", device).status == status)
    }

    coordinator.running.send(SIGTERM)
    #expect(await coordinator.running.status() == 0)
    let lines = try log.lines
    func count(_ parts: String...) -> Int {
      lines.count { line in parts.allSatisfy { line.contains($0) } }
    }
    #expect(count(" starts with the store \(owner.home.path)/store") == 1, "\(lines)")
    #expect(count("listens at \(coordinator.endpoint)") == 1, "\(lines)")
    let name = "\(identity.user) on \(identity.device) connected from 127.0.0.1:"
    #expect(count(" notice ", name) == 2, "\(lines)")
    #expect(
      count(" warning ", "refused a connection from 127.0.0.1:", "unknown ca") == 1,
      "\(lines)")
    #expect(
      count(" warning ", "refused somebody who wants to join at 127.0.0.1:", "invitation") == 1,
      "\(lines)")
    #expect(count("stops", "SIGTERM") == 1, "\(lines)")
    #expect(lines.last?.contains("stopped") == true, "\(lines)")
  }

  @Test("A stranger who is refused all the time fills no log", .timeLimit(.minutes(1)))
  func flood() async throws {
    let log = try Log()
    defer { log.remove() }
    let coordinator = try await Coordinator(log: log.handle)
    defer { coordinator.owner.remove() }
    let port = try #require(UInt16(coordinator.endpoint.split(separator: ":").last ?? ""))
    for _ in 0..<40 {
      try sendAndWaitForEnd("GET / HTTP/1.1\r\n\u{1B}[2J\r\n", to: port)
    }
    coordinator.running.send(SIGTERM)
    #expect(await coordinator.running.status() == 0)
    let lines = try log.lines
    #expect(lines.count { $0.contains("refused a connection from 127.0.0.1:") } == 5, "\(lines)")
    #expect(lines.count { $0.contains("and 35 more from 127.0.0.1") } == 1, "\(lines)")
    let bytes = try Data(contentsOf: log.file)
    #expect(bytes.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") })
  }

  @Test("A device that connects all the time fills no log", .timeLimit(.minutes(1)))
  func arrivals() async throws {
    let log = try Log()
    defer { log.remove() }
    let coordinator = try await Coordinator(log: log.handle)
    let owner = coordinator.owner
    defer { owner.remove() }
    for _ in 0..<8 { _ = try await owner.json("boards", shape: "BOARDS") }
    coordinator.running.send(SIGTERM)
    #expect(await coordinator.running.status() == 0)
    let lines = try log.lines
    #expect(lines.count { $0.contains(" connected from 127.0.0.1:") } == 5, "\(lines)")
    #expect(lines.count { $0.contains(" connected 3 times more within a minute") } == 1, "\(lines)")
  }

  @Test(
    "It listens wherever it is told, says so, and is found however the address is spelled",
    .timeLimit(.minutes(1)))
  func addresses() async throws {
    let log = try Log()
    defer { log.remove() }
    let coordinator = try await Coordinator(
      listen: ["127.0.0.1:0", "BOARD://127.0.0.2:0/"], log: log.handle)
    var user = coordinator.owner
    defer { user.remove() }
    #expect(coordinator.addresses.count == 2)
    #expect(coordinator.addresses.last?.hasPrefix("127.0.0.2:") == true)
    for address in coordinator.addresses {
      #expect(try log.lines.contains { $0.hasSuffix("listens at \(address)") })
      for url in ["board://\(address)", "BOARD://\(address)", "board://\(address)/"] {
        user.url = url
        _ = try await user.json("boards", shape: "BOARDS")
      }
    }
    await coordinator.stop()
  }

  @Test("Of several addresses the one that cannot be had is named", .timeLimit(.minutes(1)))
  func unusableAddress() async throws {
    let user = try Household()
    defer { user.remove() }
    // 203.0.113.0/24 is for documentation: no machine has it.
    for addresses in [["127.0.0.1:0", "203.0.113.5:0"], ["203.0.113.5:0", "127.0.0.1:0"]] {
      let refusal = try await Running.refusal(
        ["--data", user.home.path] + addresses.flatMap { ["--listen", $0] })
      #expect(refusal.status == 1, "\(refusal)")
      #expect(refusal.reason.contains("cannot listen at 203.0.113.5:0"), "\(refusal)")
    }
  }

  @Test("The end of its terminal does not stop boardd", .timeLimit(.minutes(1)))
  func hangUp() async throws {
    try await Coordinator.with { coordinator in
      coordinator.running.send(SIGHUP)
      for _ in 0..<2 { _ = try await coordinator.owner.json("boards", shape: "BOARDS") }
    }
  }

  @Test("The end of a terminal does not stop a user's own coordinator", .timeLimit(.minutes(1)))
  func ownHangUp() async throws {
    let user = try Household()
    defer { user.remove() }
    _ = try await user.json("boards", shape: "BOARDS")
    let before = user.ownCoordinators()
    #expect(before.count == 1)
    for process in before { kill(process, SIGHUP) }
    _ = try await user.json("new", "Plans", shape: "NEW")
    #expect(user.ownCoordinators() == before)
    try user.stopOwnCoordinator()
  }
}

/// Says something on a connection to this machine, and waits until the other side has closed it.
private func sendAndWaitForEnd(_ text: String, to port: UInt16) throws {
  let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  try #require(socket >= 0)
  defer { close(socket) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  let connected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  try #require(connected == 0)
  let bytes = Array(text.utf8)
  try #require(send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  var room = [UInt8](repeating: 0, count: 1_024)
  while recv(socket, &room, room.count, 0) > 0 {}
}
