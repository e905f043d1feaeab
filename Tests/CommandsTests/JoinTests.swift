import ArgumentParser
import BoardModel
import Foundation
import Identity
import JoinDoor
import Launcher
import OwnThread
import Statements
import Testing
import Transport
import Wire

@testable import Commands

/// `board join` against a coordinator that answers as each test tells it.
@Suite("Joining", .ownThread, .timeLimit(.minutes(1)))
final class JoinTests {
  private let folders = BoardFolders(
    root: FileManager.default.temporaryDirectory.path + "/board-join-\(UUID())")

  deinit { try? FileManager.default.removeItem(atPath: folders.root) }

  private func join(
    _ line: InvitationLine, device: String = "laptop", as name: String? = nil,
    replaces: Bool = false
  ) throws -> IdentityName {
    try JoinRun(
      line: line, device: NamePart(device), replaces: replaces,
      joining: JoiningDevice(line, as: name, folders)
    ).run()
  }

  /// What a person is told, which never holds the secret.
  private func failure(
    _ line: InvitationLine, device: String = "laptop", as name: String? = nil,
    replaces: Bool = false
  ) throws -> CommandFailure {
    do {
      _ = try join(line, device: device, as: name, replaces: replaces)
    } catch {
      let failure = CommandFailure(error, in: folders)
      let secret = try #require("\(line)".split(separator: "/").last)
      #expect(!failure.description.contains(secret))
      #expect(Clusters(folders).used == "own")
      return failure
    }
    throw Joined()
  }

  private struct Joined: Error {}

  @Test("It sends the invitation and a key, and the cluster is the one in use")
  func joined() throws {
    let door = try JoinDoor()
    let line = try door.line()
    let joined = try join(line)
    #expect(joined.user.description == "ann" && joined.device.description == "laptop")
    guard case .join(let asked)? = door.requests.first else { return #expect(Bool(false)) }
    #expect(asked.invitation == InvitationID(bytes: line.token))
    #expect(asked.secret == line.secret && asked.device == "laptop" && !asked.replaces)
    let clusters = Clusters(folders)
    #expect(clusters.used == "team")
    let reply = JoinCommand.reply(joined, "team", clusters)
    #expect(reply.text == "joined team as ann on laptop; `board` opens it")
    expect(reply.json, is: "JOINED")
    for text in [reply.text, reply.json.text] {
      #expect(!text.contains(try #require("\(line)".split(separator: "/").last)))
    }
    // The same command again succeeds, and asks nobody.
    #expect(try join(line) == joined)
    #expect(door.requests.count == 1)
  }

  @Test("A lost answer is asked for again with the same key")
  func lost() throws {
    let door = try JoinDoor(answers: [.lost, .certificate])
    let line = try door.line()
    #expect(try failure(line).kind == .unreachable)
    _ = try join(line)
    #expect(door.requests.count == 2)
  }

  @Test("The addresses are tried in their order until one answers")
  func addresses() throws {
    let (lost, door) = (try JoinDoor(answers: [.lost]), try JoinDoor())
    _ = lost
    let nobody = Endpoint(host: "127.0.0.1", port: 1)
    _ = try join(door.line(at: [nobody, door.endpoint]))
    #expect(try Clusters(folders).find("team").addresses() == [door.endpoint, nobody])
    let other = try door.line(at: [nobody, Endpoint(host: "127.0.0.1", port: 2)])
    let failure = CommandFailure(
      try #require(throws: (any Error).self) { try self.join(other, as: "x") }, in: folders)
    #expect(failure.kind == .unreachable)
    #expect(failure.description.contains("127.0.0.1:1") && failure.description.contains(":2"))
  }

  @Test(
    "A refusal says what happened and what to do",
    arguments: [
      (ErrorCode.invitationRefused, "This invitation has expired. Ask for a new one.", "new one"),
      (.deviceInUse, "You have a device called laptop.", "--device NAME"),
      (.deviceInUse, "You have a device called laptop.", "--replace"),
      (.signingRequestRefused, "Not a key.", "upgrade both"),
      (.limitReached, "64 devices are let in.", "64 devices"),
    ])
  func refused(code: ErrorCode, text: String, told: String) throws {
    let door = try JoinDoor(answers: [.error(code, text)])
    let failure = try failure(door.line())
    #expect(failure.kind == .refused)
    #expect(failure.description.contains(told), "\(failure)")
  }

  @Test("Whoever has another key than the pin says gets no byte", .holds("JOI-002"))
  func wrongPin() throws {
    let (door, other) = (try JoinDoor(), try JoinDoor())
    let failure = try failure(door.line(pin: other.authority.pin))
    #expect(failure.kind == .identity)
    #expect(failure.description.contains("invitation"), "\(failure)")
    #expect(door.requests.isEmpty)
  }

  @Test(
    "A coordinator of another cluster gets no byte, and it is said to ask for a new line",
    .holds("JOI-002"))
  func wrongCluster() throws {
    let door = try JoinDoor("else")
    let failure = try failure(door.line(cluster: "team"))
    #expect(failure.kind == .identity)
    #expect(failure.description.contains("ask for a new one"), "\(failure)")
    #expect(!failure.description.contains("this device's certificate"), "\(failure)")
    #expect(door.requests.isEmpty)
  }

  /// What joins that have not come to their end have left.
  private var begun: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folders.clusters)) ?? [])
      .filter { $0.hasPrefix(".joining-") }
  }

  @Test("A key that no coordinator can have certified is not kept, and one that it may have is")
  func leftovers() throws {
    let door = try JoinDoor(answers: [.error(.invitationRefused, "It has expired."), .lost])
    _ = try failure(door.line())
    #expect(begun.isEmpty)
    let nobody = try door.line(at: [Endpoint(host: "127.0.0.1", port: 1)])
    _ = try failure(nobody)
    #expect(begun.isEmpty)
    let line = try door.line()
    _ = try failure(line)
    #expect(begun.count == 1)
    // A coordinator may have certified this key, whatever comes of it now.
    try JoiningDevice(line, as: nil, folders).discard()
    #expect(begun.count == 1)
  }

  @Test("A refusal does not discard a key that a coordinator before may have certified")
  func refusedBehindLost() throws {
    let lost = try JoinDoor(answers: [.lost, .certificate])
    let refusing = try JoinDoor(
      answers: [.error(.invitationRefused, "It was used.")], authority: lost.authority)
    let line = try lost.line(at: [lost.endpoint, refusing.endpoint])
    #expect(try failure(line).kind == .refused)
    #expect(begun.count == 1)
    _ = try join(line)
    #expect(lost.requests.count == 2 && refusing.requests.count == 1)
  }

  @Test("A device that joins anew keeps its name, and says what that does")
  func anew() throws {
    let door = try JoinDoor()
    _ = try join(door.line())
    let before = try #require(try JoiningDevice(door.line(), as: nil, folders).known)
    #expect(before.device.description == "laptop")
    #expect(try JoinCommand.device(nil, before).description == "laptop")
    #expect(try JoinCommand.device("desk", before).description == "desk")
    #expect(try JoinCommand.device(nil, nil) == SystemNames().device)
    let elsewhere = try JoiningDevice(JoinDoor("else").line(), as: "team", folders)
    #expect(elsewhere.known == nil)
    let joined = try join(door.line(), replaces: true)
    let clusters = Clusters(folders)
    let same = JoinCommand.reply(joined, "team", clusters, before: before, replaces: true)
    #expect(
      same.text
        == "joined team as ann on laptop; `board` opens it; whatever device of yours was called "
        + "laptop there before is thrown out")
    let desk = try join(door.line(), device: "desk", replaces: true)
    let other = JoinCommand.reply(desk, "team", clusters, before: joined, replaces: true)
    #expect(other.text.hasSuffix("`board revoke laptop` does so"), "\(other.text)")
  }

  @Test("A certificate for another key or device is not taken")
  func wrongCertificate() throws {
    let keys = try JoinDoor(answers: [.otherKey])
    #expect(try failure(keys.line()).kind == .identity)
    let devices = try JoinDoor(answers: [.certificateFor(user: "ann", device: "desk")])
    let failure = try failure(devices.line())
    #expect(failure.description.contains("--device desk"), "\(failure)")
    #expect(Clusters(folders).joined.isEmpty)
  }

  @Test("Answers that are none are told as such")
  func broken() throws {
    let door = try JoinDoor(answers: [.bytes(Array(repeating: 0xFF, count: 64))])
    let failure = try failure(door.line())
    #expect(failure.kind == .unreachable)
    #expect(failure.description.contains("no coordinator that this program understands"))
  }

  @Test("Who has joined already is told as whom, and how to join once more")
  func again() throws {
    let door = try JoinDoor()
    _ = try join(door.line())
    try Clusters(folders).use("own")
    let failure = try failure(door.line())
    #expect(failure.description.contains("as ann on laptop"))
    #expect(failure.description.contains("--as NAME") && failure.description.contains("--replace"))
    _ = try join(door.line(), as: "more")
    _ = try join(door.line(), replaces: true)
    guard case .join(let asked)? = door.requests.last else { return #expect(Bool(false)) }
    #expect(asked.replaces)
  }

  @Test(
    "What people paste along is taken off the line, and its pieces are put together",
    arguments: [
      ["board-join://h:1/a"], [" 'board-join://h:1/a'\n"], ["\u{201C}board-join://h:1/a\u{201D}"],
      ["<board-join://h:1/", "a>"], ["board-join://h:1\n  /a\r\n"],
      ["board", "join", "board-join://h:1/a"], ["board join 'board-join://h:1/a'\n"],
      ["$ board join board-join://h:1/", "a"], ["`board join board-join://h:1/a`"],
    ])
  func pasted(words: [String]) {
    #expect(JoinCommand.text(words) == "board-join://h:1/a")
  }

  @Test("Without a line, or with -, it is read from standard input")
  func input() {
    #expect(JoinCommand.text([]) == nil)
    #expect(JoinCommand.text(["-"]) == nil)
  }
}
