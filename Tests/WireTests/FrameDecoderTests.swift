import Statements
import Testing
import Wire

@Suite("Frame decoder")
struct FrameDecoderTests {
  private static let ping = Frame(type: Ping.type, flags: [], request: 7, payload: [1, 2, 3, 4])

  private static func header(_ length: UInt32, flags: UInt16 = 0) -> [UInt8] {
    let frame = Frame(
      type: Ping.type, flags: FrameFlags(rawValue: flags), request: 7, payload: [])
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + frame.bytes[4...]
  }

  /// What a decoder of limit 8 that was fed `before` does with `fed`: the frames it gives, the
  /// fault it ends in, and what it still holds.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [UInt8]
    let fed: [UInt8]
    let frames: [Frame]
    var fault: FrameFault?
    let held: Int
  }

  static let rows = [
    Row(testDescription: "header: nothing", before: [], fed: [], frames: [], held: 0),
    Row(
      testDescription: "header: part of a header", before: [], fed: Array(header(4)[..<15]),
      frames: [], held: 15),
    Row(
      testDescription: "header: a header", before: [], fed: header(4), frames: [], held: 0),
    Row(
      testDescription: "header: a frame without payload", before: [], fed: header(0),
      frames: [Frame(type: Ping.type, flags: [], request: 7, payload: [])], held: 0),
    Row(
      testDescription: "header: a frame and more", before: [], fed: ping.bytes + [0, 0],
      frames: [ping], held: 2),
    Row(
      testDescription: "header: a length above the limit", before: [], fed: header(9),
      frames: [], fault: .tooLarge(length: 9, limit: 8), held: 0),
    Row(
      testDescription: "header: an unknown mandatory flag", before: [],
      fed: header(4, flags: 0x0400), frames: [], fault: .unknownFlags(0x0400), held: 0),
    Row(
      testDescription: "header: an unknown elective flag", before: [],
      fed: header(0, flags: 0x0180),
      frames: [Frame(type: Ping.type, flags: .response, request: 7, payload: [])], held: 0),
    Row(
      testDescription: "payload: nothing", before: header(4) + [1], fed: [], frames: [], held: 1),
    Row(
      testDescription: "payload: part of it", before: header(4) + [1], fed: [2, 3], frames: [],
      held: 3),
    Row(
      testDescription: "payload: the rest", before: header(4) + [1], fed: [2, 3, 4],
      frames: [ping], held: 0),
    Row(
      testDescription: "payload: the rest and a faulty header", before: header(4) + [1],
      fed: [2, 3, 4] + header(9), frames: [ping], fault: .tooLarge(length: 9, limit: 8), held: 0),
    Row(
      testDescription: "failed: a good frame", before: header(9), fed: ping.bytes, frames: [],
      fault: .tooLarge(length: 9, limit: 8), held: 0),
  ]

  @Test("Each state takes each input as the table says", arguments: rows)
  func table(_ row: Row) {
    var decoder = FrameDecoder(limit: 8)
    decoder.feed(row.before)
    _ = drain(&decoder)
    decoder.feed(row.fed)
    // To ask what comes next changes nothing.
    #expect(((try? decoder.nextType()) ?? nil) == row.frames.first?.type)
    let (frames, fault) = drain(&decoder)
    #expect(frames == row.frames)
    #expect(fault == row.fault)
    #expect(decoder.bufferedCount == row.held)
    // A fault stays; without one, nothing comes twice.
    let (again, same) = drain(&decoder)
    #expect(again.isEmpty)
    #expect(same == row.fault)
  }

  @Test("A payload that is too long is refused before a byte of it is kept", .holds("FRM-002"))
  func oversize() {
    var decoder = FrameDecoder(limit: 4_096)
    decoder.feed(Self.header(.max))
    let (_, fault) = drain(&decoder)
    #expect(fault == .tooLarge(length: .max, limit: 4_096))
    for _ in 0..<100 {
      decoder.feed([UInt8](repeating: 0, count: 65_536))
      #expect(decoder.bufferedCount == 0)
    }
  }

  @Test("A raised limit holds from the next header on")
  func raisedLimit() {
    var decoder = FrameDecoder(limit: 4)
    decoder.feed(Self.ping.bytes)
    #expect(drain(&decoder).frames == [Self.ping])
    decoder.limit = 9
    decoder.feed(Self.header(9) + [UInt8](repeating: 0, count: 9))
    let (frames, fault) = drain(&decoder)
    #expect(frames.count == 1)
    #expect(fault == nil)
  }

  @Test("A long stream leaves nothing behind")
  func longStream() {
    var decoder = FrameDecoder(limit: 1_024)
    let frame = Frame(
      type: Ping.type, flags: .response, request: .max, payload: [UInt8](repeating: 7, count: 1_000)
    )
    for _ in 0..<500 {
      decoder.feed(frame.bytes)
      #expect(drain(&decoder).frames == [frame])
      #expect(decoder.bufferedCount == 0)
    }
  }

  private func drain(_ decoder: inout FrameDecoder) -> (frames: [Frame], fault: FrameFault?) {
    var frames: [Frame] = []
    do throws(FrameFault) {
      while let frame = try decoder.next() { frames.append(frame) }
      return (frames, nil)
    } catch {
      return (frames, error)
    }
  }
}
