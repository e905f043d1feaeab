import BoardModel
import Coordination
import Foundation
import LogRecords
import Statements
import Testing
import Wire

/// What Protocol/vectors/windows.json and drags.json say is what this coordinator says, byte for byte;
/// the frames were written from SPEC.md by another implementation.
@Suite("Conversations about windows and drags")
struct ConversationTests {
  struct Conversation: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let connections: [String: Peer]
    let steps: [Step]
    var testDescription: String { name }

    struct Peer: Decodable, Sendable {
      let user: String
      let device: String
    }

    struct Step: Decodable, Sendable {
      /// Milliseconds since the step before.
      let after: UInt64
      let connection: String
      let from: String
      let message: String
      let hex: String
    }
  }

  private struct File: Decodable {
    /// What HELLO names.
    let features: [String]
    let clock: UInt64
    let cluster: String?
    let vectors: [Conversation]
  }

  private static func load(_ name: String) throws -> File {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Protocol/vectors/\(name).json")
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: path))
    try #require(file.vectors.count > 10)
    return file
  }

  @Test(
    "A coordinator says what the conversations say, and nothing else",
    .holds(vectors: "windows.json", "drags.json"),
    arguments: ["windows", "drags"])
  func conversations(_ name: String) throws {
    let file = try Self.load(name)
    for conversation in file.vectors { try Self.replay(conversation, of: file) }
  }

  @Test(
    "The conversations hold every message that has a rule of its own",
    arguments: [
      (
        "windows",
        [
          "open-window", "window-opened", "attach-window", "attached", "window-state",
          "activate", "window-registered", "end-window", "window-ended", "window-end",
          "windows-gone", "list-windows", "windows", "invite", "invited", "invitation", "ping",
          "pong", "error",
        ]
      ),
      (
        "drags",
        [
          "lift", "lifted", "carried", "load", "part", "drop", "dropped", "cancel-drag",
          "error",
        ]
      ),
    ])
  func complete(_ name: String, _ messages: [String]) throws {
    let steps = try Self.load(name).vectors.flatMap(\.steps)
    #expect(Set(steps.map(\.message)).isSuperset(of: messages))
  }

  private static func replay(_ conversation: Conversation, of file: File) throws {
    var harness = CoordinatorHarness()
    // The harness's clock, as its first events have it.
    try #require(file.clock == 1_700_000_000_000 + harness.time)
    try #require(file.cluster ?? harness.configuration.cluster == harness.configuration.cluster)
    let features = Feature.known.filter { file.features.contains($0.name) }.map(\.value)
    try #require(features.count == file.features.count)
    var connections: [String: ConnectionID] = [:]
    for (number, step) in conversation.steps.enumerated() {
      let place = "\(conversation.name), step \(number + 1)"
      harness.advance(step.after)
      if connections[step.connection] == nil {
        let peer = try #require(conversation.connections[step.connection], "\(place)")
        connections[step.connection] = try harness.connect(peer, naming: features)
      }
      let id = try #require(connections[step.connection], "\(place)")
      switch (step.from, step.message) {
      case ("client", "close"): harness.handle(.closed(id))
      case ("client", _): harness.handle(.received(id, bytes(step.hex)))
      default:
        harness.skipGrease(id)
        guard let frame = harness.peers[id]?.frames.first else {
          Issue.record("\(place): \(step.message) does not come")
          return
        }
        harness.peers[id]?.frames.removeFirst()
        #expect(try comparable(frame) == bytes(step.hex), "\(place): \(step.message)")
      }
    }
    for (name, id) in connections {
      harness.skipGrease(id)
      let further = harness.take(id)
      #expect(further.isEmpty, "\(conversation.name): more comes to \(name)")
    }
  }

  /// The text of an ERROR and the summary of a window are a coordinator's own.
  private static func comparable(_ frame: Frame) throws -> [UInt8] {
    switch try Message(frame) {
    case .error(let error):
      let silent = ErrorMessage(
        code: error.code, text: "", offset: error.offset, retryAfter: error.retryAfter)
      return silent.frame(request: frame.request, flags: frame.flags).bytes
    case .windows(let list):
      let silent = WindowList(windows: list.windows.map(\.withoutSummary))
      return silent.frame(request: frame.request, flags: frame.flags).bytes
    default: return frame.bytes
    }
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    var digits = hex[...]
    var bytes: [UInt8] = []
    while !digits.isEmpty {
      bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
      digits = digits.dropFirst(2)
    }
    return bytes
  }
}

extension WindowSummary {
  fileprivate var withoutSummary: WindowSummary {
    WindowSummary(
      session: session, board: board, configuration: configuration, activity: activity,
      badge: badge, summary: "", place: place, author: author, isConnected: isConnected,
      since: since, drafts: drafts, unsent: unsent)
  }
}

extension CoordinatorHarness {
  /// A peer that has been welcomed.
  fileprivate mutating func connect(
    _ peer: ConversationTests.Conversation.Peer, naming features: [UInt16]
  ) throws -> ConnectionID {
    let id = connect(user: peer.user, device: peer.device)
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: features, frameLimit: 1 << 20,
      agent: "conversation")
    _ = try request(id, hello)
    _ = take(id)
    return id
  }

  fileprivate mutating func skipGrease(_ id: ConnectionID) {
    peers[id]?.frames.removeAll { $0.type.isElective && Grease.isGrease($0.type.rawValue) }
  }
}
