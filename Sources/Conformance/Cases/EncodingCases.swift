extension ConformanceCase {
  static let encoding: [ConformanceCase] = [
    ConformanceCase(
      "encoding/trailing-bytes", "Bytes behind a payload's last field are refused",
      ["ENC-011", "ENC-019", "ERR-005"]
    ) { bench in
      for name in ["ping", "list-boards"] {
        let payload = try bench.codec.encode(name, name == "ping" ? ["nonce": 1] : [:])
        try await bench.requireMalformed(name, payload + [0], .trailingBytes)
      }
    },
    ConformanceCase(
      "encoding/truncated", "A payload that ends within a value is refused at its end",
      ["ENC-016", "ENC-012"]
    ) { bench in
      let payload = try bench.submitPayload(.cardRetitle(.random(), "title"))
      // Payloads cut within the session, the epoch, the intent's number, the title, and the
      // extensions' count.
      for count in [1, 18, 38, 58, payload.count - 1] {
        try await bench.requireMalformed("submit", Array(payload.prefix(count)), .truncated)
      }
    },
    ConformanceCase("encoding/bool", "A bool is 00 or 01", ["ENC-002"]) { bench in
      var payload = try bench.submitPayload(.cardArchive(.random()))
      // Byte 36 is `queued`, behind the operation's identifier (28 bytes) and base (8).
      for byte: UInt8 in [0x02, 0xFF] {
        payload[36] = byte
        try await bench.requireMalformed("submit", payload, .notBool)
      }
    },
    ConformanceCase(
      "encoding/optional", "The mark of an optional is 00 or 01", ["ENC-008", "ENC-002"]
    ) { bench in
      var payload = try bench.submitPayload(.columnCreate(.random(), "C"))
      // Byte 58 is the first anchor's presence, behind 37 bytes of the operation, the intent's
      // number (2), the column (16) and the title (3).
      payload[58] = 2
      try await bench.requireMalformed("submit", payload, .notBool)
    },
    ConformanceCase(
      "encoding/list-count", "A count that the remaining bytes cannot hold is refused",
      ["ENC-006", "ENC-007"]
    ) { bench in
      let move = try bench.submitPayload(.cardMove(.random(), to: .random()))
      for count: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 40]] {
        var payload = move
        payload.replaceSubrange(39..<43, with: count)
        try await bench.requireMalformed("submit", payload, .countTooLarge)
      }
      let extended = try bench.codec.encode("ping", ["nonce": 1]).dropLast(2) + [0xFF, 0xFF]
      try await bench.requireMalformed("ping", Array(extended), .countTooLarge)
    },
    ConformanceCase(
      "encoding/extension-order", "Tags of extensions ascend, each once", ["ENC-010"]
    ) { bench in
      for tags: [UInt16] in [[7, 7], [8, 7], [1, 3, 2]] {
        let entries = tags.map { Value.Extension(tag: $0, bytes: [0]) }
        let payload = try bench.codec.encode(
          "ping", ["nonce": 1, "extensions": .extensions(entries)])
        try await bench.requireMalformed("ping", payload, .extensionOrder)
      }
    },
    ConformanceCase(
      "encoding/unknown-case", "A number without a case is refused", ["ENC-009", "ENC-012"]
    ) { bench in
      var payload = try bench.submitPayload(.cardArchive(.random()))
      payload.replaceSubrange(37..<39, with: [0x7F, 0xFF])
      try await bench.requireMalformed("submit", payload, .unknownCase)
      var disposition = try bench.submitPayload(.columnDelete(.random(), seen: []))
      disposition[disposition.count - 5] = 9
      try await bench.requireMalformed("submit", disposition, .unknownCase)
    },
    ConformanceCase(
      "encoding/nested-batch", "A batch inside a batch is refused as bytes", ["ENC-015"]
    ) { bench in
      let inner = Value.batch([.cardArchive(.random())])
      try await bench.requireMalformed(
        "submit", try bench.submitPayload(.batch([.cardArchive(.random()), inner])), .tooDeep)
    },
    ConformanceCase("encoding/text-range", "A text range names a scalar", ["ENC-017"]) { bench in
      let scalar = Value.operationID(.random(), epoch: 1, counter: 1)
      for (offset, count): (UInt64, UInt64) in [(0, 0), (4_294_967_295, 2), (2, 4_294_967_295)] {
        let range: Value = [
          "start": ["operation": scalar, "offset": .number(offset)], "count": .number(count),
        ]
        let splice = Value.cardSplice(.random(), deletions: [range], insertions: [])
        try await bench.requireMalformed("submit", try bench.submitPayload(splice), .outOfRange)
      }
    },
    ConformanceCase(
      "encoding/unknown-extensions", "Unknown extensions of messages are accepted",
      ["ENC-010", "ENC-013"]
    ) { bench in
      let peer = try await bench.greeted()
      let entries = [0, 1, 0x8000, 0xFFFF].map {
        Value.Extension(tag: $0, bytes: [UInt8](repeating: 0xEE, count: Int($0 & 3)))
      }
      let answer = try await peer.request(
        "ping", ["nonce": 3, "extensions": .extensions(entries)], answeredBy: "pong")
      try requireEqual(try answer.number("nonce"), 3, "the nonce of PONG")
      _ = try await peer.request(
        "list-boards", ["extensions": .extensions(entries)], answeredBy: "boards")
    },
    ConformanceCase(
      "encoding/kept-extensions", "Extensions of operations are kept and forwarded as they are",
      ["ENC-014", "HIS-004"]
    ) { bench in
      let fixture = try await bench.board()
      var author = try await bench.window(on: fixture)
      var reader = try await bench.window(on: fixture)
      let entries = [
        Value.Extension(tag: 2, bytes: []),
        Value.Extension(tag: 0x1A0A, bytes: Array(UInt8.min ... .max)),
      ]
      let operation = author.operation(
        .cardRetitle(fixture.card, "extended"), extensions: entries)
      let stored = try await author.submit(operation)
      try await author.catchUp(to: stored.number("sequence"))
      try await reader.catchUp(to: stored.number("sequence"))
      for log in [author.log, reader.log, try await reader.history(from: 2)] {
        try requireEqual(
          try log.map { try $0.at("content", "operation") }, [operation],
          "the operation as it was forwarded")
      }
      // A resend counts as the same operation only if its extensions are the same too.
      try requireEqual(try await author.submit(operation), stored, "the outcome of a resend")
    },
  ]

  static let text: [ConformanceCase] = [
    ConformanceCase("text/utf8", "A text that is not UTF-8 is refused", ["ENC-004"]) { bench in
      let bad: [[UInt8]] = [
        [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0xE2, 0x82],
      ]
      for bytes in bad {
        let payload = try bench.submitPayload(
          .boardRename(String(repeating: "x", count: bytes.count)))
        // The title starts at byte 41, behind 37 bytes of the operation, the intent's number (2)
        // and the title's length (2).
        let broken = payload.prefix(41) + bytes + payload.dropFirst(41 + bytes.count)
        try await bench.requireMalformed("submit", Array(broken), .notUTF8)
      }
    },
    ConformanceCase(
      "text/title-scalars", "A title with a control character is refused where it stands",
      ["TXT-001", "ENC-012"]
    ) { bench in
      for scalar: Unicode.Scalar in ["\u{0}", "\t", "\n", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}"] {
        let payload = try bench.submitPayload(.boardRename("é\(scalar)x"))
        try await bench.requireMalformed("submit", payload, .forbiddenScalar)
      }
    },
    ConformanceCase(
      "text/body-scalars", "A body holds newline and tab and no other control character",
      ["TXT-002"]
    ) { bench in
      for scalar: Unicode.Scalar in ["\r", "\u{0B}", "\u{1B}", "\u{7F}", "\u{9F}"] {
        let payload = try bench.submitPayload(
          .cardCreate(.random(), in: .random(), "T", body: "line\n\t\(scalar)"))
        try await bench.requireMalformed("submit", payload, .forbiddenScalar)
      }
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let body = "line\n\tindented \u{1F469}\u{200D}\u{1F680} \u{202E}x"
      let create = Value.cardCreate(.random(), in: fixture.columns[0], "\u{A0}T", body: body)
      try requireEqual(try await window.edit(create).at("outcome"), .applied, "the outcome")
    },
  ]
}

extension Bench {
  /// The payload of a SUBMIT whose session does not exist, which is enough if the bytes themselves
  /// are at fault.
  fileprivate func submitPayload(_ intent: Value) throws -> [UInt8] {
    let id = Value.operationID(.random(), epoch: 1, counter: 1)
    return try codec.encode("submit", ["operation": .operation(id, base: 0, intent)])
  }

  fileprivate func requireMalformed(
    _ message: String, _ payload: [UInt8], _ kind: Malformed.Kind
  ) async throws {
    try await greeted().requireMalformed(message, payload, kind, request: 2)
  }
}

extension ScriptedPeer {
  /// Sends a payload that the schema refuses for this reason. The coordinator must refuse it for
  /// the same reason and at the same byte.
  func requireMalformed(
    _ message: String, _ payload: [UInt8], _ kind: Malformed.Kind, request: UInt64
  ) async throws {
    let known = try codec.schema.message(named: message)
    let fault: Malformed
    do {
      _ = try codec.decode(known, payload)
      throw HarnessFault("the payload of this case is a well-formed \(message)")
    } catch let malformed as Malformed {
      fault = malformed
    }
    if fault.kind != kind { throw HarnessFault("the payload of this case is \(fault)") }
    send(Frame(type: known.type, request: request, payload: payload))
    do {
      let error = try await requireRefusal("malformed")
      try requireEqual(
        try error.at("offset"), .number(UInt64(fault.offset)), "the offset of the fault")
    } catch let failure as CaseFailure {
      throw CaseFailure(
        "\(message), \(fault): \(failure.description)", statements: failure.statements)
    }
  }
}
