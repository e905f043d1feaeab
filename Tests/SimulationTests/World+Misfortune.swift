import BoardModel
import Coordination
import WindowSync
import Wire

// What goes wrong, and how the world is made well again.
extension World {
  mutating func misfortune() throws {
    switch random.below(31) {
    case 30: try openAway()
    case 28..<30: try reuseSession()
    case 0..<8: try cut()
    case 8..<13: delay()
    case 13..<17: try crashWindow(random.below(processes.count))
    case 17..<19: try takeOver(random.below(World.windows))
    case 19..<21: try leave(random.below(World.windows))
    case 21..<23: turnClock()
    default: try crashCoordinator()
    }
  }

  private mutating func cut() throws {
    let open = links.values.filter { !$0.windowGone }.sorted { $0.id < $1.id }
    guard let link = random.pick(open) else { return }
    counters.note(.cut)
    // What was under way to the coordinator may still arrive: it was sent.
    if random.chance(1, in: 2) { links[link.id]?.toCoordinator = [] }
    try abandon(link.id)
    try disconnect(link.id, link)
  }

  private mutating func delay() {
    guard let link = random.pick(links.values.sorted { $0.id < $1.id }) else { return }
    counters.note(.delay)
    links[link.id]?.heldUntil = time + UInt64(random.below(5_000))
  }

  private mutating func crashCoordinator() throws {
    guard coordinator != nil else { return }
    if !groups.isEmpty {
      if random.chance(1, in: 2) {
        counters.note(.crashAfterCommit)
        for handed in groups { try store.append(mutated(handed)) }
      } else {
        counters.note(.crashBeforeCommit)
      }
    }
    groups = []
    snapshotsBehind = []
    pinned = []
    arrived = []
    owesTurn = false
    coordinator = nil
    coordinatorWake = nil
    for id in links.keys.sorted() {
      links[id]?.coordinatorGone = true
      links[id]?.toCoordinator = []
    }
  }

  mutating func advance(by milliseconds: UInt64) throws {
    let end = time + milliseconds
    var wakes = 0
    while let next = nextWake, next <= end {
      wakes += 1
      if wakes > 10_000 {
        let states = processes.map { "\($0.replica.status) \($0.wakeAt ?? 0)" }
        throw Violation(.rest, "time stands still at \(time) for \(states)")
      }
      time = max(time, next)
      if let wake = coordinatorWake, wake <= time {
        coordinatorWake = nil
        try tell(.timer)
      }
      for index in processes.indices {
        guard let wake = processes[index].wakeAt, wake <= time else { continue }
        processes[index].wakeAt = nil
        try tell(process: index, .timer)
      }
    }
    time = max(time, end)
    try endJourneys()
  }

  private var nextWake: UInt64? {
    (processes.compactMap(\.wakeAt) + [coordinatorWake].compactMap { $0 }).min()
  }

  /// Ends all misfortune and waits until everybody has everything.
  mutating func heal() throws {
    healing = true
    try takeTurns()
    for index in processes.indices { processes[index].journeyEnd = nil }
    if coordinator == nil { try startCoordinator() }
    for _ in 0..<4_000 {
      try settle()
      if isWell { return }
      for index in processes.indices where isLockedOut(index) && mayRead(user(at: index)) {
        try tell(process: index, .resumeNow)
      }
      try advance(by: 500)
    }
    let states = processes.indices.map { index in
      "\(index): \(processes[index].replica.status)"
        + " at \(processes[index].replica.confirmed?.sequence ?? 0)"
    }
    throw Violation(.rest, "not well after healing: \(states.joined(separator: ", "))")
  }

  /// Lets everything that is under way arrive, without letting time pass.
  mutating func settle() throws {
    for _ in 0..<20_000 {
      var moved = false
      if !groups.isEmpty {
        try finishCommit()
        moved = true
      }
      if !pinned.isEmpty {
        try finishEncoding()
        moved = true
      }
      for index in processes.indices where processes[index].writing != nil {
        for event in try written(index) { try tell(process: index, event) }
        moved = true
      }
      for id in links.keys.sorted() {
        links[id]?.heldUntil = 0
        let before = links[id]?.movement
        try deliver(id)
        if links[id]?.movement != before { moved = true }
      }
      if !moved { return }
    }
    throw Violation(.rest, "the machines never come to rest")
  }

  func user(at index: Int) -> String { checks.author(of: index).user }

  private func isLockedOut(_ index: Int) -> Bool {
    if case .readOnly = processes[index].replica.standing { true } else { false }
  }

  private var isWell: Bool {
    let end = store.log.last?.sequence
    return processes.indices.allSatisfy { index in
      let process = processes[index]
      if !mayRead(user(at: index)) { return isLockedOut(index) || process.fenced }
      if isLockedOut(index) { return false }
      if process.fenced {
        return process.replica.pending.isEmpty && process.replica.standing != .reclaiming
      }
      return process.replica.status == .saved && process.replica.confirmed?.sequence == end
    }
  }
}

extension SimulatedLink {
  fileprivate var movement: [Int] {
    [
      toCoordinator.count, toWindow.count, coordinatorGone ? 1 : 0, windowGone ? 1 : 0,
    ]
  }
}
