import NIOCore
import TLS
import Transport

extension ConformanceCase {
  static let tls: [ConformanceCase] = [
    ConformanceCase("tls/version", "TLS 1.2 is refused", ["TLS-001"]) { bench in
      try await bench.requireRefusedHandshake(.version, saying: [.version])
    },
    ConformanceCase(
      "tls/no-application-protocol", "A handshake without ALPN is refused", ["TLS-002"]
    ) { bench in
      try await bench.requireRefusedHandshake(.noProtocol, saying: [.alpn])
    },
    ConformanceCase(
      "tls/other-application-protocol", "Another application protocol is refused", ["TLS-002"]
    ) { bench in
      for name in ["h2", "board/2", "board/1.0", "BOARD/1"] {
        let context = try TLSContext(
          role: .client, credentials: bench.target.identity, protocols: [name], expecting: .anyone)
        try await bench.requireRefusal(of: context, "ALPN \(name)", saying: [.alpn])
      }
    },
    ConformanceCase("tls/no-certificate", "A client without a certificate is refused", ["TLS-003"])
    { bench in
      try await bench.requireRefusedHandshake(
        .noCertificate, saying: [.certificateMissing, .certificateRefused])
    },
    ConformanceCase(
      "tls/foreign-certificate", "A certificate of another authority is refused", ["TLS-003"]
    ) { bench in
      let credentials = ForeignIdentity.credentials(authority: bench.target.identity.authority)
      let context = try TLSContext(
        role: .client, credentials: credentials, protocols: [bench.schema.alpn],
        expecting: .anyone)
      try await bench.requireRefusal(
        of: context, "a foreign certificate", saying: [.unknownAuthority, .certificateRefused])
    },
    ConformanceCase("tls/plain-text", "Nothing is served outside TLS", ["TLS-007"]) { bench in
      let hello = Frame(
        type: try bench.schema.message(named: "hello").type, request: 1,
        payload: try bench.codec.encode("hello", try bench.hello()))
      for bytes in [hello.bytes, Array("GET / HTTP/1.1\r\nHost: board\r\n\r\n".utf8)] {
        let socket = try await bench.plainSocket()
        socket.write(bytes)
        guard let answer = try await socket.everything(within: bench.timeout) else {
          throw CaseFailure("a connection that speaks no TLS is kept open")
        }
        // The coordinator may answer nothing, or an alert of TLS, which starts with 0x15.
        try require(
          answer.isEmpty || answer[0] == 0x15,
          "plain text is answered in plain text: \(hexadecimal(answer.prefix(32)))")
      }
    },
    ConformanceCase(
      "tls/author", "The author of an operation is the holder of the certificate",
      ["TLS-005", "HSK-009"]
    ) { bench in
      let fixture = try await bench.board()
      _ = try bench.credentials(.second)
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture, .second)
      let names = [
        try await bench.welcomed(.first).welcome.at("peer"),
        try await bench.welcomed(.second).welcome.at("peer"),
      ]
      try require(names[0] != names[1], "WELCOME gives both identities one name")
      try await first.edit(.cardRetitle(fixture.card, "by the first"))
      try await second.edit(.cardRetitle(fixture.card, "by the second"))
      let authors = try await first.history(from: 2).map { try $0.at("author") }
      try requireEqual(authors, names, "the authors of the operations")
    },
  ]
}

extension Bench {
  func requireRefusedHandshake(
    _ rules: TLSContext.BrokenRules, saying kinds: [TLSError.Kind]
  ) async throws {
    let context = try TLSContext(
      breaking: rules, credentials: target.identity, protocols: [schema.alpn],
      expecting: .anyone)
    try await requireRefusal(of: context, "the handshake", saying: kinds)
  }

  /// Tries a handshake that the coordinator must end with an alert. In TLS 1.3 the alert may reach
  /// a client that believes the handshake done, so the client sends HELLO, which must not be
  /// answered.
  fileprivate func requireRefusal(
    of context: TLSContext, _ what: String, saying kinds: [TLSError.Kind]
  ) async throws {
    switch try await end(of: context, what) {
    case .tls(let error) where error.origin == .peer:
      try require(kinds.contains(error.kind), "\(what) is refused for another reason: \(error)")
    case .tls(let error):
      throw CaseFailure("\(what): the coordinator goes on with the handshake (\(error))")
    case let end:
      throw CaseFailure("\(what) is not refused by an alert: \(end)")
    }
  }

  private func end(of context: TLSContext, _ what: String) async throws -> StreamEnd {
    let peer: ScriptedPeer
    do {
      peer = try await dial(context)
    } catch let failure as DialFailure {
      return failure.reason
    }
    await peer.send(try peer.frame("hello", try hello(), request: 1))
    let end = try await peer.ended()
    let received = await peer.untaken
    try require(received.isEmpty, "\(what): HELLO is answered by \(received)")
    return end
  }
}
