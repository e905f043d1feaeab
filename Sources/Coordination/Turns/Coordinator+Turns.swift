import BoardModel
import Wire

// How what peers sent is handled: in turns of those who sent it (SPEC.md LIM-014).
extension Coordinator {
  /// Notes that a peer sent something, or that what it sent may be handled now.
  mutating func awaitTurn(_ id: ConnectionID) {
    guard !turns.holds(id) else { return }
    if turns.isEmpty(withLogged: true) {
      turns.alone = id
      return
    }
    if let first = turns.alone {
      turns.alone = nil
      standInLine(first)
    }
    standInLine(id)
  }

  private mutating func standInLine(_ id: ConnectionID) {
    // Who is still to be known comes before what the same user sends otherwise, or a flood would keep
    // out the device that stops it.
    turns.add(id, of: payer(of: id), to: line(of: id), first: isNew(id))
  }

  /// Where a connection stands in line.
  private mutating func line(of id: ConnectionID) -> TurnLines.Line {
    connections.change(id) { $0.isNextLogged } == true ? .logged : .open
  }

  private func isNew(_ id: ConnectionID) -> Bool {
    connections.read(id) { $0.stage == .greeting || $0.stage == .knocking } ?? false
  }

  func payer(of id: ConnectionID) -> Payer {
    connections.read(id) { $0.payer } ?? .network(nil)
  }

  /// Handles what was sent, as much as one call takes on.
  mutating func takeTurns() {
    var spent = takeLoneTurn()
    while isShort(spent), let turn = turns.next(withLogged: !isGroupFull) {
      let (cost, rest) = takeFrames(turn.id, for: turn.credit, after: spent)
      turns.took(cost.all, of: turn.id, turn.payer, rest: rest)
      spent = spent + cost
      if rest == nil { tookAll(turn.id) }
    }
    for id in received where turns.holds(id) {
      let closes = connections.change(id) { [configuration] in
        $0.holdBack(beyond: configuration.backlogBytes)
      }
      if closes == true { output.append(.pauseReading(id)) }
    }
    received = []
    if !turns.isEmpty(withLogged: !isGroupFull) { output.append(.continueTurn) }
  }

  /// Whether a call that took on so much takes on more. What it does at once keeps everybody waiting;
  /// what it leaves to tell does so when the group is durable, and is the less for each edit the more
  /// of them the group has.
  private func isShort(_ spent: TurnCost) -> Bool {
    spent.handling < configuration.turnMicroseconds
      && spent.telling < configuration.tellingMicroseconds
  }

  /// Handles what the connection sent that is alone.
  /// - Returns: what that cost.
  private mutating func takeLoneTurn() -> TurnCost {
    guard let id = turns.alone else { return TurnCost() }
    let (cost, rest) = takeFrames(id, for: .max, after: TurnCost())
    // It stands in line if another came meanwhile.
    guard turns.alone == id else { return cost }
    turns.alone = nil
    if let rest {
      turns.add(id, of: payer(of: id), to: rest)
    } else {
      tookAll(id)
    }
    return cost
  }

  /// Handles what came on a connection until that is paid for, or the call is long enough.
  /// - Parameters:
  ///   - credit: what may be spent.
  ///   - spent: what this call took on before.
  /// - Returns: what it cost, and where it stands in line now; nil where nothing is left to handle.
  private mutating func takeFrames(
    _ id: ConnectionID, for credit: Int, after spent: TurnCost
  ) -> (TurnCost, rest: TurnLines.Line?) {
    turnCost = TurnCost()
    while turnCost.all < credit, isShort(spent + turnCost) {
      switch nextArrival(id, withLogged: !isGroupFull) {
      case .nothing: return (turnCost, nil)
      case .waitsForLog: return (turnCost, .logged)
      case .resumed(let request, let message):
        turnCost.handling += MessageCost.resumed
        takeRequest(id, request, message)
      case .frame(let frame):
        turnCost.handling += cost(of: frame, from: id)
        takeFrame(id, frame)
      }
    }
    return (turnCost, line(of: id))
  }

  /// Whether as much waits for the log as it takes at once. What one group holds is answered in one
  /// turn, and who has few edits in flight gets no more of them done than one load of them for two
  /// groups, so a group must not be as large as a flood.
  private var isGroupFull: Bool {
    commits.inFlight != nil && commits.gathering.weight >= groupRoom
  }

  /// Has the next group hold as much as is handled while the log writes one.
  mutating func measureGroup() {
    let milliseconds = Int(clamping: now.monotonic - groupBegan)
    groupRoom = max(
      configuration.groupOperations, milliseconds * configuration.groupOperationsPerMillisecond)
  }

  private func cost(of frame: Frame, from id: ConnectionID) -> Int {
    // Only some kinds of messages ask for these.
    MessageCost.of(
      frame,
      toldTo: window(of: id).flatMap { boards.read($0.board) { $0.subscribers.count } } ?? 0,
      windows: author(of: id).map { sessions.windowCount(of: $0.user) } ?? 0)
  }

  /// Goes on where everything was handled that a peer sent, or what is left waits for it to read.
  private mutating func tookAll(_ id: ConnectionID) {
    guard let isCut = connections.read(id, { $0.isCut }) else { return }
    if isCut { return remove(id) }
    if connections.change(id, { [clock] in $0.takeMore(now: clock.now) }) == true {
      output.append(.resumeReading(id))
    }
    countPartial(id)
  }
}
