import NIOCore
import TLS
import Transport

// What peers may do whose TLS handshake is not complete, and what the coordinator does for nobody else.
extension ConformanceCase {
  static let strangers: [ConformanceCase] = [
    ConformanceCase(
      "strangers/silent", "A connection whose handshake does not come is closed after 5 seconds",
      ["TLS-019"]
    ) { bench in
      let most = TimeAmount.seconds(5) + bench.timeout
      // Silent, with a part of a record, and with a hello whose end does not come.
      let openings: [[UInt8]] = [[], [0x16, 0x03, 0x01], Array(Hello.unending.prefix(600))]
      var sockets: [PlainSocket] = []
      let started = NIODeadline.now()
      for bytes in openings {
        let socket = try await bench.plainSocket()
        socket.write(bytes)
        sockets.append(socket)
      }
      for (socket, bytes) in zip(sockets, openings) {
        guard try await socket.end(within: most - (NIODeadline.now() - started)) != nil else {
          throw CaseFailure(
            "a connection is kept open on which \(bytes.count) bytes of a handshake came")
        }
      }
    },
    ConformanceCase(
      "strangers/bytes", "Of a handshake that has no end no more than 32,768 bytes are taken",
      ["LIM-015"]
    ) { bench in
      let socket = try await bench.plainSocket()
      socket.write(Hello.unending)
      guard try await socket.end(within: .seconds(2)) != nil else {
        throw CaseFailure(
          "a connection is kept open on which \(Hello.unending.count) bytes of a handshake came")
      }
    },
    ConformanceCase(
      "strangers/crowd", "800 silent connections of one address keep nobody out", ["LIM-015"]
    ) { bench in
      var silent: [PlainSocket] = []
      defer { silent.forEach { $0.close() } }
      for _ in 0..<800 { silent.append(try await bench.plainSocket()) }
      do {
        try await bench.greeted().settle()
      } catch let failure as DialFailure {
        throw CaseFailure("beside 800 silent connections a client is not let in: \(failure)")
      }
    },
    ConformanceCase(
      "strangers/in-order", "Who is refused before the handshake is complete can read why",
      ["TLS-023"]
    ) { bench in
      for behind in [0, 30_000] {
        let socket = try await bench.plainSocket()
        // The first message of a client is no ServerHello.
        socket.write(Hello.record([2, 0, 0, 4, 3, 3, 0, 0]))
        socket.write([UInt8](repeating: 0x17, count: behind))
        guard let end = try await socket.end(within: bench.timeout) else {
          throw CaseFailure("a connection that began with a ServerHello is kept open")
        }
        try require(
          !end.isReset, "the connection is reset, with \(behind) bytes behind what was refused")
      }
    },
    ConformanceCase(
      "strangers/groups", "A key is agreed on by X25519 or secp256r1 alone", ["TLS-016"]
    ) { bench in
      try await bench.requireRefusedHandshake(.group, saying: [.violation])
    },
    ConformanceCase(
      "strangers/signatures", "A coordinator signs with ecdsa_secp256r1_sha256 alone", ["TLS-022"]
    ) { bench in
      try await bench.requireRefusedHandshake(.signature, saying: [.violation])
    },
    ConformanceCase(
      "strangers/key-updates", "A peer that changes its keys again and again is cut", ["TLS-021"]
    ) { bench in
      try require(
        try await bench.isEnded(changingKeys: 200),
        "a client goes on that changed its keys 200 times and sent nothing else")
    },
  ]
}

/// The first bytes of handshakes that come to nothing.
private enum Hello {
  /// A record of the handshake (RFC 8446, 5.1).
  static func record(_ message: [UInt8]) -> [UInt8] {
    [0x16, 0x03, 0x01, UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
  }

  /// Three records of a ClientHello of 65,535 bytes, the longest that its parts leave room for, of which
  /// the last bytes do not come.
  static let unending: [UInt8] = {
    let longest = 16_384
    let head: [UInt8] = [1, 0, 0xFF, 0xFF, 3, 3]
    let zeros = { [UInt8](repeating: 0, count: $0) }
    return record(head + zeros(longest - head.count)) + record(zeros(longest))
      + record(zeros(longest))
  }()
}
