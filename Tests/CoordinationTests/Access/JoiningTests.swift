import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

/// Who is invited, and who comes in by an invitation.
@Suite("Joining")
struct JoiningTests {
  typealias Said = AccessBench.Said

  // MARK: Making an invitation

  /// Who asks, for whom, and what they are told.
  static let admissions: [(String, who: String, user: String, onBoard: Bool, said: Said)] = [
    ("an owner, somebody new", "ann", "bob", true, .message("admitted")),
    ("an owner, somebody who is here", "ann", "carol", true, .error(3023)),
    ("an owner, themselves", "ann", "ann", true, .error(3023)),
    ("an owner, nobody's name", "ann", "Bob", true, .error(3023)),
    ("an owner, everyone", "ann", "everyone", true, .error(3023)),
    ("somebody who may not read the board", "carol", "bob", true, .error(3001)),
    ("a device of one's own", "carol", "carol", false, .message("admitted")),
    ("another's device", "carol", "ann", false, .error(3023)),
    ("somebody new without a board", "carol", "bob", false, .error(3023)),
  ]

  @Test(
    "An owner invites somebody new, and each user a device of their own",
    .holds("JOI-014", "JOI-015", "JOI-016"), arguments: admissions)
  func admission(_ row: (String, who: String, user: String, onBoard: Bool, said: Said)) throws {
    var bench = try AccessBench()
    _ = try bench.member("carol", "desk")
    let id = try bench.member(row.who, "laptop")
    let reply = try bench.harness.request(
      id, AccessBench.admit(row.user, row.onBoard ? bench.board : nil))
    #expect(Said(reply) == row.said)
  }

  @Test(
    "Only an owner of the board invites to it", .holds("JOI-015"),
    arguments: [Role.viewer, .editor])
  func lacking(role: Role) throws {
    var bench = try AccessBench()
    try bench.give(role, to: "carol")
    bench.harness.restart()
    let id = try bench.member("carol", "desk")
    let reply = try bench.harness.request(id, AccessBench.admit("bob", bench.board))
    #expect(Said(reply) == .error(3020))
  }

  @Test(
    "The same invitation again is the same, another under its identifier is refused",
    .holds("JOI-014"))
  func again() throws {
    var bench = try AccessBench()
    let ann = try bench.owner()
    let first = try bench.harness.request(ann, AccessBench.admit("bob", bench.board))
    bench.harness.advance(5_000)
    let again = try bench.harness.request(ann, AccessBench.admit("bob", bench.board))
    #expect(first == again)
    let other = try bench.harness.request(
      ann, AccessBench.admit("bob", bench.board, secret: 99))
    #expect(Said(other) == .error(3004))
    let endless = try bench.harness.request(
      ann, AccessBench.admit("bob", bench.board, number: 2, seconds: 604_801))
    #expect(Said(endless) == .error(3012))
  }

  @Test("Nobody is told of an invitation that is not durable", .holds("JOI-014"))
  func durable() throws {
    var bench = try AccessBench()
    let ann = try bench.owner()
    bench.harness.commitsAtOnce = false
    // It is asked for again before the log has it.
    let requests = (0..<2).map { _ in
      bench.harness.begin(ann, AccessBench.admit("bob", bench.board))
    }
    for request in requests {
      #expect(throws: CoordinatorHarness.Unexpected.self) {
        try bench.harness.answer(ann, request)
      }
    }
    bench.harness.failCommit()
    for request in requests {
      #expect(Said(try bench.harness.answer(ann, request)) == .error(3101))
    }
    bench.harness.commitsAtOnce = true
    #expect(bench.join(AccessBench.join()) == .error(3021))
  }

  @Test("A user has 16 open invitations and no more; a used one makes room", .holds("JOI-018"))
  func many() throws {
    var bench = try AccessBench()
    let ann = try bench.owner()
    let desk = try bench.harness.greeted(device: "desk")
    for number in 1...16 {
      let body = AccessBench.admit("ann", nil, number: UInt8(number))
      let id = number % 2 == 0 ? ann : desk
      #expect(Said(try bench.harness.request(id, body)) == .message("admitted"))
    }
    let full = AccessBench.admit("ann", nil, number: 17)
    #expect(Said(try bench.harness.request(ann, full)) == .error(3010))
    _ = bench.join(AccessBench.join(number: 4))
    #expect(Said(try bench.harness.request(ann, full)) == .message("admitted"))
    // An administrator is not among those who fill it.
    bench.invite("bob", number: 40)
    #expect(
      bench.join(AccessBench.join(number: 40)) == .certificate("bob/phone/\(bench.beginning)"))
  }

  @Test("A user's invitations are used 64 times within a day and no more", .holds("JOI-018"))
  func used() throws {
    var bench = try AccessBench()
    let ann = try bench.owner()
    for number in 1...64 {
      let body = AccessBench.admit("ann", nil, number: UInt8(number))
      #expect(Said(try bench.harness.request(ann, body)) == .message("admitted"))
      let said = bench.join(AccessBench.join(number: UInt8(number), replaces: true))
      #expect(said.description.hasPrefix("certificate"), "\(number): \(said)")
    }
    let last = AccessBench.admit("ann", nil, number: 65)
    guard case .error(let refusal) = try bench.harness.request(ann, last) else {
      return #expect(Bool(false))
    }
    #expect(refusal.code == .limitReached && refusal.text.contains("invitations-used-in-day"))
    bench.harness.handle(.closed(ann))
    bench.harness.jump(86_400_000)
    let tomorrow = try bench.owner()
    #expect(Said(try bench.harness.request(tomorrow, last)) == .message("admitted"))
  }

  // MARK: Using it

  /// What is changed of a JOIN that would be served, and what it is told.
  static let joins: [(String, Join, milliseconds: UInt64, said: String)] = [
    ("as it is", AccessBench.join(), 0, "certificate"),
    ("unknown invitation", AccessBench.join(number: 2), 0, "error 3021"),
    ("wrong secret", AccessBench.join(secret: 3), 0, "error 3021"),
    ("too late", AccessBench.join(), 900_000, "error 3021"),
    ("in the last second", AccessBench.join(), 899_000, "certificate"),
    ("no device's name", AccessBench.join(device: "my phone"), 0, "error 3024"),
    ("empty name", AccessBench.join(device: ""), 0, "error 3024"),
    ("a device that is there", AccessBench.join(device: "tablet"), 0, "error 3022"),
    ("replacing it", AccessBench.join(device: "tablet", replaces: true), 0, "certificate"),
    ("replacing none", AccessBench.join(replaces: true), 0, "certificate"),
    (
      "a request that is too long",
      Join(
        invitation: AccessBench.invitation(1), secret: AccessBench.secret(1), device: "phone",
        request: [UInt8](repeating: 1, count: 1_025), replaces: false), 0, "error 3024"
    ),
  ]

  @Test(
    "A device joins by an invitation that is open",
    .holds("JOI-007", "JOI-009", "JOI-010", "JOI-012"), arguments: joins)
  func joining(_ row: (String, Join, milliseconds: UInt64, said: String)) throws {
    var bench = try AccessBench()
    bench.invite("bob", number: 9)
    _ = bench.join(AccessBench.join(number: 9, device: "tablet"))
    bench.invite("bob")
    bench.harness.advance(row.milliseconds)
    #expect(bench.join(row.1).description.hasPrefix(row.said))
  }

  @Test("Before the secret is right, no refusal differs from another", .holds("JOI-009"))
  func alike() throws {
    var bench = try AccessBench()
    bench.invite("bob")
    func text(_ body: Join, _ bench: inout AccessBench) throws -> String {
      let id = bench.newcomer()
      let reply = try bench.harness.request(id, body)
      guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
      return error.text
    }
    let open = try text(AccessBench.join(secret: 3), &bench)
    let unknown = try text(AccessBench.join(number: 2), &bench)
    _ = bench.join(AccessBench.join())
    let used = try text(AccessBench.join(secret: 3), &bench)
    bench.harness.advance(901_000)
    let expired = try text(AccessBench.join(secret: 3), &bench)
    #expect(Set([open, unknown, used, expired]).count == 1)
  }

  @Test(
    "An invitation is used once; the same key is answered the same for a day",
    .holds("JOI-010", "JOI-011"))
  func once() throws {
    var bench = try AccessBench()
    bench.invite("bob")
    let first = bench.join(AccessBench.join())
    #expect(first == .certificate("bob/phone/\(bench.beginning)"))
    bench.harness.restart()
    bench.harness.advance(80_000_000)
    #expect(bench.join(AccessBench.join()) == first)
    #expect(bench.join(AccessBench.join(key: 8)) == .error(3021))
    #expect(bench.join(AccessBench.join(device: "tablet")) == .error(3021))
  }

  @Test("Of two who use one invitation at once, one gets a certificate", .holds("JOI-010"))
  func race() throws {
    var bench = try AccessBench()
    bench.invite("bob")
    bench.harness.signsAtOnce = false
    let (one, other) = (bench.newcomer(), bench.newcomer())
    let first = bench.harness.begin(one, AccessBench.join(device: "phone", key: 1))
    let second = bench.harness.begin(other, AccessBench.join(device: "desk", key: 2))
    bench.harness.signNow()
    #expect(
      Said(try bench.harness.answer(one, first)) == .certificate("bob/phone/\(bench.beginning)"))
    #expect(Said(try bench.harness.answer(other, second)) == .error(3021))
  }

  @Test("A certificate may take as long to sign as it likes", .holds("JOI-010"))
  func slowlySigned() throws {
    var bench = try AccessBench()
    bench.invite("bob")
    bench.harness.signsAtOnce = false
    let id = bench.newcomer()
    let beginning = bench.beginning
    let request = bench.harness.begin(id, AccessBench.join())
    bench.harness.advance(3_000)
    bench.harness.signNow()
    #expect(
      Said(try bench.harness.answer(id, request)) == .certificate("bob/phone/\(beginning)"))
  }

  @Test("A user who is thrown out while a certificate is signed does not get it", .holds("DEV-003"))
  func revokedWhileSigned() throws {
    var bench = try AccessBench()
    bench.invite("bob")
    bench.harness.signsAtOnce = false
    let id = bench.newcomer()
    let request = bench.harness.begin(id, AccessBench.join())
    bench.harness.handle(
      .administer(AdministratorToken(9), .revoke(DeviceName(user: "bob", device: ""))))
    bench.harness.signNow()
    #expect(Said(try bench.harness.answer(id, request)) == .error(3021))
  }

  @Test("Nobody gets a certificate whose device is not durable", .holds("JOI-010"))
  func durableDevice() throws {
    var bench = try AccessBench()
    bench.invite("bob")
    bench.harness.commitsAtOnce = false
    let id = bench.newcomer()
    let request = bench.harness.begin(id, AccessBench.join())
    #expect(throws: CoordinatorHarness.Unexpected.self) { try bench.harness.answer(id, request) }
    bench.harness.failCommit()
    #expect(Said(try bench.harness.answer(id, request)) == .error(3101))
    bench.harness.commitsAtOnce = true
    // The invitation is as open as before.
    #expect(bench.join(AccessBench.join(key: 9)) == .certificate("bob/phone/\(bench.beginning)"))
  }

  @Test("An invitation ends with the ownership of who made it", .holds("JOI-017"))
  func void() throws {
    var bench = try AccessBench()
    let ann = try bench.owner()
    _ = try bench.harness.request(ann, AccessBench.admit("bob", bench.board))
    try bench.give(.editor, to: "ann")
    bench.harness.restart()
    #expect(bench.join(AccessBench.join()) == .error(3021))
  }

  @Test(
    "An owner's invitation makes nobody another who came meanwhile", .holds("JOI-016", "JOI-017"))
  func taken() throws {
    var bench = try AccessBench()
    let ann = try bench.owner()
    _ = try bench.harness.request(ann, AccessBench.admit("bob", bench.board))
    bench.invite("bob", number: 2)
    _ = bench.join(AccessBench.join(number: 2, device: "own"))
    #expect(bench.join(AccessBench.join()) == .error(3021))
  }

  @Test(
    "Nobody comes by a role that others meant for somebody", .holds("JOI-016", "JOI-017"),
    arguments: [true, false])
  func foreignRole(isFirst: Bool) throws {
    var bench = try AccessBench()
    let other = BoardID(high: 2, low: 2)
    let mallory = try bench.member("mallory", "desk")
    try bench.make(other, by: mallory)
    if isFirst {
      try bench.give(.editor, to: "bob")
      bench.harness.restart()
    }
    let again = try bench.member("mallory", "desk")
    let said = Said(try bench.harness.request(again, AccessBench.admit("bob", other)))
    guard !isFirst else {
      #expect(said == .error(3023))
      return
    }
    #expect(said == .message("admitted"))
    try bench.give(.editor, to: "bob")
    bench.harness.restart()
    #expect(bench.join(AccessBench.join()) == .error(3021))
  }

  @Test("The store has the hash of a secret, and the secret nowhere", .holds("JOI-013"))
  func secrets() throws {
    var bench = try AccessBench()
    bench.invite("bob")
    _ = bench.join(AccessBench.join())
    let record = try #require(bench.harness.store.invitations[AccessBench.invitation(1)])
    #expect(record.secretHash == SHA256.hash(AccessBench.secret(1)))
    var writer = ByteWriter()
    record.write(to: &writer)
    let secret = AccessBench.secret(1)
    let bytes = writer.bytes
    let isThere = bytes.indices.contains { bytes[$0...].starts(with: secret) }
    #expect(!isThere)
  }

  @Test("A user has 64 devices, and a revoked one makes room for the next", .holds("DEV-006"))
  func devices() throws {
    var bench = try AccessBench()
    for number in 1...64 {
      bench.invite("bob", number: UInt8(number))
      let said = bench.join(AccessBench.join(number: UInt8(number), device: "d\(number)"))
      #expect(said.description.hasPrefix("certificate"))
    }
    bench.invite("bob", number: 65)
    #expect(bench.join(AccessBench.join(number: 65, device: "d65")) == .error(3010))
    bench.harness.handle(
      .administer(AdministratorToken(9), .revoke(DeviceName(user: "bob", device: "d7"))))
    let said = bench.join(AccessBench.join(number: 65, device: "d65"))
    #expect(said.description.hasPrefix("certificate"))
  }

  // MARK: The connection

  @Test(
    "Only JOIN comes first without a certificate, and only RENEW with one", .holds("JOI-004"),
    arguments: [true, false])
  func first(hasCertificate: Bool) throws {
    var bench = try AccessBench()
    let device = AccessBench.device("ann", "laptop", from: 1)
    let id =
      hasCertificate
      ? bench.harness.connect(.renewing(device, from: "")) : bench.newcomer()
    let body: any MessageBody =
      hasCertificate ? AccessBench.join() : Renew(request: [1])
    bench.harness.send(id, body.frame(request: 1))
    #expect(bench.harness.take(id).contains { Said($0) == .error(1006) })
    for other: any MessageBody in [Hello.withMembers, ListBoards(), Ping(nonce: 1)] {
      let id = bench.newcomer()
      bench.harness.send(id, other.frame(request: 1))
      #expect(bench.harness.take(id).contains { Said($0) == .error(1006) })
    }
  }

  @Test("JOIN has no place on a connection of a device", .holds("JOI-004"))
  func onBoard() throws {
    var bench = try AccessBench()
    let ann = try bench.owner()
    #expect(Said(try? bench.harness.request(ann, AccessBench.join())) == .nothing)
    #expect(bench.harness.take(ann).contains { Said($0) == .error(1006) })
  }

  @Test(
    "The answer is the last thing but GOODBYE", .holds("JOI-006"), arguments: [1, 2] as [UInt8])
  func goodbye(number: UInt8) throws {
    var bench = try AccessBench()
    bench.invite("bob")
    let id = bench.newcomer()
    _ = try bench.harness.request(id, AccessBench.join(number: number))
    let rest = bench.harness.take(id)
    guard case .goodbye? = rest.last else { throw CoordinatorHarness.Unexpected(rest.last) }
    #expect(bench.harness.peers[id]?.finished == true)
  }

  @Test(
    "Who says nothing for 5 seconds is cut, and so is a frame above 4,096 bytes", .holds("JOI-005"))
  func bounds() throws {
    var bench = try AccessBench()
    let silent = bench.newcomer()
    bench.harness.advance(7_000)
    #expect(bench.harness.take(silent).contains { Said($0) == .error(1201) })
    let large = bench.newcomer()
    bench.harness.send(
      large,
      Frame(type: Join.type, flags: [], request: 1, payload: [UInt8](repeating: 0, count: 4_097)))
    #expect(bench.harness.take(large).contains { Said($0) == .error(1002) })
  }
}
