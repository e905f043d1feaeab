import BoardModel
import Randomness
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("Hostile bytes")
struct HostileBytesTests {
  /// What a coordinator said to a window that attached, fetched a snapshot and made edits.
  private func transcript() -> [[UInt8]] {
    var world = World()
    var frames: [[UInt8]] = []
    world.send(.start(wallClock: 1))
    for step in 0..<40 {
      if step % 8 == 7 { world.send(.edit(Fixture.create(step, body: "text"))) }
      while !world.windows[0].up.isEmpty { world.deliverUp(0) }
      if let frame = world.windows[0].down.first { frames.append(frame) }
      world.deliverDown(0)
    }
    return frames
  }

  @Test(
    "Mutated bytes never trap, hold no memory, and a fault ends the connection", arguments: 0..<400)
  func mutated(seed: Int) throws {
    let frames = transcript()
    try #require(frames.count > 8)
    var random = SeededGenerator(seed: UInt64(seed))
    var world = World()
    world.send(.start(wallClock: 1))
    for frame in frames {
      var bytes = frame
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[at] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
        case 2: bytes.remove(at: at)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
        }
      }
      let effects = world.windows[0].replica.handle(.received(bytes), now: world.now)
      let replica = world.windows[0].replica
      if effects.contains(.disconnect) {
        guard case .closing = replica.link.state else {
          Issue.record("a fault left \(replica.stateName)")
          return
        }
        guard
          case .send(let last) = effects.last(where: { if case .send = $0 { true } else { false } }),
          let goodbye = Fixture.frames(last).last
        else {
          Issue.record("no GOODBYE")
          return
        }
        var decoder = FrameDecoder(limit: .max)
        decoder.feed(goodbye)
        #expect(try decoder.next()?.type == Goodbye.type)
        return
      }
      world.windows[0].up = []
    }
  }

  @Test("Random bytes end the connection with an ERROR and a GOODBYE, and it is tried again later")
  func garbage() throws {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      var world = World()
      world.send(.start(wallClock: 1))
      let bytes = (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      let sent = Fixture.frames(
        world.windows[0].replica.handle(.received([0x00, 0x00] + bytes), now: world.now).reduce([])
        {
          if case .send(let bytes) = $1 { $0 + bytes } else { $0 }
        })
      guard
        case .closing(.retry(pause: Backoff.faultPause, _)) = world.windows[0].replica.link.state
      else {
        continue  // A length below the limit was announced: the rest is awaited.
      }
      #expect(sent.count == 2)
    }
  }

  @Test("An unknown mandatory type ends the connection, an unknown elective one is skipped")
  func unknownTypes() {
    for (type, ends) in [(0x0FFF, true), (0x8FFF, false)] {
      var world = World()
      world.send(.start(wallClock: 1))
      world.settle()
      let frame = Frame(
        type: FrameType(rawValue: UInt16(type)), flags: [], request: 0, payload: [1, 2, 3])
      world.send(.received(frame.bytes))
      #expect(world.windows[0].log.contains(.disconnect) == ends)
      #expect((world.windows[0].replica.phase == .live) == !ends)
    }
  }

  @Test("An announced length beyond the limit is refused before its bytes are kept")
  func oversized() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    var writer = ByteWriter()
    FrameHeader(length: Limits.frameBytes + 1, type: Committed.type, flags: [], request: 0)
      .write(to: &writer)
    world.send(.received(writer.bytes))
    #expect(world.windows[0].notices.count == 1)
    #expect(world.windows[0].log.contains(.disconnect))
  }

  @Test("A snapshot that does not fit together is refused", .holds("SNP-012"), arguments: 0..<4)
  func snapshots(kind: Int) {
    var world = World()
    world.send(.start(wallClock: 1))
    while world.windows[0].replica.stateName != "snapshot" {
      if !world.windows[0].up.isEmpty { world.deliverUp(0) } else { world.deliverDown(0) }
    }
    let entities = world.coordinator.board.entities()
    let chunk =
      switch kind {
      case 0: Snapshot(sequence: 3, cursor: 1, total: 3, entities: entities)
      case 1: Snapshot(sequence: .max, cursor: 0, total: 3, entities: entities)
      case 2: Snapshot(sequence: 3, cursor: 0, total: .max, entities: [])
      default: Snapshot(sequence: 3, cursor: 0, total: 2, entities: Array(entities.suffix(2)))
      }
    world.send(.received(chunk.frame(request: 2, flags: .response).bytes))
    #expect(world.windows[0].notices.count == 1)
    #expect(world.windows[0].log.contains(.disconnect))
    world.heal()
    #expect(world.windows[0].replica.phase == .live)
  }
}
