import BoardModel
import Statements
import Testing
import Wire

@Suite("Codec vectors")
struct CodecVectorTests {
  @Test(
    "Valid and acceptable payloads decode and encode to the same bytes",
    .holds(vectors: "codec-valid.json", "codec-acceptable.json"), .holds("ENC-011"),
    arguments: ["codec-valid.json", "codec-acceptable.json"])
  func roundTrip(_ file: String) throws {
    let types = try MessageTypes()
    for vector in try vectors(file, of: PayloadVector.self) {
      let frame = try types.frame(vector)
      let message = try #require(try Message(frame), "\(vector.name)")
      let body = try #require(message.body)
      #expect(hex(body.payload) == vector.hex, "\(vector.name)")
      #expect(type(of: body).type == frame.type, "\(vector.name)")
      #expect(body.frame().payload == vector.payload, "\(vector.name)")
    }
  }

  @Test("Every message of the schema has a valid vector")
  func everyMessage() throws {
    let shown = Set(try vectors("codec-valid.json", of: PayloadVector.self).map(\.message))
    #expect(shown == Set(try Schema.load().messages.map(\.name)))
  }

  @Test(
    "Invalid payloads are refused with the reason and the offset of the first fault",
    .holds(vectors: "codec-invalid.json"))
  func refusal() throws {
    let types = try MessageTypes()
    for vector in try vectors("codec-invalid.json", of: PayloadVector.self) {
      let frame = try types.frame(vector)
      do throws(MalformedBytes) {
        _ = try Message(frame)
        Issue.record("\(vector.name) was accepted")
      } catch {
        #expect(error.reason.name == vector.fault, "\(vector.name)")
        #expect(error.offset == vector.offset, "\(vector.name)")
      }
    }
  }

  @Test("Every reason to refuse a payload has an invalid vector")
  func everyReason() throws {
    let shown = Set(try vectors("codec-invalid.json", of: PayloadVector.self).map(\.fault))
    #expect(shown == Set(MalformedBytes.Reason.allCases.map(\.name)))
  }

  @Test(
    "A payload cut anywhere is truncated at its end or has a count that cannot be",
    .holds("ENC-012"))
  func cuts() throws {
    let types = try MessageTypes()
    for vector in try vectors("codec-valid.json", of: PayloadVector.self) {
      let payload = vector.payload
      for count in payload.indices {
        let frame = try types.frame(vector, payload: Array(payload[..<count]))
        do throws(MalformedBytes) {
          _ = try Message(frame)
          Issue.record("\(vector.name) was accepted without its end")
        } catch {
          switch error.reason {
          case .truncated: #expect(error.offset == count, "\(vector.name)")
          case .countTooLarge: #expect(error.offset < count, "\(vector.name)")
          default: Issue.record("\(vector.name) cut at \(count): \(error.reason)")
          }
        }
      }
    }
  }

  @Test("Vectors have names of their own")
  func names() throws {
    let names = try PayloadVector.all().map { $0.message + "/" + $0.name }
    #expect(Set(names).count == names.count)
  }
}
