/// The range of colours that a terminal shows.
public enum ColorLevel: Int, Comparable, CaseIterable, Sendable {
  /// No colours: only bold, reverse and underline show.
  case none
  case ansi16
  case indexed256
  case trueColor

  public static func < (left: ColorLevel, right: ColorLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Decides from the values of the environment variables `NO_COLOR`, `TERM` and `COLORTERM`; nil
  /// if a variable is not set.
  public init(noColor: String?, term: String?, colorTerm: String?) {
    let term = term ?? ""
    if noColor.map({ !$0.isEmpty }) ?? false || term == "dumb" || term.hasSuffix("-mono") {
      self = .none
    } else if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
      self = .trueColor
    } else if term.contains("256color") || colorTerm != nil {
      self = .indexed256
    } else {
      self = .ansi16
    }
  }

  /// The nearest colour that a terminal of this level can show.
  public func nearest(to color: Color) -> Color {
    switch (self, color) {
    case (_, .default), (.none, _): .default
    case (_, .ansi), (.trueColor, _), (.indexed256, .indexed): color
    case (.indexed256, .rgb(let rgb)): .indexed(Palette.nearestIndex(to: rgb))
    case (.ansi16, .indexed(let index)):
      .ansi(ANSIColor(rawValue: index) ?? Palette.nearestANSI(to: Palette.rgb(index)))
    case (.ansi16, .rgb(let rgb)): .ansi(Palette.nearestANSI(to: rgb))
    }
  }
}

/// The 256-colour palette: sixteen theme colours, a cube of six levels per channel, and 24 greys.
enum Palette {
  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  /// The sixteen theme colours in xterm's shades; a terminal's theme may show others.
  private static let ansi: [RGB] = [
    RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
    RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
    RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
    RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
  ]

  static func rgb(_ index: UInt8) -> RGB {
    switch index {
    case 0..<16: return ansi[Int(index)]
    case 232...255:
      let grey = 8 + 10 * (index - 232)
      return RGB(grey, grey, grey)
    default:
      let cube = Int(index) - 16
      return RGB(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    }
  }

  /// The nearest colour of the cube and the greys. The sixteen theme colours are left out, since a
  /// theme may change their shades.
  static func nearestIndex(to rgb: RGB) -> UInt8 {
    func level(_ channel: UInt8) -> UInt8 {
      channel < 48 ? 0 : channel < 115 ? 1 : (channel - 35) / 40
    }
    let cube = 16 + 36 * level(rgb.red) + 6 * level(rgb.green) + level(rgb.blue)
    let mean = (Int(rgb.red) + Int(rgb.green) + Int(rgb.blue)) / 3
    let grey = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
    let greyIsNearer = Palette.rgb(grey).distance(to: rgb) < Palette.rgb(cube).distance(to: rgb)
    return greyIsNearer ? grey : cube
  }

  static func nearestANSI(to rgb: RGB) -> ANSIColor {
    ANSIColor.allCases.min { left, right in
      Palette.ansi[Int(left.rawValue)].distance(to: rgb)
        < Palette.ansi[Int(right.rawValue)].distance(to: rgb)
    } ?? .white
  }
}
