import Foundation
import Screen
import Statements
import Testing

@testable import Commands

@Suite("JSON in a terminal")
struct HarmlessJSONTests {
  private func decoded(_ text: String) throws -> String {
    let value = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    return try #require(value as? String)
  }

  @Test("Of all scalars none joins, hides, reorders or controls, and each can be read back")
  func everyScalar() throws {
    let all = (UInt32(0)...0x10_FFFF).compactMap { Unicode.Scalar($0) }
    for start in stride(from: 0, to: all.count, by: 4_096) {
      let block = all[start..<min(start + 4_096, all.count)]
      // Behind a letter each, so that Foundation takes them one by one.
      var text = String.UnicodeScalarView()
      for scalar in block { text.append(contentsOf: ["a", scalar]) }
      let written = JSON.string(String(text)).text
      #expect(written.unicodeScalars.allSatisfy { !Self.isUnfit($0) })
      let back = try decoded(written)
      #expect(back.unicodeScalars.elementsEqual(text), "\(start)")
    }
  }

  /// Swift takes no noncharacter in a literal.
  private static func text(_ scalars: [UInt32]) -> String {
    String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }))
  }

  /// By the categories of Unicode alone.
  private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      return true
    default:
      return scalar.properties.isNoncharacterCodePoint
        || scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  @Test(
    "A thousand marks on a letter, noncharacters and a mark at the start are written as numbers")
  func marks() throws {
    let pile = "e" + String(repeating: "\u{301}", count: 1_000)
    #expect(
      JSON.string(pile).text == "\"e" + String(repeating: #"\u0301"#, count: 1_000) + "\"")
    #expect(
      JSON.string(Self.text([0xFDD0, 0xFFFE, 0x1_FFFF])).text == #""\ufdd0\ufffe\ud83f\udfff""#)
    // It would stand on the quotation mark.
    #expect(JSON.string("\u{338}x").text == #""\u0338x""#)
    #expect(JSON.string("\u{200D}\u{FE0F}\u{E0041}").text == #""\u200d\ufe0f\udb40\udc41""#)
    // What people write stays what it is.
    #expect(JSON.string("Zürich 漢字 한국 Привет 😀 – „“").text == "\"Zürich 漢字 한국 Привет 😀 – „“\"")
  }

  @Test("A screen shows no more than a few marks on a letter, and a stand-in for a noncharacter")
  func screen() {
    let pile = visibleForm(of: "e" + String(repeating: "\u{301}", count: 1_000) + "x")
    #expect(pile.unicodeScalars.count <= 18)
    #expect(pile.unicodeScalars.contains("\u{FFFD}"))
    #expect(
      visibleForm(of: Self.text([0xFDD0, 0x61, 0xFFFE, 0x62, 0x10_FFFF]))
        == "\u{FFFD}a\u{FFFD}b\u{FFFD}")
    #expect(visibleForm(of: "\u{338}x") == "\u{25CC}\u{338}x")
  }
}
