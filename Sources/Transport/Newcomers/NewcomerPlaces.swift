/// What a newcomer does at the moment.
enum NewcomerStage: Hashable, Sendable {
  /// It waits, and its hello is not there.
  case silent
  /// It waits in line with its hello.
  case queued
  /// It has its turn.
  case served
  /// It has a session that needs more bytes, since this time.
  case idle(since: UInt64)
  /// It has a session and is in line with more bytes.
  case resumed
  /// It was refused, and its connection closes soon.
  case leaving
}

/// The newcomers by address. All lists are in the order in which their elements came.
struct NewcomerPlaces<ID: Hashable & Sendable>: Hashable, Sendable {
  struct Newcomer: Hashable, Sendable {
    let address: PeerAddress
    fileprivate(set) var stage: NewcomerStage
  }

  /// The newcomers of one address.
  private struct Line: Hashable, Sendable {
    var silent: [ID] = []
    /// Those that are queued or resumed.
    var queue: [ID] = []
    var idle: [ID] = []
    var leaving: [ID] = []
    /// Whose next step goes ahead of all other addresses.
    var leader: ID?
  }

  enum Next: Hashable, Sendable {
    case go(ID, evicting: ID?)
    /// None can go on for want of a place, at least until this time, or until one is free.
    case blocked(until: UInt64?)
  }

  private var newcomers: [ID: Newcomer] = [:]
  private var lines: [PeerAddress: Line] = [:]
  /// The places of those without a session, and with one.
  private(set) var waiting = PlaceCounts()
  private(set) var started = PlaceCounts()

  subscript(id: ID) -> Newcomer? { newcomers[id] }

  func hasQueue(_ address: PeerAddress) -> Bool { lines[address]?.queue.isEmpty == false }

  // MARK: Changes

  mutating func add(_ id: ID, _ address: PeerAddress) {
    newcomers[id] = Newcomer(address: address, stage: .silent)
    lines[address, default: Line()].silent.append(id)
    waiting.add(address)
  }

  /// Puts one with bytes into the line of its address.
  /// - Returns: the address; nil where it cannot be in line.
  mutating func queue(_ id: ID) -> PeerAddress? {
    guard let newcomer = newcomers[id] else { return nil }
    switch newcomer.stage {
    case .silent: move(id, to: .queued)
    case .idle: move(id, to: .resumed)
    case .queued, .served, .resumed, .leaving: return nil
    }
    return newcomer.address
  }

  /// Whether one that was put into line goes ahead of all other addresses: who had the last turn of its
  /// address may, with its next step.
  mutating func takesLead(_ id: ID) -> Bool {
    guard let address = newcomers[id]?.address, lines[address]?.leader == id else { return false }
    lines[address]?.leader = nil
    return true
  }

  /// Lets one that had a turn in order go ahead with its next step, and nobody else of its address.
  mutating func grantLead(_ id: ID) {
    guard let address = newcomers[id]?.address else { return }
    lines[address]?.leader = id
  }

  mutating func serve(_ id: ID) {
    guard let newcomer = newcomers[id] else { return }
    switch newcomer.stage {
    case .queued:
      move(id, to: .served)
      waiting.remove(newcomer.address)
      started.add(newcomer.address)
    case .resumed:
      move(id, to: .served)
    case .silent, .served, .idle, .leaving:
      break
    }
  }

  mutating func idle(_ id: ID, since now: UInt64) {
    if newcomers[id]?.stage == .served { move(id, to: .idle(since: now)) }
  }

  mutating func leave(_ id: ID) {
    if newcomers[id]?.stage == .served { move(id, to: .leaving) }
  }

  mutating func establish(_ id: ID) {
    if newcomers[id]?.stage == .served { remove(id) }
  }

  /// - Returns: the address that it had a place of; nil where it had none.
  @discardableResult
  mutating func remove(_ id: ID) -> PeerAddress? {
    guard let newcomer = newcomers.removeValue(forKey: id) else { return nil }
    take(id, newcomer)
    switch newcomer.stage {
    case .silent, .queued: waiting.remove(newcomer.address)
    case .served, .idle, .resumed, .leaving: started.remove(newcomer.address)
    }
    if waiting.count(of: newcomer.address) + started.count(of: newcomer.address) == 0 {
      lines[newcomer.address] = nil
    }
    return newcomer.address
  }

  private mutating func move(_ id: ID, to stage: NewcomerStage) {
    guard var newcomer = newcomers[id] else { return }
    take(id, newcomer)
    newcomer.stage = stage
    newcomers[id] = newcomer
    switch stage {
    case .silent: lines[newcomer.address]?.silent.append(id)
    case .queued, .resumed: lines[newcomer.address]?.queue.append(id)
    case .idle: lines[newcomer.address]?.idle.append(id)
    case .leaving: lines[newcomer.address]?.leaving.append(id)
    case .served: break
    }
  }

  /// Takes one out of the list that it is in.
  private mutating func take(_ id: ID, _ newcomer: Newcomer) {
    func remove(_ list: WritableKeyPath<Line, [ID]>) {
      guard let index = lines[newcomer.address]?[keyPath: list].firstIndex(of: id) else { return }
      lines[newcomer.address]?[keyPath: list].remove(at: index)
    }
    switch newcomer.stage {
    case .silent: remove(\.silent)
    case .queued, .resumed: remove(\.queue)
    case .idle: remove(\.idle)
    case .leaving: remove(\.leaving)
    case .served: break
    }
  }

  // MARK: Who loses a place

  /// Who of an address loses a place among those that wait: who was silent longest, and where all
  /// have said hello, the last in line.
  func waitingVictim(of address: PeerAddress) -> ID? {
    guard let line = lines[address] else { return nil }
    return line.silent.first ?? line.queue.last { newcomers[$0]?.stage == .queued }
  }

  // MARK: Who goes on

  /// The next of an address, in the order in which their bytes came. One without a session needs a
  /// place for it; those behind that have one do not wait for that.
  ///
  /// - Parameter greediest: of whom a place may be taken where all are.
  func next(
    of address: PeerAddress, taking greediest: PeerAddress?, _ limits: HandshakeLimits,
    _ now: UInt64
  ) -> Next {
    guard let line = lines[address], let first = line.queue.first else {
      return .blocked(until: nil)
    }
    if newcomers[first]?.stage == .resumed { return .go(first, evicting: nil) }
    let place: Place =
      if started.count(of: address) >= limits.startedPerAddress {
        taken(line, after: limits.patience, now)
      } else if started.total >= limits.started {
        taken(of: greediest, for: address, limits, now)
      } else {
        .free
      }
    switch place {
    case .free: return .go(first, evicting: nil)
    case .of(let victim): return .go(first, evicting: victim)
    case .none(let time):
      let resumed = line.queue.first { newcomers[$0]?.stage == .resumed }
      return resumed.map { .go($0, evicting: nil) } ?? .blocked(until: time)
    }
  }

  /// The address that loses a place with a session where all are taken: with somebody who was
  /// refused, else the one with most that lacks bytes of somebody; nil where there is none.
  var greediestStarted: PeerAddress? {
    started.greediest { lines[$0]?.leaving.isEmpty == false }
      ?? started.greediest { lines[$0]?.idle.isEmpty == false }
  }

  private enum Place {
    case free
    case of(ID)
    case none(until: UInt64?)
  }

  private func taken(
    of greediest: PeerAddress?, for address: PeerAddress, _ limits: HandshakeLimits, _ now: UInt64
  ) -> Place {
    guard let greediest, let line = lines[greediest] else { return .none(until: nil) }
    let hasMore = started.count(of: greediest) > started.count(of: address) + 1
    return taken(line, after: hasMore ? 0 : limits.patience, now)
  }

  /// The place of somebody who was refused, else of whoever has lacked bytes for longest.
  private func taken(_ line: Line, after patience: UInt64, _ now: UInt64) -> Place {
    if let victim = line.leaving.first { return .of(victim) }
    guard let victim = line.idle.first, case .idle(let since) = newcomers[victim]?.stage else {
      return .none(until: nil)
    }
    let end = since + patience
    return end <= now ? .of(victim) : .none(until: end)
  }
}
