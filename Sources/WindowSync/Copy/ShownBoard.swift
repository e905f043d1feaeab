import BoardModel

/// What a window shows. The confirmed board is not held twice where nothing is pending on top of it:
/// then it changes in its place, while a second one would have each edit copy parts of it.
struct ShownBoard: Sendable {
  /// Whether the confirmed board is shown, whichever that is.
  private(set) var isConfirmed = false
  /// Another board that is shown.
  private var other = InPlace<Board>()

  func board(_ confirmed: InPlace<Board>) -> InPlace<Board> { isConfirmed ? confirmed : other }

  /// Shows the confirmed board.
  mutating func showConfirmed() {
    isConfirmed = true
    other = InPlace()
  }

  /// Shows a board that begins as the confirmed one is now. The numbers of what is created on top of
  /// it are predictions.
  mutating func leave(_ confirmed: InPlace<Board>) {
    isConfirmed = false
    other = confirmed
    showNumbers(asOf: confirmed)
  }

  /// Keeps what is shown as it is while the confirmed board goes on.
  mutating func hold(_ confirmed: InPlace<Board>) {
    if isConfirmed, !confirmed.isEmpty { leave(confirmed) }
  }

  mutating func showNumbers(asOf confirmed: InPlace<Board>) {
    confirmed.read { confirmed in other.change { $0.showNumbers(asOf: confirmed) } }
  }

  /// Changes a board that is not the confirmed one.
  mutating func change(_ change: (inout Board) -> Void) { other.change(change) }
}
