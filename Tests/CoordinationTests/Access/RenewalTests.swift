import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

/// How a device gets its next certificate, and which of its certificates are served.
@Suite("Renewal")
struct RenewalTests {
  typealias Said = AccessBench.Said

  /// A bench with bob's phone, and the second in which its certificate begins.
  private func joined() throws -> (AccessBench, UInt64) {
    var bench = try AccessBench()
    bench.invite("bob")
    let beginning = bench.beginning
    _ = bench.join(AccessBench.join())
    return (bench, beginning)
  }

  private func connect(_ bench: inout AccessBench, _ notBefore: UInt64) throws -> ConnectionID {
    let device = AccessBench.device("bob", "phone", from: notBefore)
    let id = bench.harness.connect(.device(device, from: "192.0.2.8"))
    let reply = try bench.harness.request(id, Hello.withMembers)
    guard case .welcome = reply else { throw CoordinatorHarness.Unexpected(reply) }
    return id
  }

  @Test(
    "RENEW brings a later certificate, once the device is durable", .holds("REN-001", "REN-003"))
  func renewed() throws {
    var (bench, first) = try joined()
    let id = try connect(&bench, first)
    bench.harness.commitsAtOnce = false
    let request = bench.harness.begin(id, Renew(request: [8]))
    #expect(throws: CoordinatorHarness.Unexpected.self) { try bench.harness.answer(id, request) }
    bench.harness.commitNow()
    #expect(
      Said(try bench.harness.answer(id, request)) == .certificate("bob/phone/\(first + 1)"))
    // The connection stays.
    #expect(bench.harness.peers[id]?.finished == false)
  }

  @Test("The older certificate is served until the newer was used", .holds("REN-004"))
  func older() throws {
    var (bench, first) = try joined()
    let id = try connect(&bench, first)
    _ = try bench.harness.request(id, Renew(request: [8]))
    let (old, new) = (
      AccessBench.device("bob", "phone", from: first),
      AccessBench.device("bob", "phone", from: first + 1)
    )
    bench.expect(old, isServed: true)
    bench.expect(old, isServed: true)
    bench.expect(new, isServed: true)
    bench.expect(old, isServed: false)
    bench.expect(new, isServed: true)
    // Who was connected with it goes on.
    #expect(Said(try bench.harness.request(id, Ping(nonce: 3))).description.contains("pong"))
  }

  @Test("The same key gets the same certificate again", .holds("REN-005"))
  func sameKey() throws {
    var (bench, first) = try joined()
    let id = try connect(&bench, first)
    let one = try bench.harness.request(id, Renew(request: [8]))
    bench.harness.advance(3_600_000)
    let again = try connect(&bench, first)
    #expect(try bench.harness.request(again, Renew(request: [8])) == one)
  }

  @Test(
    "A device gets 8 certificates within an hour, and the next one in the next", .holds("REN-006"))
  func pace() throws {
    var (bench, first) = try joined()
    let id = try connect(&bench, first)
    for key in 1...8 {
      let reply = try bench.harness.request(id, Renew(request: [UInt8(key) + 20]))
      #expect(Said(reply) == .certificate("bob/phone/\(first + UInt64(key))"))
    }
    let refusal = try bench.harness.refusal(id, Renew(request: [99]))
    #expect(refusal.code == .notNow)
    #expect(refusal.text.contains("renewals-in-hour"))
    #expect((1...3_600_000).contains(refusal.retryAfter))
    bench.harness.jump(3_600_000)
    let later = try connect(&bench, first)
    #expect(
      Said(try bench.harness.request(later, Renew(request: [99]))).description.hasPrefix(
        "certificate"))
  }

  @Test("Who renewed while a clock was ahead is not locked out by it", .holds("REN-004"))
  func clockAhead() throws {
    var (bench, first) = try joined()
    let id = try connect(&bench, first)
    bench.harness.wallAhead = 86_400_000
    _ = try bench.harness.request(id, Renew(request: [8]))
    let ahead = bench.beginning
    bench.expect(AccessBench.device("bob", "phone", from: ahead), isServed: true)
    bench.harness.wallAhead = 0
    bench.expect(AccessBench.device("bob", "phone", from: first), isServed: true)
    let again = try connect(&bench, first)
    #expect(Said(try bench.harness.request(again, Renew(request: [9]))) == .error(3103))
  }

  @Test("One certificate of a device is made at a time", .holds("REN-006", "REN-003"))
  func busy() throws {
    var (bench, first) = try joined()
    let (one, other) = (try connect(&bench, first), try connect(&bench, first))
    bench.harness.signsAtOnce = false
    let request = bench.harness.begin(one, Renew(request: [8]))
    #expect(Said(try bench.harness.request(other, Renew(request: [9]))) == .error(3103))
    bench.harness.signNow()
    #expect(Said(try bench.harness.answer(one, request)) == .certificate("bob/phone/\(first + 1)"))
  }

  @Test("Who is late renews where nothing else is served", .holds("JOI-004", "REN-001"))
  func late() throws {
    var (bench, first) = try joined()
    let device = AccessBench.device("bob", "phone", from: first)
    let id = bench.harness.connect(.renewing(device, from: "192.0.2.8"))
    let reply = try bench.harness.request(id, Renew(request: [8]))
    #expect(Said(reply) == .certificate("bob/phone/\(first + 1)"))
    #expect(bench.harness.peers[id]?.finished == true)
    // That alone does not use the new one up, nor the old one.
    bench.expect(device, isServed: true)
  }

  @Test("A connection ends when its certificate does", .holds("TLS-017"))
  func expiry() throws {
    var bench = try AccessBench()
    let now = bench.harness.now.wall / 1_000
    let device = CertifiedDevice(
      author: Author(user: "ann", device: "desk"), notBefore: now - 100, notAfter: now + 10)
    let id = bench.harness.connect(.device(device, from: ""))
    _ = try bench.harness.request(id, Hello.withMembers)
    bench.harness.advance(8_000)
    #expect(!bench.harness.take(id).contains { Said($0) == .error(1205) })
    bench.harness.advance(3_000)
    #expect(bench.harness.take(id).contains { Said($0) == .error(1205) })
    #expect(bench.harness.peers[id]?.finished == true)
  }

  @Test("What cannot be signed is refused, whoever is at fault", .holds("JOI-007"))
  func unsigned() throws {
    var (bench, first) = try joined()
    for (failure, code) in [
      (SigningFailure.request("no key"), 3024), (.authority("no authority"), 3101),
    ] {
      let id = try connect(&bench, first)
      bench.harness.signsAtOnce = false
      let request = bench.harness.begin(id, Renew(request: [8]))
      for order in bench.harness.takeOrders() {
        bench.harness.handle(.certified(order.token, .failure(failure)))
      }
      #expect(Said(try bench.harness.answer(id, request)) == .error(UInt16(code)))
    }
  }

  @Test("A restored store renews nobody until an administrator confirms", .holds("REN-007"))
  func unconfirmed() throws {
    var (bench, first) = try joined()
    let device = try connect(&bench, first)
    let open = AccessBench.admit("bob", nil, number: 9)
    #expect(Said(try bench.harness.request(device, open)) == .message("admitted"))
    bench.harness.store.unconfirmedSince = 1_600_000_000_000
    bench.harness.restart()
    let id = try connect(&bench, first)
    #expect(Said(try bench.harness.request(id, Renew(request: [8]))) == .error(3025))
    // Nobody makes a device of a user either; an administrator's invitation is good.
    let own = AccessBench.admit("bob", nil, number: 8)
    #expect(Said(try bench.harness.request(id, own)) == .error(3025))
    #expect(bench.join(AccessBench.join(number: 9, device: "desk")) == .error(3025))
    bench.invite("bob", number: 10)
    #expect(
      bench.join(AccessBench.join(number: 10, device: "tablet"))
        == .certificate("bob/tablet/\(bench.beginning)"))
    bench.harness.handle(.administer(AdministratorToken(2), .devices(user: "bob")))
    guard case .devices(let devices, let since)? = bench.harness.administered.last else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    #expect(devices.map(\.record.name.device).sorted() == ["phone", "tablet"])
    #expect(since == 1_600_000_000_000)
    for count in [1, 0] {
      bench.harness.handle(.administer(AdministratorToken(3), .confirmRevocations))
      #expect(bench.harness.administered.last == .done(count))
    }
    #expect(bench.harness.store.audit.count { $0.kind == .confirmed } == 1)
    #expect(
      Said(try bench.harness.request(id, Renew(request: [8])))
        == .certificate("bob/phone/\(first + 1)"))
    bench.harness.restart()
    let again = try connect(&bench, first)
    #expect(
      Said(try bench.harness.request(again, Renew(request: [8])))
        == .certificate("bob/phone/\(first + 1)"))
  }

  @Test("A device that a store does not know is served and known from then on")
  func found() throws {
    var bench = try AccessBench()
    let device = AccessBench.device("zoe", "desk", from: bench.beginning)
    bench.expect(device, isServed: true)
    bench.harness.handle(.administer(AdministratorToken(2), .devices(user: nil)))
    guard case .devices(let devices, _)? = bench.harness.administered.last else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    let name = DeviceName(user: "zoe", device: "desk")
    #expect(devices.map(\.record.name).contains(name))
    // An operator hears of it once: with a stolen authority's key anybody comes so.
    bench.expect(device, isServed: true)
    // It is written with the next group.
    bench.invite("bob", number: 2)
    let found = bench.harness.store.audit.filter { $0.subject == name }
    #expect(found.map(\.kind) == [.joined])
    #expect(found.first?.detail == CertifiedDevice.foreign)
  }

  @Test(
    "A device that never joined here stays one, also when it was renewed",
    .holds("DEV-001"))
  func foundAndRenewed() throws {
    var bench = try AccessBench()
    let device = AccessBench.device("zoe", "desk", from: bench.beginning)
    let id = bench.harness.connect(.device(device, from: "192.0.2.8"))
    guard case .welcome = try bench.harness.request(id, Hello.withMembers) else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    for step in ["found", "renewed"] {
      if step == "renewed" { _ = try bench.harness.request(id, Renew(request: [8])) }
      let reply = try bench.harness.request(id, ListDevices())
      guard case .devices(let list) = reply else { throw CoordinatorHarness.Unexpected(reply) }
      #expect(list.devices.map(\.joined) == [0], "\(step)")
    }
    let name = DeviceName(user: "zoe", device: "desk")
    #expect(bench.harness.store.devices[name]?.keyHash.isEmpty == false)
    // Whoever stole the authority's key could have come so.
    let invited = InvitedAgain(bench.harness.store.contents, now: bench.harness.now.wall)
    #expect(!invited.users.contains("zoe") && invited.leftOut.contains("zoe"))
  }

  @Test("An operator hears of a certificate in a device's name that was not made for it here")
  func forged() throws {
    var (bench, beginning) = try joined()
    let name = DeviceName(user: "bob", device: "phone")
    bench.expect(AccessBench.device("bob", "phone", from: beginning), isServed: true)
    bench.invite("bob", number: 2)
    let foreign = { (bench: AccessBench) in
      bench.harness.store.audit.count {
        $0.subject == name && $0.detail == CertifiedDevice.foreign
      }
    }
    #expect(foreign(bench) == 0)
    let forged = AccessBench.device("bob", "phone", from: beginning + 10)
    for number in UInt8(3)...4 {
      bench.expect(forged, isServed: true)
      bench.invite("bob", number: number)
      #expect(foreign(bench) == 1)
    }
  }

  @Test("A device that was not renewed for a month and a week is forgotten")
  func forgotten() throws {
    var (bench, first) = try joined()
    let name = DeviceName(user: "bob", device: "phone")
    bench.harness.jump(60_000)
    bench.harness.jump(37 * 86_400_000)
    #expect(bench.harness.store.devices[name] != nil)
    bench.harness.jump(3 * 86_400_000)
    bench.harness.jump(60_000)
    // What goes is written with the next group.
    bench.invite("bob", number: 2)
    #expect(bench.harness.store.devices[name] == nil)
    #expect(bench.harness.store.invitations[AccessBench.invitation(1)] == nil)
    _ = first
  }
}
