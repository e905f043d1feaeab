import Screen
import Testing

@Suite("Column widths")
struct WidthTests {
  static let cases: [(String, Int)] = [
    ("", 0), ("a", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("日本語", 6), ("ｱ", 1),
    ("Ａ", 2), ("　", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ß", 1), ("я", 1), ("…", 1),
    ("─", 1), ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🇩", 2),
    ("1️⃣", 2), ("#️⃣", 2), ("❤", 1), ("❤️", 2), ("❤\u{FE0E}", 1), ("⌚", 2), ("☃️", 2),
    ("👩🏽‍❤️‍💋‍👨🏽", 2), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("כּ", 1), ("กำ", 2),
    ("क्षि", 3), ("क्ष", 2), ("षि", 2), ("स्त्री", 4), ("ि", 2), ("か\u{3099}", 2), ("語\u{E0100}", 2),
    ("\u{1F6D8}", 2), ("𠀀", 2), ("𝒳", 1),
  ]

  @Test("A text takes the columns Unicode gives its characters", arguments: cases)
  func columns(text: String, expected: Int) {
    #expect(textColumns(text) == expected)
  }

  @Test("What has no width of its own is shown by something that has")
  func zeroWidthAlone() {
    #expect(textColumns("\u{301}") == 1)
    #expect(visibleForm(of: "\u{301}") == "\u{25CC}\u{301}")
    for scalar in ["\u{200B}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{2060}", "\u{1161}"] {
      #expect(visibleForm(of: scalar) == "\u{FFFD}", "\(scalar.unicodeScalars)")
    }
  }

  @Test("A pile of combining marks is cut, and the cut is visible")
  func pile() {
    let pile = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(visibleForm(of: pile).unicodeScalars.count < 20)
    #expect(visibleForm(of: pile).unicodeScalars.last == "\u{FFFD}")
    #expect(textColumns(pile) == 2)
  }

  @Test("Every scalar takes one or two columns alone, and at most two more after a letter")
  func everyScalar() {
    var wrong: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), scalar != "\t" else { continue }
      let alone = textColumns(String(Character(scalar)))
      let after = textColumns("a" + String(Character(scalar)))
      if !(1...2).contains(alone) || !(1...3).contains(after) { wrong.append(value) }
    }
    #expect(wrong.isEmpty)
  }

  @Test("The table agrees with the standard library on marks and emoji")
  func crossCheck() {
    var marks = 0
    var emoji = 0
    var wrong: [UInt32] = []
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      if properties.generalCategory == .nonspacingMark, value != 0x34F {
        marks += 1
        if textColumns("a\(scalar)") != 1 { wrong.append(value) }
      } else if properties.isEmojiPresentation {
        emoji += 1
        if textColumns("\(scalar)") != 2 { wrong.append(value) }
      }
    }
    #expect(wrong.isEmpty)
    #expect(marks > 1_900 && emoji > 1_100)
  }
}
