import NIOCore

extension ConformanceCase {
  static let handshake: [ConformanceCase] = [
    ConformanceCase(
      "handshake/welcome", "WELCOME says what the coordinator is and takes",
      ["TLS-013", "HSK-004", "HSK-009", "HSK-010", "HSK-011"]
    ) { bench in
      let welcome = try await bench.welcomed().welcome
      try requireEqual(try welcome.number("minor"), UInt64(bench.schema.newestMinor), "minor")
      try require(
        try welcome.number("frame-limit") >= bench.schema.limit("frame-bytes"),
        "frame-limit is below the least")
      try require(try welcome.number("requests-in-flight") >= 1, "no request may be in flight")
      try require(try welcome.number("keepalive-milliseconds") >= 1, "keepalive is 0")
      let names = [
        try welcome.text("cluster"), try welcome.text("peer", "user"),
        try welcome.text("peer", "device"),
      ]
      for name in names {
        try require(
          (1...64).contains(name.utf8.count) && name.utf8.allSatisfy(isNameByte),
          "\(name.debugDescription) is no name")
      }
      try require(
        !names[1].utf8.contains { (0x41...0x5A).contains($0) } && names[1] != "everyone",
        "\(names[1].debugDescription) is no user's name")
      let again = try await bench.welcomed().welcome
      try requireEqual(
        try again.at("incarnation"), try welcome.at("incarnation"), "incarnation, asked again")
    },
    ConformanceCase(
      "handshake/long-agent", "A program may have a longer name than it should have", ["HSK-014"]
    ) { bench in
      let limit = Int(try bench.schema.limit("agent-bytes"))
      let name = String(repeating: "long ", count: limit)
      let peer = try await bench.dial()
      let hello = try bench.hello(replacing: ["agent": .text(name)])
      await peer.send(try peer.frame("hello", hello, request: 1))
      let welcome = try await peer.response(to: 1, is: "welcome").fields
      try require(
        try welcome.text("agent").utf8.count <= limit, "the coordinator's own name is too long")
    },
    ConformanceCase(
      "handshake/first-flight", "A HELLO that arrives with the end of the TLS handshake is read",
      ["FRM-009", "HSK-001"]
    ) { bench in
      let hello = Frame(
        type: try bench.schema.message(named: "hello").type, request: 1,
        payload: try bench.codec.encode("hello", try bench.hello()))
      guard let answer = try await bench.firstFlight(hello.bytes, wanted: Frame.headerBytes)
      else { throw CaseFailure("HELLO is not answered") }
      let type = UInt16(answer[4]) << 8 | UInt16(answer[5])
      try requireEqual(
        type, try bench.schema.message(named: "welcome").type, "the type of the answer")
    },
    ConformanceCase(
      "handshake/grease", "The coordinator sends a grease feature, tag and frame",
      ["GRS-001", "GRS-002", "GRS-003"]
    ) { bench in
      let (peer, welcome) = try await bench.welcomed()
      let grease = bench.schema.grease
      let features = try welcome.list("features").map { try $0.number() }
      try require(
        features.contains { grease.isGrease(UInt16($0)) }, "no grease feature in \(features)")
      let tags = try welcome.extensions("extensions").map(\.tag)
      try require(tags.contains(where: grease.isGrease), "no grease tag in \(tags)")
      try await peer.settle()
      let electives = await peer.electives
      try require(
        electives.contains { grease.isGrease($0) },
        "no elective grease frame in \(electives)")
    },
    ConformanceCase("handshake/hello-first", "Nothing may come before HELLO", ["HSK-001"]) {
      bench in
      for name in ["list-boards", "detach", "acknowledge"] {
        let peer = try await bench.dial()
        let fields: [String: Value] = [
          "list-boards": [:], "detach": ["close": false],
          "acknowledge": ["sequence": 0, "counter": 0],
        ]
        let request: UInt64 = name == "acknowledge" ? 0 : 1
        await peer.send(try peer.frame(name, fields[name] ?? [:], request: request))
        try await peer.requireRefusal("unexpected-message")
      }
    },
    ConformanceCase("handshake/hello-as-event", "HELLO must be a request", ["HSK-001"]) { bench in
      let peer = try await bench.dial()
      await peer.send(try peer.frame("hello", try bench.hello()))
      try await peer.requireRefusal("unexpected-message")
    },
    ConformanceCase("handshake/hello-twice", "A second HELLO is refused", ["HSK-012"]) { bench in
      let peer = try await bench.greeted()
      try await peer.post("hello", try bench.hello())
      try await peer.requireRefusal("unexpected-message")
    },
    ConformanceCase(
      "handshake/hello-size", "HELLO may have 4 096 bytes and not one more", ["HSK-002"]
    ) { bench in
      let limit = Int(try bench.schema.limit("hello-bytes"))
      for (excess, fits) in [(0, true), (1, false)] {
        let peer = try await bench.dial()
        let empty = try peer.frame("hello", try bench.paddedHello(0), request: 1).payload.count
        let hello = try peer.frame(
          "hello", try bench.paddedHello(limit - empty + excess), request: 1)
        try requireEqual(hello.payload.count, limit + excess, "the payload of this case")
        await peer.send(hello)
        if fits {
          _ = try await peer.response(to: 1, is: "welcome")
        } else {
          try await peer.requireRefusal("frame-too-large")
        }
      }
    },
    ConformanceCase(
      "handshake/hello-late", "A HELLO that does not come ends the connection", ["HSK-003"]
    ) { bench in
      let limit = try bench.schema.limit("hello-milliseconds")
      try bench.needs(milliseconds: limit, for: "the deadline of HELLO")
      let started = NIODeadline.now()
      let silent = try await bench.dial()
      let slow = try await bench.dial()
      let hello = try slow.frame("hello", try bench.hello(), request: 1).bytes
      await slow.send(bytes: Array(hello.dropLast()))
      for peer in [silent, slow] {
        try await peer.requireRefusal(
          "hello-timeout", within: .milliseconds(Int64(limit)) + bench.timeout)
      }
      try require(
        NIODeadline.now() - started >= .milliseconds(Int64(limit) - 500),
        "the connection was ended before its time")
    },
    ConformanceCase(
      "handshake/no-common-minor", "Without a common minor version there is no WELCOME",
      ["HSK-005"]
    ) { bench in
      let newer = UInt64(bench.schema.newestMinor) + 1
      for range in [(newer, newer), (newer, 65_535)] {
        let peer = try await bench.dial()
        let hello = try bench.hello(replacing: [
          "lowest-minor": .number(range.0), "newest-minor": .number(range.1),
        ])
        await peer.send(try peer.frame("hello", hello, request: 1))
        try await peer.requireRefusal("no-common-version")
      }
    },
    ConformanceCase(
      "handshake/newer-client", "A newer client is answered in the newest common version",
      ["HSK-004", "HSK-006", "ENC-013", "GRS-004"]
    ) { bench in
      let peer = try await bench.dial()
      let features = (0..<256).map { Value.number(UInt64($0 * 251 + 7)) }
      let hello = try bench.hello(replacing: [
        "newest-minor": 65_535, "features": .list(features),
        "extensions": .extensions([
          .init(tag: 0, bytes: []), .init(tag: 500, bytes: [1, 2, 3]), .init(tag: .max, bytes: [4]),
        ]),
      ])
      await peer.send(try peer.frame("hello", hello, request: 1))
      let welcome = try await peer.response(to: 1, is: "welcome")
      try requireEqual(
        try welcome.fields.number("minor"), UInt64(bench.schema.newestMinor), "minor")
    },
    ConformanceCase(
      "handshake/too-many-features", "More than 256 features are refused", ["HSK-008"]
    ) { bench in
      let hello = try bench.hello(replacing: [
        "features": .list([Value](repeating: 9, count: 257))
      ])
      let payload = try bench.codec.encode("hello", hello)
      let peer = try await bench.dial()
      try await peer.requireMalformed("hello", payload, .outOfRange, request: 1)
    },
  ]
}

private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
    UInt8(ascii: "-"):
    true
  default: false
  }
}

extension Bench {
  func hello(replacing changes: [String: Value]) throws -> Value {
    guard case .fields(let fields) = try hello() else { return try hello() }
    return .fields(fields.merging(changes) { $1 })
  }

  /// The fields of a HELLO with an extension of `count` bytes.
  fileprivate func paddedHello(_ count: Int) throws -> Value {
    let padding = [UInt8](repeating: 0, count: count)
    return try hello(replacing: ["extensions": .extensions([.init(tag: 9, bytes: padding)])])
  }
}
