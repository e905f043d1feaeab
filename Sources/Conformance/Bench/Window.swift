/// A window's session with the state that a client keeps of it.
struct Window: Sendable {
  /// The connection. A case replaces it to attach again after the old one was cut.
  var peer: ScriptedPeer
  let fixture: Fixture
  let session: Identifier
  var instance: Identifier
  var configuration = "board"
  var epoch: UInt64 = 0
  /// The counter of the last operation that this session made; 0 before the first.
  var counter: UInt64 = 0
  /// The sequence number of the last operation of the board that this window has.
  var sequence: UInt64 = 0
  /// The operations that came in COMMITTED, in the order in which they came.
  private(set) var log: [Value] = []

  init(peer: ScriptedPeer, fixture: Fixture, session: Identifier, instance: Identifier) {
    self.peer = peer
    self.fixture = fixture
    self.session = session
    self.instance = instance
  }

  /// The fields of an ATTACH that this window would send now.
  func attachFields(firstPending: UInt64? = nil, replacing changes: [String: Value] = [:]) -> Value
  {
    let fields: [String: Value] = [
      "board": .id(fixture.board), "session": .id(session),
      "instance": .id(instance), "configuration": .variant(configuration),
      "epoch": .number(epoch), "incarnation": .id(.zero),
      "sequence": .number(sequence),
      "first-pending": .number(firstPending ?? counter + 1),
      "level": .number(UInt64(peer.codec.schema.modelLevel)), "snapshot": false,
    ]
    return .fields(fields.merging(changes) { $1 })
  }

  /// Attaches the session with ATTACH.
  /// - Returns: the fields of ATTACHED.
  @discardableResult
  mutating func attach(firstPending: UInt64? = nil) async throws -> Value {
    let fields = attachFields(firstPending: firstPending)
    let attached = try await peer.request("attach", fields, answeredBy: "attached")
    epoch = try attached.number("epoch")
    return attached
  }

  /// Fetches a snapshot.
  /// - Returns: the entities of all chunks.
  @discardableResult
  mutating func fetchSnapshot() async throws -> [Value] {
    try await takeSnapshot(answering: try await peer.post("fetch-snapshot"))
  }

  /// Takes the chunks of a snapshot, of which each has at most as many bytes as a chunk may have.
  /// - Parameter each: called behind each chunk.
  /// - Returns: the entities of all chunks.
  @discardableResult
  mutating func takeSnapshot(
    answering request: UInt64, each: (UInt64) async throws -> Void = { _ in }
  ) async throws -> [Value] {
    let more = try peer.codec.schema.flag("more")
    var entities: [Value] = []
    var pinned: UInt64?
    while true {
      let chunk = try await peer.response(to: request, is: "snapshot")
      try require(
        chunk.payload.count <= Int(try peer.codec.schema.limit("chunk-bytes")),
        "a chunk has \(chunk.payload.count) bytes")
      sequence = try chunk.fields.number("sequence")
      try requireEqual(sequence, pinned ?? sequence, "the sequence number of a chunk")
      pinned = sequence
      try requireEqual(
        try chunk.fields.number("cursor"), UInt64(entities.count), "the cursor of a chunk")
      entities += try chunk.fields.list("entities")
      let isLast = chunk.flags & more == 0
      try requireEqual(
        isLast, entities.count == Int(try chunk.fields.number("total")),
        "whether a chunk is the last one")
      try await each(sequence)
      if isLast { return entities }
    }
  }

  // MARK: Operations

  /// The next operation of this session, not yet sent. A nil `base` is the sequence that the window
  /// has.
  mutating func operation(
    _ intent: Value, base: UInt64? = nil, queued: Bool = false,
    extensions: [Value.Extension] = []
  ) -> Value {
    counter += 1
    return .operation(
      .operationID(session, epoch: epoch, counter: counter),
      base: base ?? sequence, queued: queued, intent, extensions: extensions)
  }

  /// Submits an operation.
  /// - Returns: the stored outcome.
  func submit(_ operation: Value) async throws -> Value {
    try await peer.request("submit", ["operation": operation], answeredBy: "outcome")
      .at("stored")
  }

  /// Makes and submits an operation.
  /// - Returns: the stored outcome.
  @discardableResult
  mutating func edit(
    _ intent: Value, base: UInt64? = nil, queued: Bool = false,
    extensions: [Value.Extension] = []
  ) async throws -> Value {
    let operation = self.operation(intent, base: base, queued: queued, extensions: extensions)
    let stored = try await submit(operation)
    try requireEqual(try stored.number("counter"), counter, "the counter of OUTCOME")
    return stored
  }

  /// The identifier of the last operation that this session made.
  var lastOperation: Value {
    .operationID(session, epoch: epoch, counter: counter)
  }

  /// Takes COMMITTED until the window has every operation up to `sequence`.
  mutating func catchUp(to sequence: UInt64) async throws {
    while self.sequence < sequence {
      let message = try await peer.event("committed")
      for committed in try message.fields.list("operations") {
        try requireEqual(
          try committed.number("sequence"), self.sequence + 1, "the next sequence number")
        self.sequence += 1
        log.append(committed)
      }
    }
  }

  func acknowledge() async throws {
    try await peer.sendEvent(
      "acknowledge", ["sequence": .number(sequence), "counter": .number(counter)])
  }

  /// The history from sequence number `first` to its end, fetched with `page` operations a request.
  func history(from first: UInt64 = 1, page: UInt64 = 100) async throws -> [Value] {
    var operations: [Value] = []
    while true {
      let answer = try await peer.request(
        "fetch-history",
        ["from": .number(first + UInt64(operations.count)), "count": .number(page)],
        answeredBy: "history")
      let more = try answer.list("operations")
      try require(more.count <= Int(page), "HISTORY holds more operations than asked for")
      for operation in more {
        try requireEqual(
          try operation.number("sequence"), first + UInt64(operations.count),
          "the next sequence number of HISTORY")
        operations.append(operation)
      }
      if more.isEmpty { return operations }
    }
  }
}
