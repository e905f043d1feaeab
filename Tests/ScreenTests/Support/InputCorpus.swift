import Screen

/// What terminals send, and what it means.
struct InputCase: CustomStringConvertible, Sendable {
  let bytes: [UInt8]
  let inputs: [Input]
  /// What the decoder waits for afterwards.
  let wait: InputDecoder.Wait?

  init(_ text: String, _ inputs: [Input], wait: InputDecoder.Wait? = nil) {
    self.init(Array(text.replacing("^", with: "\u{1B}").utf8), inputs, wait: wait)
  }

  init(_ bytes: [UInt8], _ inputs: [Input], wait: InputDecoder.Wait? = nil) {
    self.bytes = bytes
    self.inputs = inputs
    self.wait = wait
  }

  var description: String {
    bytes.map {
      $0 == 0x1B ? "^" : (0x21...0x7E).contains($0) ? String(UnicodeScalar($0)) : "<\($0)>"
    }
    .joined()
  }

  /// Keys without modifiers.
  static func typed(_ text: String) -> [Input] {
    text.unicodeScalars.map { .key(.character($0), []) }
  }

  private static func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
  ) -> [Input] {
    [.mouse(MouseEvent(action, at: Position(column: column, row: row), modifiers))]
  }

  static let all = characters + keys + mouse + pastes + replies + swallowed

  static let characters: [InputCase] = [
    InputCase("aZ ~", typed("aZ ~")),
    InputCase("é日😀", typed("é日😀")),
    InputCase("e\u{301}", typed("e\u{301}")),
    InputCase([0x00], [.key(.character(" "), .control)]),
    InputCase([0x01, 0x1A], [.key(.character("a"), .control), .key(.character("z"), .control)]),
    InputCase([0x1C, 0x1F], [.key(.character("\\"), .control), .key(.character("_"), .control)]),
    InputCase("\t\r\n", [.key(.tab, []), .key(.enter, []), .key(.enter, [])]),
    InputCase([0x7F, 0x08], [.key(.backspace, []), .key(.backspace, [])]),
    InputCase("^x^é", [.key(.character("x"), .alt), .key(.character("é"), .alt)]),
    InputCase("^\r", [.key(.enter, .alt)]),
    InputCase("^\u{7F}", [.key(.backspace, .alt)]),
    InputCase("^\u{1}", [.key(.character("a"), [.alt, .control])]),
    InputCase("^^x", [.key(.escape, []), .key(.character("x"), .alt)]),
    InputCase("^", [], wait: .escape),
    InputCase("a^[", typed("a"), wait: .escape),
    InputCase("^O", [], wait: .escape),
    InputCase("^]", [], wait: .escape),
    InputCase([0xC3], []),
    InputCase([0xC3, 0x41], typed("\u{FFFD}A")),
    InputCase([0xC3, 0xC3, 0xA9], typed("\u{FFFD}é")),
    InputCase([0xE2, 0x82, 0x41], typed("\u{FFFD}A")),
    InputCase([0xC0, 0xAF, 0x41], typed("\u{FFFD}\u{FFFD}A")),
    InputCase([0xED, 0xA0, 0x80], typed("\u{FFFD}\u{FFFD}\u{FFFD}")),
    InputCase([0xF4, 0x90, 0x80, 0x80], typed("\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")),
    InputCase([0xF0, 0x9F, 0x98, 0x1B, 0x5B, 0x41], typed("\u{FFFD}") + [.key(.up, [])]),
    InputCase([0xFF, 0x80, 0x62], typed("\u{FFFD}\u{FFFD}b")),
    InputCase([0xC2, 0x9B, 0x41], typed("\u{FFFD}A")),
  ]

  static let keys: [InputCase] = [
    InputCase("^[A^[B^[C^[D", [.key(.up, []), .key(.down, []), .key(.right, []), .key(.left, [])]),
    InputCase("^OA^OB^OC^OD", [.key(.up, []), .key(.down, []), .key(.right, []), .key(.left, [])]),
    InputCase("^[H^[F^OH^OF", [.key(.home, []), .key(.end, []), .key(.home, []), .key(.end, [])]),
    InputCase(
      "^[1~^[4~^[7~^[8~", [.key(.home, []), .key(.end, []), .key(.home, []), .key(.end, [])]),
    InputCase("^[2~^[3~", [.key(.insert, []), .key(.delete, [])]),
    InputCase("^[5~^[6~", [.key(.pageUp, []), .key(.pageDown, [])]),
    InputCase("^OP^OQ^OR^OS", (1...4).map { .key(.function($0), []) }),
    InputCase("^[P^[Q^[R^[S", (1...4).map { .key(.function($0), []) }),
    InputCase(
      "^[11~^[15~^[17~^[21~^[23~^[24~", [1, 5, 6, 10, 11, 12].map { .key(.function($0), []) }),
    InputCase("^[[A^[[E", [.key(.function(1), []), .key(.function(5), [])]),
    InputCase("^[1;5A", [.key(.up, .control)]),
    InputCase("^[1;2H", [.key(.home, .shift)]),
    InputCase("^[1;3D", [.key(.left, .alt)]),
    InputCase("^[1;8C", [.key(.right, [.shift, .alt, .control])]),
    InputCase("^[1;9B", [.key(.down, .command)]),
    InputCase("^[1;5P", [.key(.function(1), .control)]),
    InputCase("^[3;5~", [.key(.delete, .control)]),
    InputCase("^[15;2~", [.key(.function(5), .shift)]),
    InputCase([0x1B, 0x5B, 0x33, 0x5E], [.key(.delete, .control)]),
    InputCase("^[3^", [], wait: .escape),
    InputCase("^[Z^[1;2Z", [.key(.backtab, []), .key(.backtab, [])]),
    InputCase("^[97;5u", [.key(.character("a"), .control)]),
    InputCase("^[97;2u", [.key(.character("A"), [])]),
    InputCase(
      "^[27u^[13;2u^[127;5u", [.key(.escape, []), .key(.enter, .shift), .key(.backspace, .control)]),
    InputCase("^[9;2u^[9u", [.key(.backtab, []), .key(.tab, [])]),
    InputCase("^[97;5:3u", []),
    InputCase("^[27;5;9~", [.key(.tab, .control)]),
    InputCase("^[27;6;97~", [.key(.character("A"), .control)]),
    InputCase("^Oj^OM", typed("*") + [.key(.enter, [])]),
    InputCase("^[I^[O", [.focus(true), .focus(false)]),
  ]

  static let mouse: [InputCase] = [
    InputCase("^[<0;1;1M", mouse(.press(.left), 0, 0)),
    InputCase("^[<0;300;200m", mouse(.release(.left), 299, 199)),
    InputCase("^[<1;2;3M", mouse(.press(.middle), 1, 2)),
    InputCase("^[<2;2;3M", mouse(.press(.right), 1, 2)),
    InputCase("^[<32;2;3M", mouse(.drag(.left), 1, 2)),
    InputCase("^[<35;2;3M", mouse(.move, 1, 2)),
    InputCase("^[<64;2;3M^[<65;2;3M", mouse(.wheel(.up), 1, 2) + mouse(.wheel(.down), 1, 2)),
    InputCase("^[<66;2;3M^[<67;2;3M", mouse(.wheel(.left), 1, 2) + mouse(.wheel(.right), 1, 2)),
    InputCase("^[<20;2;3M", mouse(.press(.left), 1, 2, [.shift, .control])),
    InputCase("^[<8;2;3M", mouse(.press(.left), 1, 2, .alt)),
    InputCase("^[<0;0;3M", []),
    InputCase("^[<0;3M^[<0;1;2;3M^[<;;M^[<0:1;1;1M", []),
    InputCase("^[<130;1;1M^[<64;1;1m^[<96;1;1M", []),
    InputCase("^[M !!x", typed("x")),
  ]

  static let pastes: [InputCase] = [
    InputCase("^[200~hello^[201~x", [.paste(Paste("hello"))] + typed("x")),
    InputCase("^[200~^[201~", [.paste(Paste(""))]),
    InputCase("^[200~a\r\nb\rc\nd\t.^[201~", [.paste(Paste("a\nb\nc\nd\t."))]),
    InputCase("^[200~a^[31mb\u{7}\u{7F}\u{9B}c^[201~", [.paste(Paste("a[31mbc"))]),
    InputCase("^[200~^[20^[201~", [.paste(Paste("[20"))]),
    InputCase("^[200~^^[201~", [.paste(Paste(""))]),
    InputCase("^[200~日e\u{301}^[201~", [.paste(Paste("日e\u{301}"))]),
    InputCase(
      Array("\u{1B}[200~a".utf8) + [0xC3, 0xFF] + Array("\u{1B}[201~".utf8),
      [.paste(Paste("a\u{FFFD}\u{FFFD}"))]),
    InputCase("^[200~abc", [], wait: .paste),
    InputCase("^[200~", []),
    InputCase("^[200~abc^", [], wait: .escape),
    InputCase("^[201~q", typed("q")),
  ]

  static let replies: [InputCase] = [
    InputCase("^]11;rgb:ffff/8080/0000^\\", [.reply(.backgroundColor(RGB(255, 128, 0)))]),
    InputCase("^]11;rgb:ff/80/00\u{7}", [.reply(.backgroundColor(RGB(255, 128, 0)))]),
    InputCase("^]11;rgb:f/0/8\u{7}", [.reply(.backgroundColor(RGB(255, 0, 136)))]),
    InputCase("^]11;rgba:0000/0000/0000/ffff\u{7}", [.reply(.backgroundColor(RGB(0, 0, 0)))]),
    InputCase(
      "^[?2026;1$y^[?2026;2$y^[?2026;3$y",
      Array(repeating: .reply(.synchronizedOutput(true)), count: 3)),
    InputCase(
      "^[?2026;0$y^[?2026;4$y", Array(repeating: .reply(.synchronizedOutput(false)), count: 2)),
    InputCase("^[?62;4;22c", [.reply(.deviceAttributes([62, 4, 22]))]),
    InputCase("^[?c", [.reply(.deviceAttributes([]))]),
  ]

  static let swallowed: [InputCase] = [
    InputCase(
      "^]11;rgb:ff/80\u{7}^]11;red\u{7}^]11;rgb:/f/f\u{7}^]11;rgb:+f/f/f\u{7}x", typed("x")),
    InputCase("^]52;c;Zm9v^\\^]10;rgb:0/0/0\u{7}^]\u{7}x", typed("x")),
    InputCase("^P1$r0m^\\^Xabc^\\^_Gi=1;OK^\\x", typed("x")),
    InputCase([0x1B, 0x5E, 0x61, 0x1B, 0x5C, 0x78], typed("x")),
    InputCase("^]11;rgb:ff^[Ax", [.key(.up, [])] + typed("x")),
    InputCase("^]11;rgb:ff\u{3}x", [.key(.character("c"), .control)] + typed("x")),
    InputCase("^[999~^[1;5y^[?1;2;3z^[>1;95;0c^[=5nx", typed("x")),
    InputCase("^[12;40Rx", typed("x")),
    InputCase("^[?1004;1$y^[?2026$y^[!p^[ qx", typed("x")),
    InputCase("^[99999999999999999999Ax", typed("x")),
    InputCase("^[1;5^[Bx", [.key(.down, [])] + typed("x")),
    InputCase("^[1;5\rx", [.key(.enter, [])] + typed("x")),
    InputCase("^[1;5éx", typed("éx")),
    InputCase("^[1114112u^[55296u^[57399u^[ux", typed("x")),
    InputCase("^Ozx", typed("x")),
    InputCase("^O5Px", [.key(.function(1), [])] + typed("x")),
    InputCase("^[" + String(repeating: "1;", count: 500) + "Ax", typed("x")),
    InputCase("^]" + String(repeating: "y", count: 5_000) + "\u{7}x", typed("x")),
  ]
}
