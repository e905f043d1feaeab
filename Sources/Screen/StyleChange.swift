/// The shortest control sequence (SGR, Select Graphic Rendition) from one style to another.
enum StyleChange {
  static func append(from old: Style, to new: Style, _ output: inout [UInt8]) {
    guard old != new else { return }
    guard new != .plain else {
      output.append(contentsOf: TerminalOutput.csi("m"))
      return
    }
    let fromPlain = old == .plain
    let direct = parameters(from: old, to: new)
    let afterReset = fromPlain ? direct : "0;" + parameters(from: .plain, to: new)
    let shortest = direct.utf8.count <= afterReset.utf8.count ? direct : afterReset
    output.append(contentsOf: TerminalOutput.csi(shortest + "m"))
  }

  private static func parameters(from old: Style, to new: Style) -> String {
    var parameters: [String] = []
    var kept = old.attributes
    for (attributes, off) in ends
    where !old.attributes.subtracting(new.attributes).isDisjoint(with: attributes) {
      parameters.append(off)
      kept.subtract(attributes)
    }
    let added = new.attributes.subtracting(kept)
    for (attribute, on) in starts where added.contains(attribute) { parameters.append(on) }
    if old.foreground != new.foreground {
      parameters.append(color(new.foreground, plain: 30, bright: 90, other: 38))
    }
    if old.background != new.background {
      parameters.append(color(new.background, plain: 40, bright: 100, other: 48))
    }
    return parameters.joined(separator: ";")
  }

  private static let starts: [(Style.Attributes, String)] = [
    (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    (.strikethrough, "9"),
  ]

  /// The parameters that turn attributes off. Bold and dim share one.
  private static let ends: [(Style.Attributes, String)] = [
    ([.bold, .dim], "22"), (.italic, "23"), (.underline, "24"), (.reverse, "27"),
    (.strikethrough, "29"),
  ]

  private static func color(_ color: Color, plain: Int, bright: Int, other: Int) -> String {
    switch color {
    case .default: "\(plain + 9)"
    case .ansi(let color) where color.rawValue < 8: "\(plain + Int(color.rawValue))"
    case .ansi(let color): "\(bright + Int(color.rawValue) - 8)"
    case .indexed(let index): "\(other);5;\(index)"
    case .rgb(let rgb): "\(other);2;\(rgb.red);\(rgb.green);\(rgb.blue)"
    }
  }
}
