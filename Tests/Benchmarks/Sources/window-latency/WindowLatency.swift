import Foundation

/// Real windows in pseudo-terminals: from the start of `board` to its first paint with 2,000 and with
/// 10,000 cards, and from a key press in one window to the paint in another, durable commit included.
@main
struct WindowLatency {
  static let edits = 200
  static let starts = 10
  /// The board grows from one to the next.
  static let columns = [20, 100]
  static let cardsOfColumn = 100

  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: window-latency PATH-OF-BOARD\n".utf8))
      exit(2)
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("window-latency-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let user = User(program: CommandLine.arguments[1], home: folder.path)

    let cold = try user.start(showing: "Move this card")
    print(String(format: "start that starts the coordinator: %.0f ms", cold))
    try latency(user)
    var filled = 0
    for count in columns {
      try user.fill(columns: filled..<count, cards: cardsOfColumn)
      filled = count
      try starts(user, cards: count * cardsOfColumn)
    }
  }

  private static func starts(_ user: User, cards: Int) throws {
    // Each ends with q: the next has nothing kept and asks the coordinator.
    let fresh = try (0..<starts).map { _ in try user.start(showing: "Card 0 of") }
    print("start with \(cards) cards: \(Spread(fresh))")
    // Each is killed: the next opens from the board it kept.
    let kept = try (0...starts).map { _ in
      try user.start(showing: "Card 0 of", endingWith: SIGKILL)
    }
    print("start from the kept board: \(Spread(Array(kept.dropFirst())))")
    try user.start(showing: "Card 0 of")
  }

  /// The focused card goes down and up again; the other window shows it each time.
  private static func latency(_ user: User) throws {
    let left = try user.window()
    try left.wait(for: "● saved")
    let right = try user.window(["--board", "Welcome"])
    try right.wait(for: "● saved")
    var times: [Double] = []
    for edit in 0..<edits {
      let order = right.orderOfCards
      let start = Date()
      left.type(edit.isMultiple(of: 2) ? "J" : "K")
      try right.wait("change") { right.orderOfCards != order }
      times.append(Date().timeIntervalSince(start) * 1_000)
      try left.wait(for: "● saved")
    }
    print("key press to paint in another window: \(Spread(times))")
    for window in [left, right] {
      window.type("q")
      _ = try window.waitForEnd()
    }
  }
}

struct Spread: CustomStringConvertible {
  let sorted: [Double]

  init(_ times: [Double]) { sorted = times.sorted() }

  var description: String {
    String(
      format: "median %.2f ms, p99 %.2f ms, longest %.2f ms", sorted[sorted.count / 2],
      sorted[(sorted.count * 99 - 1) / 100], sorted[sorted.count - 1])
  }
}

struct User {
  let program: String
  let home: String

  private var environment: [String: String] {
    ["BOARD_HOME": home, "HOME": home, "TERM": "xterm-256color", "PATH": "/usr/bin:/bin"]
  }

  func window(_ arguments: [String] = []) throws -> PseudoTerminal {
    try PseudoTerminal([program] + arguments, environment: environment, columns: 120, rows: 40)
  }

  /// - Returns: milliseconds from the start of a window to the paint of `text`.
  @discardableResult
  func start(showing text: String, endingWith signal: Int32? = nil) throws -> Double {
    let start = Date()
    let window = try window()
    try window.wait(for: text)
    let time = Date().timeIntervalSince(start) * 1_000
    try window.wait(for: "● saved")
    if let signal {
      // The board is kept a while after it came.
      try window.wait("kept board") { keptBoards > 0 }
      kill(window.process, signal)
    } else {
      window.type("q")
    }
    _ = try window.waitForEnd()
    return time
  }

  private var keptBoards: Int {
    let names = FileManager.default.enumerator(atPath: home + "/windows")
    return (names?.allObjects ?? []).count { ($0 as? String)?.hasSuffix("/board") ?? false }
  }

  func fill(columns: Range<Int>, cards: Int) throws {
    for column in columns {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      let titles = (0..<cards).map { "Card \($0) of column \(column) with some words in it" }
      process.arguments = [
        "add-column", "Column \(column)", "--cards", titles.joined(separator: ","),
      ]
      process.environment = environment
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
    }
  }
}

extension PseudoTerminal {
  /// The first column, as far as it tells which card stands where.
  fileprivate var orderOfCards: [Substring] {
    screen.text.split(separator: "\n").map { $0.prefix(20).drop { " ▌•".contains($0) } }
  }
}
