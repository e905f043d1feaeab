import NIOCore

// How cases lift items in one window, and load, drop or cancel them in another.
extension Value {
  /// The types in which the coordinator itself can serve a card, so that every window can load
  /// them.
  static let cardTypes = [
    "application/x-board-card", "text/markdown", "text/plain", "text/uri-list",
  ]

  static func item(
    _ card: Identifier?, _ title: String = "what is carried", types: [String] = cardTypes
  ) -> Value {
    [
      "card": card.map(Value.id) ?? .absent, "title": .text(title),
      "types": .list(types.map(Value.text)),
    ]
  }
}

/// A drag with the values that a case chooses for it.
struct SampleDrag: Sendable {
  let id = Identifier.random()
  var pointer = false
  var moves = true
  var copies = true
  let items: [Value]

  /// The fields of the LIFT that starts this drag.
  var lift: Value {
    [
      "drag": .id(id), "pointer": .bool(pointer), "moves": .bool(moves),
      "copies": .bool(copies), "items": .list(items),
    ]
  }

  /// The drag as CARRIED describes it: the fields of LIFT, and who lifted it in which window.
  func carried(by window: Window, _ author: Value) -> Value {
    guard case .fields(let lifted) = lift else { return .absent }
    let added: [String: Value] = [
      "session": .id(window.session), "board": .id(window.fixture.board), "author": author,
    ]
    return .fields(lifted.merging(added) { $1 })
  }

  func drop(_ proposal: String) -> Value {
    ["drag": .id(id), "proposal": .variant(proposal)]
  }

  func load(_ type: String, item: UInt64 = 0, offset: UInt64 = 0) -> Value {
    [
      "drag": .id(id), "item": .number(item), "type": .text(type),
      "offset": .number(offset),
    ]
  }
}

extension Bench {
  /// Makes a board, and skips the case if the coordinator does not offer drags.
  func dragBoard() async throws -> Fixture {
    try await needs(feature: "drags")
    return try await windowBoard()
  }

  /// A window that shows the board and has taken the CARRIED that follows every ATTACHED.
  func dragWindow(on fixture: Fixture, _ user: User = .first) async throws -> Window {
    let window = try await shown(.activity("board"), on: fixture, user)
    _ = try await window.peer.event("carried")
    return window
  }
}

extension Window {
  /// Starts the drag from this window, and waits for LIFTED.
  /// - Returns: `drag`.
  @discardableResult
  func lift(_ drag: SampleDrag) async throws -> SampleDrag {
    _ = try await peer.request("lift", drag.lift, answeredBy: "lifted")
    return drag
  }

  /// Waits for a CARRIED that says that the user carries this drag.
  /// - Returns: the fields of CARRIED.
  @discardableResult
  func requireCarried(_ drag: SampleDrag) async throws -> Value {
    let told = try await peer.event("carried").fields
    guard case .fields = try told.at("drag") else {
      throw CaseFailure("CARRIED names no drag, expected \(drag.id)")
    }
    try requireEqual(try told.at("drag", "drag"), .id(drag.id), "the drag of CARRIED")
    return told
  }

  /// Waits for a CARRIED that says that the user carries nothing any more, and how this drag ended.
  func requireEnd(
    of drag: SampleDrag, _ end: String, by author: Value, at place: String = place
  ) async throws {
    let told = try await peer.event("carried").fields
    try requireEqual(try told.at("drag"), .absent, "the drag of CARRIED")
    try Self.requireEnd(in: told, of: drag, end, by: author, at: place)
  }

  static func requireEnd(
    in told: Value, of drag: SampleDrag, _ end: String, by author: Value,
    at place: String = place
  ) throws {
    let expected: Value = [
      "drag": .id(drag.id), "end": .variant(end), "author": author, "place": .text(place),
    ]
    try requireEqual(try told.at("ended"), expected, "what CARRIED says of the drag before")
  }

  func cancel(_ drag: SampleDrag) async throws {
    try await peer.sendEvent("cancel-drag", ["drag": .id(drag.id)])
  }
}

extension ScriptedPeer {
  /// Loads the part of a representation that starts at `offset`, in bytes.
  func part(of drag: SampleDrag, _ type: String, offset: UInt64 = 0) async throws -> Value {
    try await request("load", drag.load(type, offset: offset), answeredBy: "part")
  }

  /// Loads a whole representation of the first item, part after part.
  func whole(of drag: SampleDrag, _ type: String) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    var first: Value?
    repeat {
      let part = try await self.part(of: drag, type, offset: UInt64(bytes.count))
      let digest = try part.at("digest")
      try requireEqual(digest, try first?.at("digest") ?? digest, "the digest of the next part")
      try requireEqual(
        try part.number("total"), try first?.number("total") ?? part.number("total"),
        "the length that the next part gives")
      guard case .bytes(let more) = try part.at("bytes") else { break }
      try require(
        !more.isEmpty || bytes.count >= Int(try part.number("total")), "a part holds nothing")
      first = first ?? part
      bytes += more
    } while bytes.count < Int(try first?.number("total") ?? 0)
    try requireEqual(bytes.count, Int(try first?.number("total") ?? 0), "the length of all parts")
    return bytes
  }
}
