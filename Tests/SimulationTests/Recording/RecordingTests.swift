import Foundation
import OwnThread
import Testing

/// The program does what it did: in two hundred worlds every frame, outcome, journal and digest is
/// as recorded.
///
/// Recorded anew with `SIMULATION_RECORD=1`, where a change is meant to change them.
@Suite(.serialized, .ownThread)
struct RecordingTests {
  static let seeds: UInt64 = 200
  static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "worlds.txt")

  @Test("Two hundred worlds live as they were recorded")
  func worlds() throws {
    let lines = try (0..<Self.seeds).map { seed in
      var world = try World(seed: seed)
      world.recording = WorldRecording()
      #expect(world.verdict(steps: SimulationTests.steps).isEmpty)
      return "\(seed) " + (try #require(world.recorded))
    }
    if ProcessInfo.processInfo.environment["SIMULATION_RECORD"] != nil {
      try (lines.joined(separator: "\n") + "\n").write(
        to: Self.file, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
    try #require(recorded.count == Self.seeds)
    for (line, old) in zip(lines, recorded) { #expect(line == String(old)) }
  }
}
