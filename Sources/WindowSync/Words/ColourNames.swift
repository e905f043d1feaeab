/// What the sixteen colours of labels are called: those that terminals have.
public enum ColourNames {
  /// In the order of their numbers.
  public static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "grey", "bright-red",
    "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
  ]

  public static func name(_ number: Int) -> String {
    names.indices.contains(number) ? names[number] : String(number)
  }
}
