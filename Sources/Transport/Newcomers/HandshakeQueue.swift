/// Whose handshake goes on next, who has a place while it lasts, and who loses it.
///
/// A connection *waits* from when it is accepted until its first turn; only then it gets a TLS
/// session and is *started*. Turns go round the addresses that have somebody in line (`AddressTurns`),
/// one step of one handshake each: one in a round of the loop, and while others wait as many as the
/// budget allows. Who had the last turn of its address goes ahead of them with its next step, and with
/// no other: so a handshake of two steps mostly waits in line once, and nobody has more turns than
/// others by going on in small steps. Where places are short, the oldest of the address that has most
/// loses its own, so that nobody keeps others out by being many or by being silent.
///
/// Times are nanoseconds of a clock that never goes back.
struct HandshakeQueue<ID: Hashable & Sendable>: Hashable, Sendable {
  enum Event: Hashable, Sendable {
    /// A listener wants to accept the next connection.
    case acceptWanted
    case arrived(ID, from: PeerAddress)
    /// Bytes are there with which the handshake can go on.
    case ready(ID)
    /// Its turn is over.
    case served(ID, Result)
    /// The connection is closed.
    case left(ID)
    /// The loop has served everybody who was ready once, and took so long for others.
    case roundOver(others: Int)
    /// What `roundOver` or this brought is done, and there is time for more in the same round.
    case wentOn
    /// So much time was spent on newcomers.
    case spent(Int)
    /// The time of `wake` has come.
    case woken
  }

  enum Result: Hashable, Sendable {
    /// More bytes are needed.
    case unfinished
    case established
    /// It was refused, and is closed once its peer had time to read why.
    case refused
  }

  enum Effect: Hashable, Sendable {
    /// `roundOver` is to come after the next round of the loop.
    case awaitRound
    /// All listeners that want to may accept a few connections.
    case accept
    /// The bytes of this one are given to its TLS session now; `served` is to come.
    case serve(ID)
    /// This one is closed to make room.
    case evict(ID)
    /// `woken` is to come at this time, or later.
    case wake(at: UInt64)
  }

  let limits: HandshakeLimits
  private var budget = HandshakeBudget()
  private var places = NewcomerPlaces<ID>()
  /// The addresses with somebody in line.
  private var turns = AddressTurns()
  /// Those who go ahead, the next one first. Who left is passed over.
  private var leaders: [ID] = []
  private var wantsAccept = false
  private var awaitsRound = false
  /// Whether the last look for somebody whose turn it is found one.
  private var foundTurn = false

  init(_ limits: HandshakeLimits = HandshakeLimits()) {
    self.limits = limits
  }

  /// What is known of a newcomer; nil where it has no place.
  func stage(of id: ID) -> NewcomerStage? { places[id]?.stage }
  var waiting: Int { places.waiting.total }
  var started: Int { places.started.total }
  /// Whether `wentOn` is to come before the loop goes on.
  var canGoOn: Bool { foundTurn && !turns.isEmpty && budget.allowsMore }

  mutating func handle(_ event: Event, now: UInt64) -> [Effect] {
    switch event {
    case .acceptWanted:
      wantsAccept = true
      return awaitRound()
    case .arrived(let id, let address):
      return arrive(id, address)
    case .ready(let id):
      guard let address = places.queue(id) else { return [] }
      turns.enter(address, now: now)
      if places.takesLead(id) { leaders.append(id) }
      return awaitRound()
    case .served(let id, let result):
      switch result {
      case .unfinished: places.idle(id, since: now)
      case .established: places.establish(id)
      case .refused: places.leave(id)
      }
      return awaitRoundIfNeeded()
    case .left(let id):
      leave(id)
      return awaitRoundIfNeeded()
    case .roundOver(let others):
      return takeRound(others, now)
    case .wentOn:
      return takeTurn(now)
    case .spent(let time):
      budget.spend(time)
      return []
    case .woken:
      return awaitRoundIfNeeded()
    }
  }

  private mutating func awaitRoundIfNeeded() -> [Effect] {
    wantsAccept || !turns.isEmpty ? awaitRound() : []
  }

  private mutating func awaitRound() -> [Effect] {
    guard !awaitsRound else { return [] }
    awaitsRound = true
    return [.awaitRound]
  }

  private mutating func leave(_ id: ID) {
    guard let address = places.remove(id) else { return }
    if !places.hasQueue(address) { turns.leave(address) }
  }

  // MARK: Places

  private mutating func arrive(_ id: ID, _ address: PeerAddress) -> [Effect] {
    guard places[id] == nil else { return [] }
    places.add(id, address)
    let greediest: PeerAddress? =
      if places.waiting.count(of: address) > limits.waitingPerAddress {
        address
      } else if places.waiting.total > limits.waiting {
        places.waiting.greediest()
      } else {
        nil
      }
    guard let greediest, let victim = places.waitingVictim(of: greediest) else { return [] }
    leave(victim)
    return [.evict(victim)]
  }

  // MARK: Turns

  private mutating func takeRound(_ others: Int, _ now: UInt64) -> [Effect] {
    awaitsRound = false
    foundTurn = false
    budget.note(others: others)
    guard budget.allowsStep else { return awaitRoundIfNeeded() }
    var effects: [Effect] = []
    if wantsAccept {
      wantsAccept = false
      effects.append(.accept)
    }
    return effects + takeTurn(now)
  }

  private mutating func takeTurn(_ now: UInt64) -> [Effect] {
    foundTurn = true
    while !leaders.isEmpty {
      let id = leaders.removeFirst()
      guard let newcomer = places[id], newcomer.stage == .resumed else { continue }
      places.serve(id)
      if !places.hasQueue(newcomer.address) { turns.leave(newcomer.address) }
      return [.serve(id)]
    }
    foundTurn = false
    var earliest: UInt64?
    let isFull = places.started.total >= limits.started
    let greediest = isFull ? places.greediestStarted : nil
    for address in turns.order {
      switch places.next(of: address, taking: greediest, limits, now) {
      case .go(let id, let victim):
        foundTurn = true
        turns.take(address, now: now)
        if let victim { leave(victim) }
        places.serve(id)
        places.grantLead(id)
        if places.hasQueue(address) { turns.enter(address, now: now) }
        return (victim.map { [.evict($0)] } ?? []) + [.serve(id)]
      case .blocked(let time):
        // Where all places have somebody in line, one of them is free soon: `served` says so.
        if let time { earliest = min(earliest ?? time, time) }
      }
    }
    return earliest.map { [.wake(at: $0)] } ?? []
  }
}

/// The bounds of what newcomers take.
struct HandshakeLimits: Hashable, Sendable {
  /// The most connections that wait for their first turn. Each costs a descriptor and some KiB. In
  /// the time in which a client sends its hello no more than this many others come.
  var waiting = 1_024
  /// The most of them of one address: half, so that it never keeps another out.
  var waitingPerAddress = 512
  /// The most that have a TLS session. Each costs some tens of KiB.
  var started = 512
  /// The most of them of one address: half.
  var startedPerAddress = 256
  /// How long a started handshake may lack the bytes of its client, in nanoseconds, before it loses
  /// its place to somebody whose address has no fewer places. An address that has fewer need not
  /// wait for that.
  var patience: UInt64 = 500_000_000
}
