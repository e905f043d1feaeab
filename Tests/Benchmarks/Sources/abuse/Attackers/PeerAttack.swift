import LoadParts
import Wire

/// Malicious devices over many connections, which come again as soon as they are disconnected.
final class PeerAttack: Attack {
  /// How they behave.
  struct Manner {
    /// How many connections there are.
    var count = 64
    /// Whether they attach to the honest board, which they may edit.
    var attaches = true
    /// Whether they acknowledge the outcomes of their edits; else these are soon refused.
    var acknowledges = true
    /// The most requests on their way.
    var inFlight = Int(Limits.requestsInFlight)
    /// After how many frames they read nothing any more; nil for never.
    var readsUntil: Int?
    /// How many bytes each TLS record gets, and so each segment.
    var recordBytes = 1 << 20
    /// What is counted, where it is not the answers.
    var counts = Counted.answers
  }

  enum Counted {
    case answers
    case frames
    case megabytes
    case connections
  }

  let tally: Tally
  private let field: Field
  private let manner: Manner
  /// Sends the next frame, or none for now.
  private let next: (Peer) -> Void
  private var peers: [Peer?]
  private var absent: [Int]
  private static let mostWaiting = 1 << 16

  init(
    _ field: Field, _ manner: Manner, tally: Tally = Tally(), _ next: @escaping (Peer) -> Void
  ) {
    self.tally = tally
    (self.field, self.manner, self.next) = (field, manner, next)
    peers = Array(repeating: nil, count: manner.count)
    absent = Array(0..<manner.count)
  }

  private(set) var isBusy = false

  func step() throws {
    // A few at a time, so that those who are there have their turn too.
    let coming = absent.prefix(32)
    absent.removeFirst(coming.count)
    for index in coming { try come(index) }
    isBusy = !absent.isEmpty
    for peer in peers {
      guard let peer, case .ready = peer.stage else { continue }
      fill(peer)
    }
  }

  private func come(_ index: Int) throws {
    tally.connections += 1
    if case .connections = manner.counts { tally.count += 1 }
    let peer = try Peer(
      index, field, tally, attaches: manner.attaches, acknowledges: manner.acknowledges,
      countsAnswers: manner.counts == .answers)
    peer.link.recordBytes = manner.recordBytes
    peer.whenOver = { [unowned self] in
      tally.disconnections += 1
      peers[index] = nil
      absent.append(index)
    }
    peers[index] = peer
  }

  private func fill(_ peer: Peer) {
    while peer.isSending, peer.inFlight < manner.inFlight, peer.link.waitingBytes < Self.mostWaiting
    {
      let before = (turn: peer.turn, bytes: peer.sentBytes)
      next(peer)
      guard peer.turn > before.turn else { return }
      switch manner.counts {
      case .answers, .connections: break
      case .frames: tally.count += 1
      case .megabytes: tally.count += Double(peer.sentBytes - before.bytes) / 1e6
      }
      if let readsUntil = manner.readsUntil, peer.turn >= readsUntil { peer.link.isReading = false }
      // Events alone never wait for an answer.
      if peer.turn % 256 == 0 {
        isBusy = true
        return
      }
    }
  }
}
