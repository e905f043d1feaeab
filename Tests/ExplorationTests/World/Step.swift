/// What happens next in a world.
enum Step: Hashable, Sendable {
  // What happens by itself, sooner or later.
  /// The oldest chunk on a link, or its end, arrives.
  case toCoordinator(link: Int8)
  case toTerminal(link: Int8)
  /// The group under way is durable.
  case appended
  /// A terminal's disk is done.
  case written(Int8)
  /// The moment that a window asked for has come.
  case timer(Int8)
  case coordinatorTimer
  case coordinatorStarts
  /// A terminal whose process was killed is started again.
  case starts(Int8)

  // What people do.
  /// The second terminal opens the session too.
  case opens
  case edits(Int8)
  case leaves(Int8)
  /// The key that takes the session back, or over from whom it heard of.
  case reclaims(Int8)
  case looks(Int8)
  /// An owner takes from everyone the role that lets them edit, or gives it back.
  case changesRole

  // What goes wrong.
  case appendFails
  case cut(link: Int8, Cut)
  case coordinatorCrashes(Crash)
  case killed(Int8, Kill)
  /// Nobody comes for so long that sessions are forgotten.
  case monthPasses

  enum Cut: Hashable, CaseIterable, Sendable {
    /// The window knows at once, and what it sent arrives.
    case atTerminal
    /// The window knows at once, and what it sent is lost.
    case atTerminalWithLoss
    /// The coordinator knows at once; what it sent may still arrive.
    case atCoordinator
  }

  enum Crash: Hashable, CaseIterable, Sendable {
    /// The group under way is not in the log.
    case before
    /// It is, and nobody was told.
    case after
  }

  enum Kill: Hashable, CaseIterable, Sendable {
    /// What was on its way to the disk is not on it.
    case before
    case after
    /// As *before*, and the cached board cannot be read any more.
    case withoutBoard
  }

  /// The first terminal's window knows that its user may not edit any longer.
  static let roleTaken: [Step] = [.changesRole, .appended, .toTerminal(link: 0)]

  /// Whether nobody has to do anything for it.
  var isFree: Bool { chance == nil }

  /// The terminal whose person presses a key.
  var actor: Int? {
    switch self {
    case .edits(let terminal), .reclaims(let terminal), .looks(let terminal),
      .leaves(let terminal):
      Int(terminal)
    case .toCoordinator, .toTerminal, .appended, .written, .timer, .coordinatorTimer,
      .coordinatorStarts, .starts, .opens, .changesRole, .appendFails, .cut,
      .coordinatorCrashes, .killed, .monthPasses:
      nil
    }
  }

  /// Which bound it counts against.
  var chance: Chance? {
    switch self {
    case .toCoordinator, .toTerminal, .appended, .written, .timer, .coordinatorTimer,
      .coordinatorStarts, .starts:
      nil
    case .opens: .open
    case .edits(let terminal): terminal == 0 ? .firstEdit : .secondEdit
    case .leaves: .leave
    case .reclaims: .reclaim
    case .looks: .look
    case .changesRole: .role
    case .appendFails: .failure
    case .cut: .cut
    case .coordinatorCrashes: .crash
    case .killed: .kill
    case .monthPasses: .month
    }
  }
}

/// What may happen only so often in one world, so that there are finitely many.
enum Chance: Int, CaseIterable, Sendable {
  case open, firstEdit, secondEdit, leave, reclaim, look, role, failure, cut, crash, kill, month
}
