extension ConformanceCase {
  static let framing: [ConformanceCase] = [
    ConformanceCase(
      "framing/length-above-limit", "A length above the limit is refused by its header alone",
      ["FRM-001", "FRM-002", "LIM-001"]
    ) { bench in
      for excess: UInt64 in [1, UInt64(UInt32.max)] {
        let (peer, welcome) = try await bench.welcomed()
        let length = min(try welcome.number("frame-limit") + excess, UInt64(UInt32.max))
        let ping = try bench.schema.message(named: "ping").type
        await peer.send(Frame(type: ping, request: 2, claimedLength: UInt32(length)))
        try await peer.requireRefusal("frame-too-large")
      }
    },
    ConformanceCase(
      "framing/largest-length", "A frame as long as the limit is taken", ["FRM-002", "LIM-001"]
    ) { bench in
      let (peer, welcome) = try await bench.welcomed()
      let limit = Int(try welcome.number("frame-limit"))
      // The rest of the payload is 16 bytes: the nonce (8), the count of extensions (2), a tag (2)
      // and a length (4).
      let padding = [UInt8](repeating: 0x2A, count: limit - 16)
      let ping = try peer.frame(
        "ping", ["nonce": 7, "extensions": .extensions([.init(tag: 1, bytes: padding)])],
        request: 2)
      try requireEqual(ping.payload.count, limit, "the payload of this case")
      await peer.send(ping)
      let pong = try await peer.response(to: 2, is: "pong")
      try requireEqual(try pong.fields.number("nonce"), 7, "the nonce of PONG")
    },
    ConformanceCase(
      "framing/order-of-faults", "Length is reported before flags, and flags before the type",
      ["FRM-005"]
    ) { bench in
      let tooLong = try await bench.greeted()
      await tooLong.send(
        Frame(type: 0x7FFF, flags: 0x8000, request: 2, claimedLength: .max))
      try await tooLong.requireRefusal("frame-too-large")
      let flagged = try await bench.greeted()
      await flagged.send(Frame(type: 0x7FFF, flags: 0x8000, request: 2))
      try await flagged.requireRefusal("unknown-flag")
    },
    ConformanceCase(
      "framing/elective-type", "Unknown elective frames are skipped", ["FRM-003", "GRS-004"]
    ) { bench in
      let peer = try await bench.greeted()
      let sizes = [0, 1, 20_000]
      for size in sizes {
        await peer.send(
          Frame(type: 0xC0DE, payload: [UInt8](repeating: 0xFF, count: size)),
          try bench.greaseFrame())
      }
      try await peer.requireNothingFurther()
    },
    ConformanceCase(
      "framing/mandatory-type", "An unknown mandatory type ends the connection", ["FRM-003"]
    ) { bench in
      for type: UInt16 in [0x0000, 0x4242, 0x7FFF] {
        let peer = try await bench.greeted()
        await peer.send(Frame(type: type))
        try await peer.requireRefusal("unknown-type")
      }
    },
    ConformanceCase(
      "framing/elective-flags", "Unknown flags of the low byte are ignored", ["FRM-004"]
    ) { bench in
      let peer = try await bench.greeted()
      for (request, flag) in zip(UInt64(2)..., [0x01, 0x80, 0xFF] as [UInt16]) {
        let nonce = Value.number(request * 3)
        await peer.send(try peer.frame("ping", ["nonce": nonce], request: request, flags: flag))
        let pong = try await peer.response(to: request, is: "pong")
        try requireEqual(try pong.fields.at("nonce"), nonce, "the nonce of PONG")
      }
    },
    ConformanceCase(
      "framing/mandatory-flags", "An unknown flag of the high byte ends the connection",
      ["FRM-004"]
    ) { bench in
      for bit in 10..<16 {
        let peer = try await bench.greeted()
        await peer.send(
          try peer.frame("ping", ["nonce": 1], request: 2, flags: 1 << UInt16(bit)))
        try await peer.requireRefusal("unknown-flag")
      }
    },
    ConformanceCase(
      "framing/every-byte", "A stream cut at every byte is read like any other", ["FRM-009"]
    ) { bench in
      let peer = try await bench.dial()
      let hello = try peer.frame("hello", try bench.hello(), request: 1)
      await peer.send([hello]) { bytes in bytes.indices.map { bytes[$0...$0] } }
      _ = try await peer.response(to: 1, is: "welcome")
      let pings = try (2..<6).map { try peer.frame("ping", ["nonce": 9], request: $0) }
      await peer.send(pings) { bytes in bytes.indices.map { bytes[$0...$0] } }
      for ping in pings { _ = try await peer.response(to: ping.request, is: "pong") }
      try await peer.requireNothingFurther()
    },
    ConformanceCase(
      "framing/many-in-one", "Many frames in one write are all answered", ["FRM-009", "REQ-002"]
    ) { bench in
      let peer = try await bench.greeted()
      let requests = UInt64(2)..<22
      let pings = try requests.map {
        try peer.frame("ping", ["nonce": .number($0)], request: $0)
      }
      await peer.send(pings) { [$0[...]] }
      for request in requests {
        let pong = try await peer.response(to: request, is: "pong")
        try requireEqual(try pong.fields.number("nonce"), request, "the nonce of PONG")
      }
      try await peer.requireNothingFurther()
    },
    ConformanceCase(
      "framing/empty-payload", "A frame without payload is read as what it is",
      ["ENC-016", "ENC-019"]
    ) { bench in
      let peer = try await bench.greeted()
      await peer.send(
        Frame(type: try bench.schema.message(named: "ping").type, request: 2))
      let error = try await peer.requireRefusal("malformed")
      try requireEqual(try error.at("offset"), 0, "the offset of the fault")
    },
  ]
}
