import Ownership
import Randomness

/// Processes that share a database, in virtual time: they are killed, stand still, are cut off from the
/// database, and have clocks that run differently; requests and answers take long or are lost.
struct FleetWorld {
  enum Mistake: CaseIterable {
    case forgetsEpochs
    case looksUpBeforeRaising
    case retriesBlindly
    case countsLeaseFromAnswer
  }

  enum Request: Hashable {
    case renew(sent: UInt64)
    case take(Int, ClusterRow, epoch: UInt64)
    case release(Int, epoch: UInt64)
    case write(Int, group: Int, epoch: UInt64)
    case settle(Int, group: Int, epoch: UInt64)
  }

  enum Answer: Hashable {
    case renewed([ClusterRow], sent: UInt64)
    case taken(Int, Bool, epoch: UInt64)
    case released(Int)
    case written(Int, Bool, epoch: UInt64)
    case settled(Int, isThere: Bool?, epoch: UInt64)
    case none(Request)
  }

  private enum Happening {
    /// - Parameter isAwaited: whether the answer comes.
    case request(Request, isAwaited: Bool)
    case answer(Answer)
  }

  private struct Post {
    let time: UInt64
    let holder: HolderID
    let happening: Happening
  }

  /// One process. It is another one after it was killed.
  struct Process {
    var holder: HolderID
    var lease = Lease()
    var wake: UInt64? = 0
    var holdings: [Holding]
    var appendings: [Appending<Int>?]
    /// The group of each cluster that is on its way.
    var onTheWay: [Int?]
    var drains: [Bool]
    /// How fast its clock runs.
    let rate: Double
    var standsStillUntil: UInt64 = 0
    var isCutOffUntil: UInt64 = 0

    init(_ holder: HolderID, clusters: Int, rate: Double) {
      self.holder = holder
      self.rate = rate
      holdings = Array(repeating: Holding(by: holder), count: clusters)
      appendings = Array(repeating: nil, count: clusters)
      onTheWay = Array(repeating: nil, count: clusters)
      drains = Array(repeating: false, count: clusters)
    }

    func clock(_ time: UInt64) -> UInt64 { 1_000 + UInt64(Double(time) * rate) }
  }

  private static let clusters = 4
  private static let step: UInt64 = 10

  private let mistake: Mistake?
  private var random: SeededGenerator
  private var time: UInt64 = 0
  private(set) var database: SharedDatabase
  private var processes: [Process] = []
  private var posts: [Post] = []
  private var nextGroup = 0
  private var nextHolder: UInt64 = 0
  /// The groups that somebody was told are durable, by cluster.
  private(set) var told: [[Int]] = Array(repeating: [], count: FleetWorld.clusters)
  private(set) var faults: [String] = []
  private(set) var takeovers = 0
  private(set) var inDoubt = (there: 0, notThere: 0)

  init(seed: UInt64, mistake: Mistake? = nil) {
    random = SeededGenerator(seed: seed)
    self.mistake = mistake
    database = SharedDatabase(clusters: Self.clusters, forgetsEpochs: mistake == .forgetsEpochs)
    for index in 0..<3 { processes.append(newProcess(rate: 0.97 + 0.03 * Double(index))) }
  }

  private mutating func newProcess(rate: Double) -> Process {
    nextHolder += 1
    return Process(HolderID(high: 0, low: nextHolder), clusters: Self.clusters, rate: rate)
  }

  // MARK: Time

  mutating func run(for duration: UInt64, misfortunes: Bool) {
    let end = time + duration
    while time < end {
      time += Self.step
      if misfortunes, random.below(150) == 0 { misfortune() }
      deliver()
      for index in processes.indices { work(index) }
    }
  }

  private mutating func misfortune() {
    let index = random.below(processes.count)
    let lasts = UInt64(random.below(6_000))
    switch random.below(4) {
    case 0: processes[index] = newProcess(rate: processes[index].rate)
    case 1: processes[index].standsStillUntil = time + lasts
    case 2: processes[index].isCutOffUntil = time + lasts
    default:
      for cluster in 0..<Self.clusters { tell(index, cluster, .handOver) }
    }
  }

  private mutating func deliver() {
    let due = posts.filter { $0.time <= time }.sorted { $0.time < $1.time }
    posts.removeAll { $0.time <= time }
    for post in due {
      switch post.happening {
      case .request(let request, let isAwaited):
        let answer = execute(request, of: post.holder)
        guard isAwaited else { continue }
        let latency = UInt64(5 + random.below(random.below(20) == 0 ? 1_900 : 60))
        posts.append(Post(time: time + latency, holder: post.holder, happening: .answer(answer)))
      case .answer(let answer):
        guard let index = processes.firstIndex(where: { $0.holder == post.holder }) else {
          continue
        }
        guard processes[index].standsStillUntil <= time else {
          let later = processes[index].standsStillUntil
          posts.append(Post(time: later, holder: post.holder, happening: post.happening))
          continue
        }
        take(answer, index)
      }
    }
  }

  // MARK: The database

  private mutating func send(_ request: Request, _ index: Int) {
    let holder = processes[index].holder
    let isCutOff = processes[index].isCutOffUntil > time
    let timeout: UInt64 = 2_000
    func post(_ time: UInt64, _ happening: Happening) {
      posts.append(Post(time: time, holder: holder, happening: happening))
    }
    switch random.below(isCutOff ? 3 : 40) {
    case 0:
      // It never comes.
      post(time + timeout, .answer(.none(request)))
    case 1:
      // It comes, perhaps when nobody waits for it any more, and perhaps its answer comes too.
      post(time + UInt64(random.below(5_000)), .request(request, isAwaited: random.below(2) == 0))
      post(time + timeout, .answer(.none(request)))
    case 2 where isCutOff:
      post(time + timeout, .answer(.none(request)))
    default:
      post(time + UInt64(5 + random.below(60)), .request(request, isAwaited: true))
    }
    if mistake == .looksUpBeforeRaising, case .settle(let cluster, let group, _) = request {
      lookups[group] = database.has(group, of: cluster)
    }
  }

  /// What was seen of groups before the epoch was raised, where that is the mistake.
  private var lookups: [Int: Bool] = [:]

  private mutating func execute(_ request: Request, of holder: HolderID) -> Answer {
    switch request {
    case .renew(let sent):
      database.renew(holder, now: time)
      return .renewed((0..<Self.clusters).map { database.row(of: $0, now: time) }, sent: sent)
    case .take(let cluster, let row, let epoch):
      let isTaken = database.take(cluster, row, epoch: epoch, by: holder, now: time)
      if isTaken, let before = row.holder, before != holder { takenOver(cluster, from: before) }
      return .taken(cluster, isTaken, epoch: epoch)
    case .release(let cluster, let epoch):
      database.release(cluster, epoch: epoch, by: holder)
      return .released(cluster)
    case .write(let cluster, let group, let epoch):
      let isWritten = database.write(group, of: cluster, epoch: epoch, by: holder)
      return .written(cluster, isWritten, epoch: epoch)
    case .settle(let cluster, let group, let epoch):
      let isThere = database.settle(group, of: cluster, epoch: epoch, by: holder)
      return .settled(cluster, isThere: isThere.map { lookups[group] ?? $0 }, epoch: epoch)
    }
  }

  private mutating func takenOver(_ cluster: Int, from holder: HolderID) {
    takeovers += 1
    guard let index = processes.firstIndex(where: { $0.holder == holder }) else { return }
    if serves(index), processes[index].appendings[cluster] != nil {
      faults.append("at \(time) another took cluster \(cluster) from one that serves it")
    }
  }

  /// Whether a process takes part now.
  private func serves(_ index: Int) -> Bool {
    let process = processes[index]
    return process.standsStillUntil <= time && process.lease.allowsServing(at: process.clock(time))
  }

  // MARK: The processes

  private mutating func work(_ index: Int) {
    guard processes[index].standsStillUntil <= time else { return }
    let now = processes[index].clock(time)
    if let wake = processes[index].wake, wake <= now { tell(index, .woken) }
    guard serves(index) else { return }
    for cluster in 0..<Self.clusters where random.below(4) == 0 {
      guard processes[index].onTheWay[cluster] == nil, !processes[index].drains[cluster],
        processes[index].appendings[cluster] != nil
      else { continue }
      processes[index].onTheWay[cluster] = nextGroup
      tell(index, cluster, Appending<Int>.Event.append(nextGroup))
      nextGroup += 1
    }
  }

  private mutating func take(_ answer: Answer, _ index: Int) {
    switch answer {
    case .renewed(let rows, let sent):
      // What others took since is let go of before anything is served again.
      for (cluster, row) in rows.enumerated() { tell(index, cluster, .looked(row)) }
      let isCountedWrong = mistake == .countsLeaseFromAnswer
      tell(index, .renewed(sent: isCountedWrong ? processes[index].clock(time) : sent))
      guard serves(index) else { return }
      let held = processes[index].holdings.count { $0.isHeld }
      for (cluster, row) in rows.enumerated() where held < 2 || random.below(4) == 0 {
        tell(index, cluster, .wanted(row))
      }
    case .taken(let cluster, let isTaken, let epoch):
      tell(index, cluster, isTaken ? Holding.Event.taken(epoch: epoch) : .notTaken(epoch: epoch))
    case .released(let cluster):
      tell(index, cluster, .released)
    case .written(let cluster, let isWritten, let epoch):
      tell(
        index, cluster,
        isWritten ? Appending<Int>.Event.committed(epoch: epoch) : .overtaken(epoch: epoch))
    case .settled(let cluster, let isThere, let epoch):
      if let isThere {
        if isThere { inDoubt.there += 1 } else { inDoubt.notThere += 1 }
        tell(index, cluster, Appending<Int>.Event.settled(isThere: isThere, epoch: epoch))
      } else {
        tell(index, cluster, Appending<Int>.Event.overtaken(epoch: epoch))
      }
    case .none(let request):
      giveUp(request, index)
    }
  }

  private mutating func giveUp(_ request: Request, _ index: Int) {
    switch request {
    case .renew(let sent):
      tell(index, .unanswered(sent: sent))
    case .take(let cluster, _, let epoch), .release(let cluster, let epoch):
      tell(index, cluster, Holding.Event.unanswered(epoch: epoch))
    case .write where mistake == .retriesBlindly:
      send(request, index)
    case .write(let cluster, _, let epoch), .settle(let cluster, _, let epoch):
      tell(index, cluster, Appending<Int>.Event.unanswered(epoch: epoch))
    }
  }

  private mutating func tell(_ index: Int, _ event: Lease.Event) {
    processes[index].wake = nil
    for effect in processes[index].lease.handle(event, now: processes[index].clock(time)) {
      switch effect {
      case .renew(let sent): send(.renew(sent: sent), index)
      case .wake(let time): processes[index].wake = time
      // What is served is asked each time.
      case .serve, .silence: break
      }
    }
  }

  private mutating func tell(_ index: Int, _ cluster: Int, _ event: Holding.Event) {
    for effect in processes[index].holdings[cluster].handle(event) {
      switch effect {
      case .take(let row, let epoch): send(.take(cluster, row, epoch: epoch), index)
      case .release(let epoch):
        letGo(index, cluster)
        send(.release(cluster, epoch: epoch), index)
      case .open(let epoch):
        processes[index].appendings[cluster] = Appending(epoch: epoch)
        tell(index, cluster, .opened)
      case .drain:
        processes[index].drains[cluster] = true
        finishDraining(index, cluster)
      case .abandon: letGo(index, cluster)
      }
    }
  }

  private mutating func letGo(_ index: Int, _ cluster: Int) {
    processes[index].appendings[cluster] = nil
    processes[index].onTheWay[cluster] = nil
    processes[index].drains[cluster] = false
  }

  private mutating func finishDraining(_ index: Int, _ cluster: Int) {
    guard processes[index].drains[cluster], processes[index].onTheWay[cluster] == nil
    else { return }
    tell(index, cluster, .drained)
  }

  private mutating func tell(_ index: Int, _ cluster: Int, _ event: Appending<Int>.Event) {
    for effect in processes[index].appendings[cluster]?.handle(event) ?? [] {
      switch effect {
      case .write(let group, let epoch):
        send(.write(cluster, group: group, epoch: epoch), index)
      case .settle(let group, let epoch):
        tell(index, cluster, .asked(epoch: epoch))
        send(.settle(cluster, group: group, epoch: epoch), index)
      case .appended, .failed:
        if case .appended = effect, let group = processes[index].onTheWay[cluster] {
          told[cluster].append(group)
        }
        processes[index].onTheWay[cluster] = nil
        finishDraining(index, cluster)
      case .fenced:
        tell(index, cluster, Holding.Event.fenced)
      }
    }
  }

  // MARK: What must hold

  /// What of the log is not as it must be.
  func found() -> [String] {
    var found = faults
    for (cluster, row) in database.clusters.enumerated() {
      let groups = row.log.map(\.group)
      if Set(groups).count < groups.count { found.append("cluster \(cluster): a group twice") }
      if !Set(told[cluster]).isSubset(of: groups) {
        found.append("cluster \(cluster): a group that was acknowledged is lost")
      }
      if row.log.map(\.epoch) != row.log.map(\.epoch).sorted() {
        found.append("cluster \(cluster): a lower epoch behind a higher one")
      }
      var holders: [UInt64: Set<HolderID>] = [:]
      for entry in row.log { holders[entry.epoch, default: []].insert(entry.holder) }
      if holders.values.contains(where: { $0.count > 1 }) {
        found.append("cluster \(cluster): two wrote in one epoch")
      }
    }
    return found
  }
}
