import BoardModel
public import Screen

/// Where a window that is opened from another one is to stand.
public enum Placement: Hashable, Sendable {
  /// Beside the one it is opened from, on this side of it.
  case left, right
  /// Under the one it is opened from.
  case below
  /// On its own.
  case window

  /// Where it can stand so that both halves of a split pane are large enough for a board.
  /// - Parameter size: of the terminal it is opened from.
  public func fitting(_ size: TerminalSize) -> Placement {
    switch self {
    case .left, .right:
      if Placement.half(size.columns) >= SizeClass.minimumColumns { return self }
      return Placement.below.fitting(size)
    case .below: return Placement.half(size.rows) >= SizeClass.minimumRows ? self : .window
    case .window: return self
    }
  }

  /// What the smaller half of a pane has for itself. Between the halves is a line, or each has a frame
  /// of its own: that takes two cells of what the pane had within its frame.
  private static func half(_ cells: Int) -> Int { (cells - 2) / 2 }
}

/// What became of a window that was to be opened.
public enum OpeningResult: Hashable, Sendable {
  /// It came up and has its session.
  case registered
  /// It was open already, and shows itself there: a few words, or none.
  case activated(place: String)
  /// Why not, as the end of a sentence.
  case failed(reason: String)
}

// Other windows that are opened from this one.
extension WindowModel {
  mutating func openWindow(_ subject: Subject, _ placement: Placement) {
    let placement = placement.fitting(size)
    effects.append(.openWindow(subject, placement))
    let place =
      switch placement {
      case .left: "to the left"
      case .right: "to the right"
      case .below: "below"
      case .window: "in a window of its own"
      }
    answer("Opening \(name(of: subject)) \(place) …")
  }

  func name(of subject: Subject) -> String {
    switch subject {
    case .board: "the board"
    case .card(let card): name(of: card)
    case .addColumn: "the window for a new column"
    case .favourites: "the window of favourites"
    }
  }
}

extension BoardWindow {
  /// Tells what became of it. A card that got no window is opened here, unless the person does
  /// something else by now.
  mutating func opened(_ subject: Subject, _ result: OpeningResult) {
    let name = model.name(of: subject)
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
