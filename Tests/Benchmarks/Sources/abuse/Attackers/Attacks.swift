import LoadParts
import Wire

/// How each attack is made.
enum Attacks {
  static func make(_ field: Field) throws -> any Attack {
    switch field.order.task {
    case .attack(let name): try make(name, field)
    case .write(let connections):
      PeerAttack(field, PeerAttack.Manner(count: connections), Questions.edit)
    }
  }

  private static func make(_ name: AttackName, _ field: Field) throws -> any Attack {
    func peers(
      _ next: @escaping (Peer) -> Void, _ change: (inout PeerAttack.Manner) -> Void = { _ in }
    ) -> any Attack {
      var manner = PeerAttack.Manner()
      change(&manner)
      return PeerAttack(field, manner, next)
    }
    switch name {
    case .idleSockets: return Crowd(field, isSlow: false)
    case .slowSockets: return Crowd(field, isSlow: true)
    case .helloX25519: return HelloFlood(field, Hellos.x25519)
    case .helloP256: return HelloFlood(field, Hellos.p256)
    case .helloP384: return HelloFlood(field, Hellos.p384)
    case .helloP521: return HelloFlood(field, Hellos.p521)
    case .helloX448: return HelloFlood(field, Hellos.x448)
    case .helloFFDHE2048: return HelloFlood(field, Hellos.ffdhe(bits: 2_048))
    case .helloFFDHE3072: return HelloFlood(field, Hellos.ffdhe(bits: 3_072))
    case .helloFFDHE4096: return HelloFlood(field, Hellos.ffdhe(bits: 4_096))
    case .helloFFDHE6144: return HelloFlood(field, Hellos.ffdhe(bits: 6_144))
    case .helloFFDHE8192: return HelloFlood(field, Hellos.ffdhe(bits: 8_192))
    case .helloBroken: return HelloFlood(field, Hellos.broken)
    case .noCertificate: return try StrangerFlood(field, .work)
    case .joins: return try StrangerFlood(field, .join)
    case .neverReading:
      return peers(Questions.reading) {
        $0.count = 512
        $0.readsUntil = $0.inFlight
        $0.counts = .frames
      }
    case .giantFrames: return peers(GiantFrames.send) { $0.counts = .megabytes }
    case .tinyFrames: return peers(Questions.tiny) { $0.counts = .frames }
    case .singleBytes:
      return peers(Questions.tiny) {
        $0.recordBytes = 1
        $0.counts = .frames
      }
    case .everything: return peers(Questions.everything)
    case .edits: return peers(Questions.edit)
    case .unacknowledged: return peers(Questions.edit) { $0.acknowledges = false }
    case .sessions: return peers(Questions.session) { $0.count = 256 }
    case .boards: return peers(Questions.board) { $0.attaches = false }
    case .connections:
      return peers({ _ in }) {
        $0.count = 2_500
        $0.attaches = false
        $0.counts = .connections
      }
    case .presence: return peers(Questions.presence) { $0.counts = .frames }
    case .history: return peers(Questions.history)
    case .lists: return peers(Questions.lists)
    case .drags: return peers(Questions.drag)
    case .invitations: return peers(Questions.invitation)
    case .refusals: return peers(Questions.refused)
    case .tombstones:
      let tally = Tally()
      return PeerAttack(field, PeerAttack.Manner(), tally: tally, Tombstones(tally).next)
    }
  }
}
