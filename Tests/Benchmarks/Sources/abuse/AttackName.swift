import ArgumentParser

/// The attacks, by the names that a person gives on the command line.
enum AttackName: String, Codable, CaseIterable, ExpressibleByArgument {
  case idleSockets = "idle-sockets"
  case slowSockets = "slow-sockets"
  case helloX25519 = "hello-x25519"
  case helloP256 = "hello-p256"
  case helloP384 = "hello-p384"
  case helloP521 = "hello-p521"
  case helloX448 = "hello-x448"
  case helloFFDHE2048 = "hello-ffdhe2048"
  case helloFFDHE3072 = "hello-ffdhe3072"
  case helloFFDHE4096 = "hello-ffdhe4096"
  case helloFFDHE6144 = "hello-ffdhe6144"
  case helloFFDHE8192 = "hello-ffdhe8192"
  case helloBroken = "hello-broken"
  case noCertificate = "no-certificate"
  case neverReading = "never-reading"
  case giantFrames = "giant-frames"
  case tinyFrames = "tiny-frames"
  case singleBytes = "single-bytes"
  case everything
  case edits
  /// Edits whose outcomes nobody acknowledges.
  case unacknowledged
  case sessions
  case boards
  case connections
  case presence
  case history
  case lists
  case drags
  case invitations
  case joins
  case refusals
  case tombstones

  /// The longest time, in milliseconds, that one of a hundred things may take for honest people.
  var bound: Double {
    switch self {
    case .helloX25519, .helloP256, .helloP384, .helloP521, .helloX448, .helloFFDHE2048,
      .helloFFDHE3072, .helloFFDHE4096, .helloFFDHE6144, .helloFFDHE8192, .helloBroken:
      1_000
    default: 250
    }
  }

  /// What is counted of it.
  var unit: String {
    switch self {
    case .idleSockets, .connections: "connections"
    case .slowSockets: "bytes"
    case .helloX25519, .helloP256, .helloP384, .helloP521, .helloX448, .helloFFDHE2048,
      .helloFFDHE3072, .helloFFDHE4096, .helloFFDHE6144, .helloFFDHE8192, .helloBroken:
      "hellos"
    case .noCertificate: "handshakes"
    case .giantFrames: "MB"
    case .neverReading, .tinyFrames, .singleBytes: "frames"
    case .presence: "messages"
    case .everything, .edits, .unacknowledged, .sessions, .boards, .history, .lists, .drags,
      .invitations, .joins, .refusals, .tombstones:
      "answers"
    }
  }
}
