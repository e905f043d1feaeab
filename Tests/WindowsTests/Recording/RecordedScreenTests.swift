import BoardModel
import Foundation
import Screen
import Testing

@testable import Windows

/// The windows look as they did: each screen is as recorded, in its text and in every byte that
/// would paint it.
///
/// Recorded anew with `SCREENS_RECORD=1`, where a change is meant to change them.
@Suite("Recorded screens")
struct RecordedScreenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Screens")

  @Test("A screen is as it was recorded", arguments: RecordedScene.all, [40, 80, 200])
  func screen(scene: RecordedScene, columns: Int) throws {
    let bench = scene.bench(columns: columns)
    let painted = SHA256.hash(
      Renderer(colors: .trueColor).difference(from: nil, to: bench.window.render()))
    let hash = painted.prefix(8).map { String($0, radix: 16) }.joined(separator: " ")
    let text = (bench.screen + ["painted: " + hash, ""]).joined(separator: "\n")
    let file = Self.folder.appending(path: "\(scene.name)-\(columns).txt")
    if ProcessInfo.processInfo.environment["SCREENS_RECORD"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("There are eighty-one, and none is recorded that is not looked at")
  func complete() throws {
    let names = RecordedScene.all.flatMap { scene in
      [40, 80, 200].map { "\(scene.name)-\($0).txt" }
    }
    #expect(names.count == 81)
    let recorded = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(recorded) == Set(names))
  }
}
