import Screen

/// The styles of everything that is painted. Every meaning has an attribute besides its colour, so
/// that nothing is lost where there are no colours.
public struct Theme: Hashable, Sendable {
  public enum Background: Hashable, Sendable {
    case dark, light
  }

  public var background: Background

  public init(background: Background = .dark) {
    self.background = background
  }

  private var isDark: Bool { background == .dark }

  private func color(dark: UInt8, light: UInt8) -> Color {
    .indexed(isDark ? dark : light)
  }

  let text = Style.plain
  var muted: Style { Style(foreground: color(dark: 245, light: 242)) }
  var line: Style { Style(foreground: color(dark: 240, light: 248)) }
  var boardTitle: Style { Style([.bold]) }
  var columnTitle: Style { Style(foreground: color(dark: 117, light: 25), [.bold]) }
  var focusedColumnTitle: Style {
    Style(foreground: color(dark: 117, light: 25), [.bold, .underline])
  }
  var focused: Style { Style([.reverse]) }
  /// The style of the focused card while something else has the keys.
  var focusedBehind: Style { Style([.bold]) }
  var marked: Style { Style(foreground: color(dark: 213, light: 127), [.bold]) }
  var changed: Style { Style(foreground: color(dark: 221, light: 94), [.bold]) }
  var favourite: Style { Style(foreground: color(dark: 220, light: 136), [.bold]) }
  /// - Parameter colour: 0 to 15; a colour that the background would hide gets a shade near it.
  func label(_ colour: UInt8) -> Style {
    switch (colour, isDark) {
    case (0, true): Style(foreground: .indexed(240), [.bold])
    case (7, false), (15, false): Style(foreground: .indexed(245), [.bold])
    default: Style(foreground: .indexed(colour % 16), [.bold])
    }
  }
  var insertion: Style { Style(foreground: color(dark: 84, light: 28), [.bold]) }
  var ghost: Style { Style([.reverse, .bold]) }
  var frame: Style { Style(foreground: color(dark: 110, light: 25)) }
  var prompt: Style { Style([.bold]) }
  var hint: Style { muted }
  var key: Style { Style([.bold]) }
  var information: Style { Style(foreground: color(dark: 117, light: 25)) }
  var warning: Style { Style(foreground: color(dark: 215, light: 130), [.bold]) }
  var good: Style { Style(foreground: color(dark: 114, light: 28)) }
  var busy: Style { Style(foreground: color(dark: 221, light: 94)) }
  var bad: Style { Style(foreground: color(dark: 209, light: 124), [.bold]) }
}
