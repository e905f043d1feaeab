/// One program to run. Its words are passed as they are, without a shell.
struct Step: Equatable, Sendable {
  enum Input: Equatable, Sendable {
    case none
    case bytes([UInt8])
    /// The terminal of this window, from which GNU screen knows on which display to show a new one.
    case terminal
  }

  var words: [String]
  var input = Input.none
  /// Whether the program is the new window itself and runs as long as that, so that it is no
  /// failure if it has not ended in time.
  var lasts = false
  /// Whether the attempt fails if this step does. Without a step that is not needed the result only
  /// looks worse.
  var isNeeded = true
  /// Whether the variables that name this process's multiplexer are withheld from the program.
  var leavesPlace = false

  init(_ words: [String]) { self.words = words }

  func with(_ change: (inout Step) -> Void) -> Step {
    var step = self
    change(&step)
    return step
  }
}

/// Why a window was not opened or focused, or a text not copied, in words for a person.
enum OpeningFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing in these surroundings can open a window, or give this one the focus.
  case noWay(String)
  /// The user's own settings are faulty.
  case misconfigured(String)
  /// A program was run for it and failed.
  case failed(String)

  var description: String {
    switch self {
    case .noWay(let text), .misconfigured(let text), .failed(let text): text
    }
  }
}
