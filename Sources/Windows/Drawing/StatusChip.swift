import Screen
import WindowSync

/// The chip in the upper right corner, which says whether this window's edits are saved.
struct StatusChip: Equatable {
  let text: String
  private let kind: Kind

  private enum Kind {
    case good, busy, bad
  }

  /// What is shown until the board is read.
  static let opening = StatusChip("◌ opening", .busy)

  private init(_ text: String, _ kind: Kind) {
    (self.text, self.kind) = (text, kind)
  }

  /// - Parameter unkept: the texts that no disk has.
  init(_ unkept: UnkeptDrafts.Texts?, _ standing: Standing, _ status: SyncStatus, isShort: Bool) {
    // Edits that would be lost come first: nothing matters more to the person who would lose them.
    if let unkept {
      (text, kind) = ("▲ not saved (\(unkept.count))", .bad)
      return
    }
    guard standing == .writable else {
      (text, kind) = ("■ read-only", .bad)
      return
    }
    switch status {
    case .saved: (text, kind) = ("● saved", .good)
    case .saving(let count), .keeping(let count, _): (text, kind) = ("◌ saving \(count)", .busy)
    case .reconnecting:
      (text, kind) = (isShort ? "↻ offline" : "↻ reconnecting", .busy)
    case .stopped: (text, kind) = ("■ offline", .bad)
    // The edits are on this machine's disk: nothing is lost, and they are sent when possible.
    case .notSaved(let count, _):
      (text, kind) = (isShort ? "▲ kept here (\(count))" : "▲ kept here, not sent (\(count))", .bad)
    }
  }

  func style(_ theme: Theme) -> Style {
    switch kind {
    case .good: theme.good
    case .busy: theme.busy
    case .bad: theme.bad
    }
  }
}
