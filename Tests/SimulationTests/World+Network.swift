import BoardModel
import Coordination
import MemoryStore
import WindowSync
import Wire

// The network: what is under way, and in which portions it arrives.
extension World {
  mutating func dial(_ index: Int) throws -> [ReplicaEvent] {
    let isAway = processes[index].journeyEnd.map { time < $0 } ?? false
    guard coordinator != nil, !isAway else {
      return [
        .disconnected(reason: "refused", retry: .automatic, jitter: random.next())
      ]
    }
    lastLink += 1
    let id = ConnectionID(lastLink)
    links[id] = SimulatedLink(id: id, process: index)
    processes[index].link = id
    try tell(.connected(id, .known(certified(checks.author(of: index)))))
    return [.connected]
  }

  mutating func send(_ bytes: [UInt8], from index: Int) throws {
    guard let link = processes[index].link else {
      throw Violation(.order, "process \(index) sends without a link")
    }
    recording?.sent(bytes, to: link, fromWindow: true, at: time)
    let arriving = forged(bytes)
    links[link]?.toCoordinator += arriving
    try noteResends(bytes, from: index)
  }

  private mutating func noteResends(_ bytes: [UInt8], from index: Int) throws {
    let purge = processes[index].replica.confirmed?.lastPurge ?? 0
    var decoder = FrameDecoder(limit: Limits.frameBytes)
    decoder.feed(bytes)
    while let frame = try? decoder.next() {
      guard case .submit(let submit) = try? Message(frame) else { continue }
      if try checks.sent(submit.operation, purge: purge) { counters.note(.resend) }
    }
  }

  mutating func noteResync(_ bytes: [UInt8]) {
    var decoder = FrameDecoder(limit: 1 << 21)
    decoder.feed(bytes)
    while let frame = try? decoder.next() {
      if frame.type == Resync.type { counters.note(.resync) }
    }
  }

  mutating func deliverSomething() throws {
    let ready = links.values.filter { link in
      link.heldUntil <= time && (canReachCoordinator(link) || canReachWindow(link))
    }
    guard let link = random.pick(ready.sorted { $0.id < $1.id }) else { return }
    try deliver(link.id)
  }

  private func canReachCoordinator(_ link: SimulatedLink) -> Bool {
    !link.coordinatorGone && !link.paused
      && (!link.toCoordinator.isEmpty || link.windowFinishes || link.windowGone)
  }

  private func canReachWindow(_ link: SimulatedLink) -> Bool {
    !link.windowGone && (!link.toWindow.isEmpty || link.coordinatorFinishes || link.coordinatorGone)
  }

  /// Brings one portion, or an end, one way or the other.
  mutating func deliver(_ id: ConnectionID) throws {
    guard let link = links[id] else { return }
    let there = canReachCoordinator(link)
    if there, !canReachWindow(link) || random.chance(1, in: 2) {
      try deliverToCoordinator(id, link)
    } else if canReachWindow(link) {
      try deliverToWindow(id, link)
    }
    if links[id]?.isOver == true { links[id] = nil }
  }

  private mutating func deliverToCoordinator(_ id: ConnectionID, _ link: SimulatedLink) throws {
    guard !link.toCoordinator.isEmpty else {
      links[id]?.coordinatorGone = true
      return try tell(.closed(id))
    }
    let count = portion(of: link.toCoordinator.count)
    links[id]?.toCoordinator.removeFirst(count)
    try tell(.received(id, Array(link.toCoordinator[..<count])))
  }

  private mutating func deliverToWindow(_ id: ConnectionID, _ link: SimulatedLink) throws {
    guard !link.toWindow.isEmpty else { return try disconnect(id, link) }
    let count = portion(of: link.toWindow.count)
    links[id]?.toWindow.removeFirst(count)
    try tell(process: link.process, .received(Array(link.toWindow[..<count])))
    if !link.coordinatorGone {
      try tell(.progressed(id, unsent: links[id]?.toWindow.count ?? 0))
    }
  }

  private mutating func portion(of count: Int) -> Int {
    guard random.chance(1, in: 4), count > 1 else { return count }
    counters.note(.split)
    return 1 + random.below(count - 1)
  }

  /// Tells the window that its link ended.
  mutating func disconnect(_ id: ConnectionID, _ link: SimulatedLink) throws {
    links[id]?.windowGone = true
    links[id]?.toWindow = []
    guard processes[link.process].link == id else { return }
    processes[link.process].link = nil
    try tell(
      process: link.process,
      .disconnected(reason: "cut", retry: .automatic, jitter: random.next()))
  }

  /// The window is gone without a word; the coordinator learns it later, if ever.
  mutating func abandon(_ id: ConnectionID) throws {
    links[id]?.windowGone = true
    links[id]?.toWindow = []
    if random.chance(1, in: 2) {
      counters.note(.halfOpen)
      links[id]?.heldUntil = time + UInt64(random.below(20_000))
    }
  }
}
