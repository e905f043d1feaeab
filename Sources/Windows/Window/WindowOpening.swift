import BoardModel
public import Screen
import Wording

/// The place of a window that is opened from another one.
public enum Placement: Hashable, Sendable {
  /// Beside the window it is opened from, on this side of it.
  case left, right
  /// Below the window it is opened from.
  case below
  /// In a terminal window of its own.
  case window

  /// The placement at which both halves of a split pane are large enough for a board.
  /// - Parameter size: the size of the terminal it is opened from.
  public func fitting(_ size: TerminalSize) -> Placement {
    switch self {
    case .left, .right:
      if Placement.half(size.columns) >= SizeClass.minimumColumns { return self }
      return Placement.below.fitting(size)
    case .below: return Placement.half(size.rows) >= SizeClass.minimumRows ? self : .window
    case .window: return self
    }
  }

  /// The cells of the smaller half of a pane. A line between the halves, or a frame around each,
  /// takes two cells of the pane.
  private static func half(_ cells: Int) -> Int { (cells - 2) / 2 }
}

/// The result of opening a window.
public enum OpeningResult: Hashable, Sendable {
  /// The window came up and has its session.
  case registered
  /// The window was open already, and shows itself at `place`: a few words, or none.
  case activated(place: String)
  /// The window could not be opened; the text is the end of a sentence that says why.
  case failed(reason: String)
}

// This part opens other windows from this one.
extension WindowModel {
  mutating func openWindow(_ subject: Subject, _ placement: Placement) {
    let placement = placement.fitting(viewport.size)
    effects.append(.openWindow(subject, placement))
    let place =
      switch placement {
      case .left: "to the left"
      case .right: "to the right"
      case .below: "below"
      case .window: "in a window of its own"
      }
    answer("Opening \(view.name(of: subject)) \(place) …")
  }
}

extension BoardWindow {
  /// Reports the result. A card that got no window is opened here, unless the person does something
  /// else by now.
  mutating func opened(_ subject: Subject, _ result: OpeningResult) {
    let name = model.view.name(of: subject)
    switch result {
    case .registered: model.answer("Opened \(name).")
    case .activated(let place):
      let there = place.isEmpty ? "" : " (\(place))"
      model.answer("Open already\(there): \(name). It shows itself there.")
    case .failed(let reason):
      if case .card(let id) = subject, case .browsing = mode, model.card(id) != nil {
        model.read(id)
        model.refuse("Opened here: \(reason).")
      } else {
        model.refuse("Could not open \(name): \(reason).")
      }
    }
  }
}
