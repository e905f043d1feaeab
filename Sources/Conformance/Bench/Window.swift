/// An attached session, as a client keeps it.
struct Window: Sendable {
  /// Another after a cut.
  var peer: ScriptedPeer
  let fixture: Fixture
  let session: Identifier
  var instance: Identifier
  var configuration = "board"
  var epoch: UInt64 = 0
  /// Of the last operation it made.
  var counter: UInt64 = 0
  /// The last operation of the board it has.
  var sequence: UInt64 = 0
  /// What came as COMMITTED, in the order in which it came.
  private(set) var log: [Value] = []

  init(peer: ScriptedPeer, fixture: Fixture, session: Identifier, instance: Identifier) {
    self.peer = peer
    self.fixture = fixture
    self.session = session
    self.instance = instance
  }

  /// The fields of ATTACH as this window would send them now.
  func attachFields(firstPending: UInt64? = nil, replacing changes: [String: Value] = [:]) -> Value
  {
    let fields: [String: Value] = [
      "board": .id(self.fixture.board), "session": .id(self.session),
      "instance": .id(self.instance), "configuration": .variant(self.configuration),
      "epoch": .number(self.epoch), "incarnation": .id(.zero),
      "sequence": .number(self.sequence),
      "first-pending": .number(firstPending ?? self.counter + 1),
      "level": .number(UInt64(self.peer.codec.schema.modelLevel)),
    ]
    return .fields(fields.merging(changes) { $1 })
  }

  /// - Returns: the fields of ATTACHED.
  @discardableResult
  mutating func attach(firstPending: UInt64? = nil) async throws -> Value {
    let fields = self.attachFields(firstPending: firstPending)
    let attached = try await self.peer.request("attach", fields, answeredBy: "attached")
    self.epoch = try attached.number("epoch")
    return attached
  }

  /// Fetches all chunks, each when the one before it is there.
  /// - Returns: the entities.
  @discardableResult
  mutating func fetchSnapshot() async throws -> [Value] {
    var entities: [Value] = []
    var pinned: UInt64 = 0
    while true {
      let cursor = UInt64(entities.count)
      let chunk = try await self.peer.request(
        "fetch-snapshot", ["sequence": .number(pinned), "cursor": .number(cursor)],
        answeredBy: "snapshot")
      let sequence = try chunk.number("sequence")
      try require(pinned == 0 || pinned == sequence, "a chunk is of another snapshot")
      try requireEqual(try chunk.number("cursor"), cursor, "the cursor of a chunk")
      let more = try chunk.list("entities")
      pinned = sequence
      entities += more
      if entities.count >= Int(try chunk.number("total")) { break }
      try require(!more.isEmpty, "a chunk holds nothing though more is to come")
    }
    self.sequence = pinned
    return entities
  }

  // MARK: Operations

  /// The next operation of this session. `base` nil is what the window has.
  mutating func operation(
    _ intent: Value, base: UInt64? = nil, queued: Bool = false,
    extensions: [Value.Extension] = []
  ) -> Value {
    self.counter += 1
    return .operation(
      .operationID(self.session, epoch: self.epoch, counter: self.counter),
      base: base ?? self.sequence, queued: queued, intent, extensions: extensions)
  }

  /// - Returns: the stored outcome.
  func submit(_ operation: Value) async throws -> Value {
    try await self.peer.request("submit", ["operation": operation], answeredBy: "outcome")
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
    let stored = try await self.submit(operation)
    try requireEqual(try stored.number("counter"), self.counter, "the counter of OUTCOME")
    return stored
  }

  /// The identifier of the last operation made.
  var lastOperation: Value {
    .operationID(self.session, epoch: self.epoch, counter: self.counter)
  }

  /// Takes COMMITTED until the window has everything up to `sequence`.
  mutating func catchUp(to sequence: UInt64) async throws {
    while self.sequence < sequence {
      let message = try await self.peer.event("committed")
      for committed in try message.fields.list("operations") {
        try requireEqual(
          try committed.number("sequence"), self.sequence + 1, "the next sequence number")
        self.sequence += 1
        self.log.append(committed)
      }
    }
  }

  func acknowledge() async throws {
    try await self.peer.sendEvent(
      "acknowledge", ["sequence": .number(self.sequence), "counter": .number(self.counter)])
  }

  /// The whole history from `first` on, page by page.
  func history(from first: UInt64 = 1, page: UInt64 = 100) async throws -> [Value] {
    var operations: [Value] = []
    while true {
      let answer = try await self.peer.request(
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
