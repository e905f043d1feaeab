/// The names of the sixteen colours of labels, which are those of terminals.
public enum ColourNames {
  /// The names in the order of the colours' numbers.
  public static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "grey", "bright-red",
    "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
  ]

  public static func name(_ number: Int) -> String {
    names.indices.contains(number) ? names[number] : String(number)
  }
}
