import BoardModel
import Randomness
import Statements
import Testing
import Wire

@Suite("Mutated bytes")
struct MutationTests {
  private static let mutationsPerVector = 60

  @Test(
    "A mutated payload is refused within its bytes or is the one encoding of what it says",
    .holds("ENC-011", "ENC-012"),
    arguments: [1, 2, 3] as [UInt64])
  func payloads(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all = try PayloadVector.all()
    let types = try MessageTypes()
    try #require(!all.isEmpty)
    var accepted = 0
    var refused = 0
    for vector in all {
      let original = vector.payload
      for _ in 0..<Self.mutationsPerVector {
        let payload = mutate(original, &random)
        let frame = try types.frame(vector, payload: payload)
        do throws(MalformedBytes) {
          let message = try Message(frame)
          accepted += 1
          #expect(
            message?.body?.payload == payload, "\(vector.name), seed \(seed): \(hex(payload))")
        } catch {
          refused += 1
          #expect(
            (0...payload.count).contains(error.offset),
            "\(vector.name), seed \(seed): \(hex(payload))")
        }
      }
    }
    // Both must happen often, or the mutations show nothing.
    #expect(accepted > 500)
    #expect(refused > 500)
  }

  @Test(
    "A mutated stream never makes the decoder hold more than a frame", .holds("LIM-006"),
    arguments: [4, 5, 6] as [UInt64])
  func streams(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for vector in try vectors("streams.json", of: StreamVector.self) {
      for _ in 0..<Self.mutationsPerVector {
        var decoder = FrameDecoder(limit: vector.limit)
        var rest = mutate(bytes(vector.hex), &random)[...]
        var failed: FrameFault?
        while !rest.isEmpty {
          let piece = rest.prefix(Int.random(in: 1...40, using: &random))
          rest = rest.dropFirst(piece.count)
          decoder.feed(Array(piece))
          do throws(FrameFault) {
            while let frame = try decoder.next() {
              #expect(failed == nil)
              #expect(frame.payload.count <= Int(vector.limit))
            }
          } catch {
            #expect(failed == nil || failed == error)
            failed = error
          }
          #expect(decoder.bufferedCount < max(Int(vector.limit), FrameHeader.byteCount) + 1)
        }
      }
    }
  }

  private func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let position = Int.random(in: 0...bytes.count, using: &random)
      let inside = position < bytes.count
      switch Int.random(in: 0..<7, using: &random) {
      case 0 where inside: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1 where inside: bytes[position] = UInt8.random(in: .min ... .max, using: &random)
      case 2 where inside:
        bytes[position] = [0, 1, 2, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 3 where inside: bytes.remove(at: position)
      case 4: bytes.insert(UInt8.random(in: 0...3, using: &random), at: position)
      case 5: bytes.removeSubrange(position...)
      default:
        let end = min(bytes.count, position + Int.random(in: 0...16, using: &random))
        bytes.insert(contentsOf: bytes[position..<end], at: position)
      }
    }
    return bytes
  }
}
