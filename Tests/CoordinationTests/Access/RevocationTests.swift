import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

/// Who is thrown out, and what follows.
@Suite("Revocation")
struct RevocationTests {
  typealias Said = AccessBench.Said

  /// Bob's phone and tablet, and the seconds in which their certificates begin.
  private func joined() throws -> (AccessBench, phone: CertifiedDevice, tablet: CertifiedDevice) {
    var bench = try AccessBench()
    bench.invite("bob")
    bench.invite("bob", number: 2)
    let beginning = bench.beginning
    _ = bench.join(AccessBench.join())
    _ = bench.join(AccessBench.join(number: 2, device: "tablet"))
    return (
      bench, AccessBench.device("bob", "phone", from: beginning),
      AccessBench.device("bob", "tablet", from: beginning)
    )
  }

  private func connect(_ bench: inout AccessBench, _ device: CertifiedDevice) throws -> ConnectionID
  {
    let id = bench.harness.connect(.device(device, from: "192.0.2.8"))
    let reply = try bench.harness.request(id, Hello.withMembers)
    guard case .welcome = reply else { throw CoordinatorHarness.Unexpected(reply) }
    return id
  }

  private func revoke(
    _ bench: inout AccessBench, _ device: String, user: String = "bob", evenUnknown: Bool = false
  ) {
    bench.harness.handle(
      .administer(
        AdministratorToken(7),
        .revoke(DeviceName(user: user, device: device), evenUnknown: evenUnknown)))
  }

  @Test(
    "A revoked device is cut and served no more, also after a restart; the others are",
    .holds("DEV-003"), arguments: [true, false])
  func revoked(byOwner: Bool) throws {
    var (bench, phone, tablet) = try joined()
    let (cut, kept) = (try connect(&bench, phone), try connect(&bench, tablet))
    if byOwner {
      let reply = try bench.harness.request(kept, RevokeDevice(device: "phone"))
      #expect(Said(reply) == .message("device-revoked"))
    } else {
      revoke(&bench, "phone")
      #expect(bench.harness.administered.last == .revoked(devices: 1, invitations: 0))
    }
    #expect(bench.harness.take(cut).contains { Said($0) == .error(1008) })
    #expect(bench.harness.peers[cut]?.finished == true)
    #expect(bench.harness.peers[kept]?.finished == false)
    for _ in 0..<2 {
      bench.expect(phone, isServed: false)
      bench.expect(tablet, isServed: true)
      bench.harness.restart()
    }
    let late = bench.harness.connect(.renewing(phone, from: ""))
    #expect(bench.harness.take(late).contains { Said($0) == .error(1008) })
  }

  @Test("Nobody is cut before the revocation is durable", .holds("DEV-002", "DEV-003"))
  func durable() throws {
    var (bench, phone, tablet) = try joined()
    let (cut, kept) = (try connect(&bench, phone), try connect(&bench, tablet))
    bench.harness.commitsAtOnce = false
    let request = bench.harness.begin(kept, RevokeDevice(device: "phone"))
    #expect(!bench.harness.take(cut).contains { Said($0) == .error(1008) })
    #expect(throws: CoordinatorHarness.Unexpected.self) { try bench.harness.answer(kept, request) }
    bench.harness.commitNow()
    #expect(bench.harness.take(cut).contains { Said($0) == .error(1008) })
    #expect(Said(try bench.harness.answer(kept, request)) == .message("device-revoked"))
  }

  @Test(
    "What the log could not take stays revoked, is tried again, and only then acknowledged",
    .holds("DEV-002", "DEV-008"))
  func failed() throws {
    var (bench, phone, tablet) = try joined()
    let (cut, kept) = (try connect(&bench, phone), try connect(&bench, tablet))
    bench.harness.commitsAtOnce = false
    _ = bench.harness.begin(cut, AccessBench.admit("bob", nil, number: 20))
    let request = bench.harness.begin(kept, RevokeDevice(device: "phone"))
    bench.harness.failCommit()
    #expect(Said(try bench.harness.answer(kept, request)) == .error(3101))
    // Who is let in no more is told so at once, and so are those who come.
    #expect(bench.harness.take(cut).contains { Said($0) == .error(1008) })
    bench.expect(phone, isServed: false)
    bench.harness.advance(1_500)
    bench.harness.failCommit()
    bench.expect(phone, isServed: false)
    bench.harness.commitsAtOnce = true
    bench.harness.advance(1_500)
    #expect(bench.harness.store.audit.count { $0.kind == .revoked } == 1)
    #expect(bench.harness.store.audit.count { $0.kind == .invited && $0.author != nil } == 0)
    bench.harness.restart()
    bench.expect(phone, isServed: false)
    bench.expect(tablet, isServed: true)
  }

  @Test("An administrator hears that a revocation holds although the log could not take it")
  func failedOnHost() throws {
    var (bench, phone, _) = try joined()
    bench.harness.commitsAtOnce = false
    revoke(&bench, "phone")
    bench.harness.failCommit()
    guard case .refused(let text)? = bench.harness.administered.last else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    #expect(text.contains("disk full"))
    #expect(text.contains("refused from now on"))
    bench.expect(phone, isServed: false)
    // The next time it goes into the log, and the same question is answered.
    bench.harness.commitsAtOnce = true
    revoke(&bench, "phone")
    #expect(bench.harness.administered.last == .revoked(devices: 0, invitations: 0))
    bench.harness.restart()
    bench.expect(phone, isServed: false)
  }

  @Test("A whole user is thrown out, also devices that nobody knew of", .holds("DEV-003"))
  func user() throws {
    var (bench, phone, tablet) = try joined()
    let unknown = AccessBench.device("bob", "cellar", from: bench.beginning)
    let live = try connect(&bench, phone)
    revoke(&bench, "")
    #expect(bench.harness.administered.last == .revoked(devices: 2, invitations: 0))
    #expect(bench.harness.take(live).contains { Said($0) == .error(1008) })
    for device in [phone, tablet, unknown] { bench.expect(device, isServed: false) }
    bench.harness.restart()
    for device in [phone, tablet, unknown] { bench.expect(device, isServed: false) }
    // An invitation lets them in again, under the same name.
    bench.invite("bob", number: 3)
    guard case .certificate(let text) = bench.join(AccessBench.join(number: 3)),
      let beginning = UInt64(text.split(separator: "/").last ?? "")
    else { throw CoordinatorHarness.Unexpected(nil) }
    bench.expect(AccessBench.device("bob", "phone", from: beginning), isServed: true)
    bench.expect(phone, isServed: false)
    bench.expect(tablet, isServed: false)
  }

  @Test("A device that another replaces is revoked with that", .holds("JOI-012"))
  func replaced() throws {
    var (bench, phone, _) = try joined()
    let live = try connect(&bench, phone)
    bench.invite("bob", number: 3)
    let said = bench.join(AccessBench.join(number: 3, key: 9, replaces: true))
    #expect(said == .certificate("bob/phone/\(phone.notBefore + 1)"))
    #expect(bench.harness.take(live).contains { Said($0) == .error(1008) })
    bench.expect(phone, isServed: false)
    bench.expect(AccessBench.device("bob", "phone", from: phone.notBefore + 1), isServed: true)
  }

  @Test("A revocation while a certificate is signed comes first", .holds("DEV-003", "JOI-011"))
  func whileSigned() throws {
    var (bench, phone, _) = try joined()
    let id = try connect(&bench, phone)
    bench.harness.signsAtOnce = false
    let request = bench.harness.begin(id, Renew(request: [8]))
    revoke(&bench, "phone")
    bench.harness.signNow()
    #expect(Said(try? bench.harness.answer(id, request)) == .nothing)
    bench.harness.signsAtOnce = true
    // Nor does the invitation bring its certificate back.
    #expect(bench.join(AccessBench.join()) == .error(3021))
  }

  @Test("One's own devices are listed, and revoked by their names", .holds("DEV-001", "DEV-002"))
  func listed() throws {
    var (bench, phone, tablet) = try joined()
    _ = try connect(&bench, phone)
    let kept = try connect(&bench, tablet)
    _ = try bench.harness.request(kept, RevokeDevice(device: "phone"))
    let reply = try bench.harness.request(kept, ListDevices())
    guard case .devices(let list) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(list.devices.map(\.device) == ["phone", "tablet"])
    #expect(list.devices.map(\.isRevoked) == [true, false])
    #expect(list.devices.map(\.connections) == [0, 1])
    #expect(
      Said(try bench.harness.request(kept, RevokeDevice(device: "phone")))
        == .message("device-revoked"))
    for name in ["laptop", "", "nobody's"] {
      #expect(Said(try bench.harness.request(kept, RevokeDevice(device: name))) == .error(3026))
    }
  }

  @Test(
    "With a device go the invitations it made, and with a user those for them", .holds("DEV-007"))
  func invitationsEnd() throws {
    var (bench, phone, tablet) = try joined()
    let (thief, owner) = (try connect(&bench, phone), try connect(&bench, tablet))
    _ = try bench.harness.request(thief, AccessBench.admit("bob", nil, number: 20))
    _ = try bench.harness.request(owner, AccessBench.admit("bob", nil, number: 21))
    bench.invite("bob", number: 22)
    revoke(&bench, "phone")
    #expect(bench.join(AccessBench.join(number: 20, device: "a")) == .error(3021))
    #expect(bench.join(AccessBench.join(number: 21, device: "b")).description.contains("bob/b"))
    revoke(&bench, "")
    #expect(bench.join(AccessBench.join(number: 22, device: "c")) == .error(3021))
  }

  @Test(
    "A name that the store does not know is refused and not noted, and revoked where that is said",
    .holds("DEV-003"), arguments: [("bob", "cellar"), ("bbo", "")])
  func unknown(user: String, device: String) throws {
    var (bench, phone, _) = try joined()
    revoke(&bench, device, user: user)
    guard case .refused(let text)? = bench.harness.administered.last else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    #expect(text.contains("was ever here") && text.contains("--unknown"), "\(text)")
    #expect(!bench.harness.store.audit.contains { $0.kind == .revoked })
    revoke(&bench, device, user: user, evenUnknown: true)
    #expect(bench.harness.administered.last == .revoked(devices: 0, invitations: 0))
    #expect(bench.harness.store.audit.contains { $0.kind == .revoked })
    bench.expect(AccessBench.device(user, "cellar", from: phone.notBefore), isServed: false)
    // From then on it is known.
    revoke(&bench, device, user: user)
    #expect(bench.harness.administered.last == .revoked(devices: 0, invitations: 0))
  }

  @Test("Of a user who is only invited the invitation ends, and that is told")
  func invitedOnly() throws {
    var bench = try AccessBench()
    bench.invite("cy", number: 3)
    revoke(&bench, "", user: "cy")
    #expect(bench.harness.administered.last == .revoked(devices: 0, invitations: 1))
    #expect(bench.join(AccessBench.join(number: 3)) == .error(3021))
  }

  @Test("What is revoked already is noted once")
  func notedOnce() throws {
    var (bench, _, tablet) = try joined()
    let kept = try connect(&bench, tablet)
    for _ in 0..<3 { _ = try bench.harness.request(kept, RevokeDevice(device: "phone")) }
    for _ in 0..<3 {
      _ = try bench.harness.request(kept, AccessBench.admit("bob", nil, number: 30))
    }
    let kinds = bench.harness.store.audit.map(\.kind)
    #expect(kinds.count { $0 == .revoked } == 1)
    #expect(kinds.count { $0 == .invited } == 3)
  }

  @Test("A revocation is not forgotten because a clock was ahead")
  func clockAhead() throws {
    var (bench, phone, tablet) = try joined()
    let kept = try connect(&bench, tablet)
    _ = try bench.harness.request(kept, RevokeDevice(device: "phone"))
    bench.harness.advance(120_000)
    bench.harness.wallAhead = 400 * 86_400_000
    bench.harness.advance(600_000)
    bench.harness.wallAhead = 0
    bench.harness.advance(120_000)
    bench.expect(phone, isServed: false)
  }

  @Test("Revocations that another copy knew are taken; who joined again stays", .holds("DEV-003"))
  func taken() throws {
    var (bench, phone, tablet) = try joined()
    let time = bench.harness.now.wall + 60_000
    bench.harness.advance(3_600_000)
    // The tablet joins anew, after it was revoked in the life that this store does not know.
    bench.invite("bob", number: 3)
    _ = bench.join(AccessBench.join(number: 3, device: "tablet", key: 9, replaces: true))
    let anew = AccessBench.device("bob", "tablet", from: bench.beginning)
    bench.harness.handle(
      .administer(
        AdministratorToken(8),
        .takeRevocations(
          ["phone", "tablet", "cellar"].map {
            TakenRevocation(name: DeviceName(user: "bob", device: $0), time: time)
          })))
    #expect(bench.harness.administered.last == .done(2))
    for device in [phone, tablet, AccessBench.device("bob", "cellar", from: phone.notBefore)] {
      bench.expect(device, isServed: false)
    }
    bench.expect(anew, isServed: true)
  }

  @Test("What an operator has to know later is in the log, bounded in what a stranger can add")
  func audit() throws {
    var (bench, phone, tablet) = try joined()
    let kept = try connect(&bench, tablet)
    _ = try bench.harness.request(kept, Renew(request: [8]))
    _ = try bench.harness.request(kept, RevokeDevice(device: "phone"))
    for address in 0..<100 {
      for _ in 0..<3 {
        bench.harness.handle(
          .turnedAway(address: "10.0.0.\(address)", reason: "no certificate"))
      }
    }
    bench.expect(phone, isServed: false)
    bench.harness.advance(61_000)
    let audit = bench.harness.deeds
    let kinds = audit.map(\.kind)
    #expect(
      kinds.filter { $0 != .refused } == [.invited, .invited, .joined, .joined, .renewed, .revoked])
    let refusals = audit.filter { $0.kind == .refused }
    #expect(refusals.count == 65)
    #expect(refusals.filter { $0.address.hasPrefix("10.") }.allSatisfy { $0.count == 3 })
    #expect(refusals.last?.detail == "at other addresses")
    #expect(refusals.map(\.count).reduce(0, +) == 301)
    #expect(
      audit.first { $0.kind == .revoked }?.author == Author(user: "bob", device: "tablet"))
  }

  @Test("An administrator is told what is wrong with a request")
  func refusals() throws {
    var (bench, _, _) = try joined()
    for (user, device) in [("Bob", ""), ("bob", "my phone"), ("everyone", "desk")] {
      revoke(&bench, device, user: user)
      guard case .refused(let text)? = bench.harness.administered.last else {
        throw CoordinatorHarness.Unexpected(nil)
      }
      #expect(text.contains(user))
    }
    bench.invite("everyone", number: 9)
    guard case .refused? = bench.harness.administered.last else {
      throw CoordinatorHarness.Unexpected(nil)
    }
  }
}
