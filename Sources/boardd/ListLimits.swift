import ArgumentParser
import CoordinatorHost

struct ListLimits: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits",
    abstract: "Lists the limits that `boardd --limit NAME=NUMBER` sets, with their defaults.")

  @Flag(help: "Print one JSON object for each.")
  var json = false

  func run() throws {
    let limits = try CoordinatorLimits().all
    let width = limits.reduce(0) { max($0, $1.name.count) } + 2
    for limit in limits {
      if json {
        try printJSON(limit)
      } else {
        let number = "\(limit.value)"
        let name = limit.name + String(repeating: " ", count: width - limit.name.count)
        let pad = String(repeating: " ", count: max(14 - number.count, 1))
        print("\(name)\(pad)\(number)  \(limit.meaning)")
      }
    }
  }
}
