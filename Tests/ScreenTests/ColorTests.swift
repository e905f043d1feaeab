import Screen
import Testing

@Suite("Colours")
struct ColorTests {
  @Test("The environment decides how many colours there are")
  func levels() {
    func level(_ noColor: String?, _ term: String?, _ colorTerm: String?) -> ColorLevel {
      ColorLevel(noColor: noColor, term: term, colorTerm: colorTerm)
    }
    #expect(level("1", "xterm-256color", "truecolor") == .none)
    #expect(level("", "xterm-256color", nil) == .indexed256)
    #expect(level(nil, "xterm-256color", "truecolor") == .trueColor)
    #expect(level(nil, "xterm", nil) == .ansi16)
    #expect(level(nil, "linux", nil) == .ansi16)
    #expect(level(nil, "dumb", nil) == .none)
    #expect(level(nil, nil, nil) == .ansi16)
  }

  @Test("Colours fall back to the nearest the terminal has")
  func nearest() {
    #expect(ColorLevel.none.nearest(to: .rgb(RGB(255, 0, 0))) == .default)
    #expect(ColorLevel.none.nearest(to: .ansi(.red)) == .default)
    #expect(ColorLevel.ansi16.nearest(to: .rgb(RGB(250, 10, 10))) == .ansi(.brightRed))
    #expect(ColorLevel.ansi16.nearest(to: .rgb(RGB(10, 10, 10))) == .ansi(.black))
    #expect(ColorLevel.ansi16.nearest(to: .indexed(9)) == .ansi(.brightRed))
    #expect(ColorLevel.ansi16.nearest(to: .indexed(255)) == .ansi(.white))
    #expect(ColorLevel.indexed256.nearest(to: .rgb(RGB(255, 0, 0))) == .indexed(196))
    #expect(ColorLevel.indexed256.nearest(to: .rgb(RGB(95, 135, 175))) == .indexed(67))
    #expect(ColorLevel.indexed256.nearest(to: .rgb(RGB(128, 128, 128))) == .indexed(244))
    #expect(ColorLevel.indexed256.nearest(to: .rgb(RGB(255, 255, 255))) == .indexed(231))
    #expect(ColorLevel.indexed256.nearest(to: .ansi(.red)) == .ansi(.red))
    #expect(ColorLevel.trueColor.nearest(to: .rgb(RGB(1, 2, 3))) == .rgb(RGB(1, 2, 3)))
  }

  @Test("Light backgrounds are told from dark ones")
  func light() {
    #expect(RGB(255, 255, 255).isLight)
    #expect(RGB(0xFD, 0xF6, 0xE3).isLight)
    #expect(!RGB(0, 0, 0).isLight)
    #expect(!RGB(0x00, 0x2B, 0x36).isLight)
  }
}
