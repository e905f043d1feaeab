public import ArgumentParser
import Launcher

/// The option by which every command and window is told which team's boards it is about.
public struct ClusterOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The team, as `board clusters` calls it; own is your own.", valueName: "name"))
  public var cluster: String?

  public init() {}

  private static let name = "--cluster"

  /// Has this process, and what it starts, work with the cluster that the words name.
  /// - Parameter words: the words of a command as `PreparedArguments` gives them.
  static func take(from words: [String]) throws(CommandFailure) {
    if let cluster = try chosen(in: words) { ClusterChoice.choose(cluster) }
  }

  /// The cluster that the words name; nil where they name none.
  static func chosen(in words: [String]) throws(CommandFailure) -> String? {
    var chosen: String?
    for (index, word) in words.enumerated() {
      if word == "--" { break }
      let parts = OptionTable.parts(word)
      guard parts.name == name else { continue }
      // An empty value is a word of its own.
      chosen = parts.value ?? (index + 1 < words.count ? words[index + 1] : "")
    }
    guard chosen?.isEmpty != true else {
      throw CommandFailure(.usage, "--cluster needs a name: `board clusters` lists them")
    }
    return chosen
  }

  /// Splits the option off that stands in front of a command, as in `board --cluster NAME ls`.
  /// - Returns: the option's words, and the rest; nil for words that begin with something else.
  static func leading(
    _ words: [String]
  ) -> (option: [String], rest: ArraySlice<String>)? {
    guard let first = words.first, OptionTable.parts(first).name == name else { return nil }
    if OptionTable.parts(first).value != nil { return ([first], words.dropFirst()) }
    return (Array(words.prefix(2)), words.dropFirst(2))
  }
}
