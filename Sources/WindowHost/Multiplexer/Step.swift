/// One program to run, as words that no shell sees.
struct Step: Equatable, Sendable {
  enum Input: Equatable, Sendable {
    case none
    case bytes([UInt8])
    /// This window's own terminal, by which GNU screen knows on which display to show a new window.
    case terminal
  }

  var words: [String]
  var input = Input.none
  /// It is the new window itself and stays with it: that it runs on is no failure.
  var lasts = false
  /// Without it the outcome is only less pretty.
  var isNeeded = true
  /// It does not learn in which multiplexer this process runs.
  var leavesPlace = false

  init(_ words: [String]) { self.words = words }

  func with(_ change: (inout Step) -> Void) -> Step {
    var step = self
    change(&step)
    return step
  }
}

/// Why a window was not opened, focused or copied to, as a person is told.
enum OpeningFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing here opens windows, or has this one in a pane.
  case noWay(String)
  /// The user's own settings cannot be followed.
  case misconfigured(String)
  /// A program was asked and did not do it.
  case failed(String)

  var description: String {
    switch self {
    case .noWay(let text), .misconfigured(let text), .failed(let text): text
    }
  }
}
