import Screen
import Testing

@Suite("Terminal modes and requests")
struct TerminalModesTests {
  private static func readable(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  /// The private modes that `bytes` set, in order, with their last value.
  private static func privateModes(_ bytes: [UInt8], _ modes: inout [Int: Bool]) {
    for part in readable(bytes).split(separator: "^").filter({ $0.hasPrefix("[?") }) {
      guard let number = Int(part.dropFirst(2).dropLast()) else { continue }
      modes[number] = part.hasSuffix("h")
    }
  }

  @Test("Leaving undoes exactly what entering did", arguments: [true, false])
  func symmetric(mouse: Bool) {
    let modes = TerminalModes(capturesMouse: mouse)
    let before = [25: true, 7: true]
    var state = before
    Self.privateModes(modes.enter, &state)
    var entered = [1049: true, 25: false, 7: false, 2004: true, 1004: true]
    if mouse { entered.merge([1000: true, 1002: true, 1006: true]) { $1 } }
    #expect(state == entered)
    Self.privateModes(modes.leave, &state)
    #expect(state.filter(\.value) == before)
    #expect(Self.readable(modes.enter).hasPrefix("^[22;0t^[?1049h"))
    #expect(Self.readable(modes.leave).hasSuffix("^[?1049l^[23;0t"))
  }

  @Test("Mouse capture is turned on and off alone, and leaving follows it")
  func mouse() {
    var modes = TerminalModes(capturesMouse: true)
    #expect(modes.captureMouse(true).isEmpty)
    #expect(Self.readable(modes.captureMouse(false)) == "^[?1006l^[?1002l^[?1000l")
    #expect(!Self.readable(modes.leave).contains("1000"))
    #expect(Self.readable(modes.captureMouse(true)) == "^[?1000h^[?1002h^[?1006h")
    #expect(Self.readable(modes.leave).contains("^[?1000l"))
  }

  @Test("A title cannot end its own sequence")
  func title() {
    #expect(Self.readable(TerminalRequest.title("Plan")) == "^]2;Plan^\\")
    let hostile = TerminalRequest.title("a\u{1B}\\\u{7}\u{9C}b\n\u{202E}")
    #expect(Self.readable(hostile) == "^]2;a␛\\␇\u{FFFD}b␊\u{FFFD}^\\")
    let long = TerminalRequest.title(String(repeating: "x", count: 10_000))
    #expect(long.count < 150)
  }

  @Test("A copy is base 64, or refused where it is too long")
  func copy() {
    func copied(_ text: String) -> String? { TerminalRequest.copy(text).map(Self.readable) }
    #expect(copied("") == "^]52;c;^\\")
    #expect(copied("f") == "^]52;c;Zg==^\\")
    #expect(copied("fo") == "^]52;c;Zm8=^\\")
    #expect(copied("foo") == "^]52;c;Zm9v^\\")
    #expect(copied("foobar") == "^]52;c;Zm9vYmFy^\\")
    #expect(copied("日") == "^]52;c;5pel^\\")
    #expect(copied(String(repeating: "a", count: TerminalRequest.maximumCopyBytes + 1)) == nil)
  }

  @Test("A copy through GNU screen is in pieces that it gives on, and none of them ends it early")
  func copyThroughScreen() throws {
    let short = try #require(TerminalRequest.copy("foo", through: .screen))
    #expect(short == Array("\u{1B}P\u{1B}]52;c;Zm9v\u{7}\u{1B}\\".utf8))
    let text = String(repeating: "ab", count: 1_000)
    let long = String(
      decoding: try #require(TerminalRequest.copy(text, through: .screen)), as: UTF8.self)
    let plain = String(decoding: try #require(TerminalRequest.copy(text)), as: UTF8.self)
    let pieces = long.split(separator: "\u{1B}P").map { $0.dropLast(2) }
    #expect(pieces.allSatisfy { $0.utf8.count <= 512 })
    #expect(pieces.joined() == plain.dropLast(2) + "\u{7}")
  }

  @Test("Questions are the ones terminals answer")
  func questions() {
    #expect(Self.readable(TerminalRequest.backgroundColor) == "^]11;?^\\")
    #expect(Self.readable(TerminalRequest.synchronizedOutput) == "^[?2026$p")
    #expect(Self.readable(TerminalRequest.deviceAttributes) == "^[c")
  }
}
