import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Testing
import Wire

/// When a device was here last.
@Suite("Last seen")
struct LastSeenTests {
  /// Bob's phone, which is not connected.
  private func joined() throws -> (AccessBench, phone: CertifiedDevice) {
    var bench = try AccessBench()
    bench.invite("bob")
    let beginning = bench.beginning
    _ = bench.join(AccessBench.join())
    return (bench, AccessBench.device("bob", "phone", from: beginning))
  }

  private func connect(_ bench: inout AccessBench, _ device: CertifiedDevice) throws -> ConnectionID
  {
    let id = bench.harness.connect(.device(device, from: "192.0.2.8"))
    let reply = try bench.harness.request(id, Hello.withMembers)
    guard case .welcome = reply else { throw CoordinatorHarness.Unexpected(reply) }
    return id
  }

  /// As an administrator is told.
  private func used(_ bench: inout AccessBench) throws -> UInt64 {
    bench.harness.handle(.administer(AdministratorToken(5), .devices(user: "bob")))
    guard case .devices(let list, _)? = bench.harness.administered.last else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    return try #require(list.first { $0.record.name.device == "phone" }).used
  }

  @Test(
    "While a device is connected it is here now; what is noted when it leaves outlives a restart")
  func leaves() throws {
    var (bench, phone) = try joined()
    #expect(try used(&bench) == 0)
    let id = try connect(&bench, phone)
    for _ in 0..<5 {
      bench.harness.advance(15_000)
      #expect(try used(&bench) == bench.harness.now.wall)
      guard case .devices(let own) = try bench.harness.request(id, ListDevices()) else {
        throw CoordinatorHarness.Unexpected(nil)
      }
      #expect(own.devices.map(\.used) == [bench.harness.now.wall])
    }
    let left = bench.harness.now.wall
    bench.harness.handle(.closed(id))
    bench.harness.advance(2_000)
    #expect(try used(&bench) == left)
    bench.harness.restart()
    #expect(try used(&bench) == left)
  }

  @Test("A connection more within the minute is no reason to write")
  func again() throws {
    var (bench, phone) = try joined()
    let first = try connect(&bench, phone)
    bench.harness.handle(.closed(first))
    bench.harness.advance(2_000)
    let known = try used(&bench)
    let second = try connect(&bench, phone)
    bench.harness.advance(1_000)
    bench.harness.handle(.closed(second))
    #expect(try used(&bench) == known)
  }

  @Test("Of one that stays it is noted each hour, for the case that the coordinator is killed")
  func stays() throws {
    var (bench, phone) = try joined()
    let id = try connect(&bench, phone)
    let began = bench.harness.now.wall
    for _ in 0..<300 {
      bench.harness.advance(15_000)
      _ = try bench.harness.request(id, ListDevices())
    }
    bench.harness.restart()
    #expect(try used(&bench) >= began + 3_600_000)
  }

  @Test("A copy of a device that is not let in is not the device")
  func refused() throws {
    var (bench, phone) = try joined()
    let id = try connect(&bench, phone)
    bench.harness.handle(.closed(id))
    bench.harness.advance(2_000)
    let known = try used(&bench)
    bench.harness.advance(600_000)
    let old = AccessBench.device("bob", "phone", from: phone.notBefore - 10)
    bench.harness.handle(.closed(bench.harness.connect(.device(old, from: "192.0.2.9"))))
    bench.harness.advance(2_000)
    #expect(try used(&bench) == known)
  }
}
