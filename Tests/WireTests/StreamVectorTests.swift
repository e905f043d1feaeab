import Statements
import Testing
import Wire

@Suite("Stream vectors")
struct StreamVectorTests {
  @Test("A stream gives the same frames however it is cut in two", .holds("FRM-009"))
  func everySplit() throws {
    for vector in try vectors("streams.json", of: StreamVector.self) {
      let stream = bytes(vector.hex)
      for split in 0...stream.count {
        check(vector, [Array(stream[..<split]), Array(stream[split...])])
      }
    }
  }

  @Test(
    "A stream gives the same frames byte by byte", .holds(vectors: "streams.json"),
    .holds("FRM-009"))
  func byteByByte() throws {
    for vector in try vectors("streams.json", of: StreamVector.self) {
      check(vector, bytes(vector.hex).map { [$0] })
    }
  }

  @Test("Frames encode to the stream they came from, but for flags nobody has defined")
  func encoding() throws {
    for vector in try vectors("streams.json", of: StreamVector.self) where vector.fault == nil {
      let encoded = vector.frames.flatMap { $0.frame.bytes }
      let stream = bytes(vector.hex)
      #expect(encoded.count <= stream.count, "\(vector.name)")
      if !vector.statements.contains("FRM-004") {
        #expect(Array(stream.prefix(encoded.count)) == encoded, "\(vector.name)")
      }
    }
  }

  private func check(_ vector: StreamVector, _ pieces: [[UInt8]]) {
    var decoder = FrameDecoder(limit: vector.limit)
    var frames: [Frame] = []
    var fault: FrameFault?
    for piece in pieces {
      decoder.feed(piece)
      do throws(FrameFault) {
        while let frame = try decoder.next() { frames.append(frame) }
      } catch {
        fault = error
      }
      #expect(decoder.bufferedCount <= max(Int(vector.limit), FrameHeader.byteCount))
    }
    #expect(frames == vector.frames.map(\.frame), "\(vector.name)")
    #expect(fault == vector.fault?.frameFault, "\(vector.name)")
    #expect((fault == nil) == (vector.fault == nil), "\(vector.name)")
    #expect(decoder.bufferedCount == vector.unfinished, "\(vector.name)")
  }
}
