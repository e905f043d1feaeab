// Where each guard is missed, and what notices.
extension Guard {
  /// A small exploration in which it matters.
  var scope: Scope {
    var scope = Scope(rawValue, after: prelude, bounds)
    scope.isListed = [.incumbentAsked, .makingRefused, .instanceTriedAgain].contains(self)
    scope.slowDisk = self == .instanceTriedAgain
    scope.omitted = self
    scope.unchecked = unchecked
    return scope
  }

  /// The second terminal takes the session over, up to the moment when it is admitted.
  private static let takeover: [Step] = [
    .opens, .toCoordinator(link: 1), .toTerminal(link: 1), .toCoordinator(link: 1), .appended,
  ]

  private var prelude: [Step] {
    switch self {
    case .oldEpochRefused:
      Guard.takeover + [
        .toTerminal(link: 1), .toCoordinator(link: 1), .toTerminal(link: 1), .edits(0), .edits(1),
      ]
    case .successorOnDiskBeforeSent: Guard.takeover + [.edits(0), .toCoordinator(link: 0)]
    case .logAsked, .resendRecognised:
      [.edits(0), .toCoordinator(link: 0), .killed(0, .withoutBoard)]
    case .ledgerRestored:
      [.edits(0), .toCoordinator(link: 0), .coordinatorCrashes(.after)]
    case .namedOnDiskBeforeSent: Step.roleTaken
    default: []
    }
  }

  private var bounds: [Chance: UInt8] {
    switch self {
    case .oldRouteRemoved, .epochRaised, .routeRequired, .restsWhenFenced:
      [.open: 1, .firstEdit: 1]
    case .incumbentAsked: [.open: 1]
    case .makingRefused: [.open: 1, .leave: 1]
    case .oldEpochRefused: [.cut: 1]
    case .unknownSessionRefused: [.firstEdit: 2, .kill: 1, .month: 1]
    case .forgottenEpochsKept: [.open: 1, .secondEdit: 1, .leave: 1, .reclaim: 1]
    case .epochDurable: [.kill: 1]
    case .instanceTriedAgain: [.kill: 3]
    case .resendRecognised: [:]
    case .countersInOrder: [.firstEdit: 2, .failure: 1]
    case .durableBeforeTold, .onDiskBeforeSent: [.firstEdit: 1]
    case .failureTakenBack: [.firstEdit: 1, .failure: 1]
    case .ledgerRestored, .successorOnDiskBeforeSent: [.kill: 1]
    case .namedOnDiskBeforeSent: [.firstEdit: 2, .role: 2, .kill: 1]
    case .logAsked: [.open: 1]
    case .wishRemembered: [.open: 1, .firstEdit: 1, .reclaim: 1]
    }
  }

  /// What else would notice first.
  private var unchecked: Invariant? {
    switch self {
    case .durableBeforeTold, .failureTakenBack: .epochs
    default: nil
    }
  }

  /// What notices.
  var invariant: Invariant {
    switch self {
    case .oldRouteRemoved: .oneRoute
    case .epochRaised, .forgottenEpochsKept, .epochDurable, .makingRefused: .epochs
    // What the window had in flight lies below the first epoch of the session that is made for it.
    case .unknownSessionRefused: .peace
    case .oldEpochRefused, .durableBeforeTold, .failureTakenBack: .acknowledged
    case .routeRequired: .noFencedEffect
    case .incumbentAsked: .incumbentAsked
    case .ledgerRestored, .resendRecognised, .successorOnDiskBeforeSent, .namedOnDiskBeforeSent,
      .logAsked:
      .once
    case .countersInOrder, .onDiskBeforeSent: .kept
    case .restsWhenFenced: .staysFenced
    case .instanceTriedAgain: .ownSession
    case .wishRemembered: .heard
    }
  }
}
