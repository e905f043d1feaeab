/// The look of a cell: its colours and attributes.
public struct Style: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1 << 0)
    public static let dim = Attributes(rawValue: 1 << 1)
    public static let italic = Attributes(rawValue: 1 << 2)
    public static let underline = Attributes(rawValue: 1 << 3)
    public static let reverse = Attributes(rawValue: 1 << 4)
    public static let strikethrough = Attributes(rawValue: 1 << 5)
  }

  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

  public static let plain = Style()

  public init(
    foreground: Color = .default, background: Color = .default, _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// This style with `attributes` added to its own.
  public func adding(_ attributes: Attributes) -> Style {
    Style(
      foreground: foreground, background: background, self.attributes.union(attributes))
  }

  /// This style with the colours that a terminal of `level` can show.
  func mapped(to level: ColorLevel) -> Style {
    Style(
      foreground: level.nearest(to: foreground), background: level.nearest(to: background),
      attributes)
  }
}
