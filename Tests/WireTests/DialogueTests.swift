import BoardModel
import Statements
import Testing
import Wire

/// What README.md tells a reader, held against the bytes it shows.
@Suite("Dialogue")
struct DialogueTests {
  private struct Step: Decodable {
    let from: String
    let message: String
    let hex: String
  }

  @Test("The bytes quoted in the guide are those of the vector, in the same order")
  func quotes() throws {
    let steps = try vectors("dialogue.json", of: Step.self)
    let blocks = try ProtocolFiles.text("README.md").split(separator: "\n### ").dropFirst()
    #expect(blocks.count == steps.count)
    for (step, block) in zip(steps, blocks) {
      let heading = step.message.uppercased().replacing("-", with: "_")
      #expect(block.prefix { $0 != "\n" }.hasSuffix(": \(heading)"))
      let code = try #require(block.split(separator: "```\n").dropFirst().first)
      let quoted = code.split(separator: "\n").map { $0.prefix { $0 != " " } }.joined()
      #expect(quoted == step.hex, "\(heading)")
    }
  }

  @Test(
    "Each side's bytes are frames that decode to what the guide says",
    .holds(vectors: "dialogue.json"))
  func messages() throws {
    let steps = try vectors("dialogue.json", of: Step.self)
    for side in ["client", "coordinator"] {
      var decoder = FrameDecoder(limit: Limits.frameBytes)
      var lastRequest: UInt64 = 0
      for step in steps where step.from == side {
        decoder.feed(bytes(step.hex))
        let frame = try #require(try decoder.next())
        let message = try Message(frame)
        #expect(decoder.bufferedCount == 0)
        guard let message else {
          #expect(step.message == "grease")
          #expect(frame.type.isElective && Grease.isGrease(frame.type.rawValue))
          continue
        }
        let type = try Schema.load().messages.first { $0.name == step.message }?.type
        #expect(frame.type.rawValue == type)
        #expect(message.body?.payload == frame.payload)
        if side == "client", frame.request > 0 {
          #expect(frame.request == lastRequest + 1)
          lastRequest = frame.request
        }
      }
    }
  }

  @Test("The guide's operations come to the outcomes that the guide shows")
  func outcomes() throws {
    var board: Board?
    var decoder = FrameDecoder(limit: Limits.frameBytes)
    var confirmed: [CommittedOperation] = []
    var outcomes: [Outcome] = []
    for step in try vectors("dialogue.json", of: Step.self) {
      decoder.feed(bytes(step.hex))
      let frame = try #require(try decoder.next())
      switch try Message(frame) {
      case .outcome(let outcome): outcomes.append(outcome.stored.outcome)
      case .snapshot(let snapshot):
        guard case .header(let header) = snapshot.entities.first else { continue }
        board = try Board(
          id: header.id, sequence: snapshot.sequence, entities: snapshot.entities)
        #expect(Int(snapshot.total) == snapshot.entities.count)
      case .committed(let committed): confirmed += committed.operations
      default: continue
      }
    }
    var replica = try #require(board)
    #expect(replica.sequence == 1)
    for operation in confirmed {
      #expect(operation.sequence == replica.sequence + 1)
      let outcome = replica.apply(operation)
      #expect(outcome == operation.outcome)
      #expect(outcomes.last == outcome)
    }
    #expect(replica.cardCount == 1)
  }
}
