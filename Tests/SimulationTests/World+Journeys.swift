import BoardModel
import WindowSync

// Time without a link, and time that is not what clocks say.
extension World {
  /// A window is taken where there is no network, for a while or for good, and is worked in.
  mutating func leave(_ index: Int) throws {
    guard processes[index].journeyEnd == nil, !processes[index].fenced else { return }
    let isEndless = random.chance(1, in: 4)
    if isEndless { counters.note(.endlessJourney) }
    try leave(index, for: isEndless ? nil : UInt64(random.below(15_000)))
  }

  /// - Parameter duration: nil is for good.
  mutating func leave(_ index: Int, for duration: UInt64?) throws {
    counters.note(.journey)
    processes[index].journeyEnd = duration.map { time + $0 } ?? .max
    guard let id = processes[index].link, let link = links[id] else { return }
    try abandon(id)
    try disconnect(id, link)
  }

  /// Who is back is told so by their machine, or finds out when they dial next.
  mutating func endJourneys() throws {
    for index in processes.indices {
      guard let end = processes[index].journeyEnd, end <= time else { continue }
      processes[index].journeyEnd = nil
      if random.chance(1, in: 2) { try tell(process: index, .resumeNow) }
    }
  }

  /// The clock of the coordinator's machine is set, by up to a day.
  mutating func turnClock() {
    let error = Int64(random.below(172_800_000)) - 86_400_000
    counters.note(error < coordinatorClockError ? .clockBack : .clockAhead)
    coordinatorClockError = error
  }
}
