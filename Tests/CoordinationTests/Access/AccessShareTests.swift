import BoardModel
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

@testable import Coordination

/// What is left of invitations and devices for those who have few.
@Suite("Shares of invitations and devices")
struct AccessShareTests {
  private static func refusal(_ message: Message) -> String? {
    if case .error(let error) = message, error.code == .limitReached { error.text } else { nil }
  }

  @Test("The last invitations are for users who made few", .holds("LIM-009"))
  func invitations() throws {
    var bench = try AccessBench {
      $0.shares.invitations = Share(all: 6, reserve: 2, modest: 1, ofUser: 3)
    }
    var number: UInt8 = 0
    func invite(_ user: String) throws -> String? {
      let id = try bench.harness.greeted(user: user)
      number += 1
      return Self.refusal(
        try bench.harness.request(id, AccessBench.admit(user, nil, number: number)))
    }
    for _ in 0..<3 { #expect(try invite("ann") == nil) }
    #expect(try invite("ann")?.contains("invitations-of-user") == true)
    #expect(try invite("ben") == nil)
    #expect(try invite("ben")?.contains("invitations-reserve") == true)
    #expect(try invite("cy") == nil)
    #expect(try invite("di") == nil)
    #expect(try invite("ed")?.contains("The limit invitations is reached") == true)
    // They end, and there is room.
    bench.harness.jump(900_000)
    bench.harness.jump(60_000)
    #expect(try invite("ann") == nil)
  }

  @Test("The last devices are for users who have few", .holds("LIM-009"))
  func devices() throws {
    var bench = try AccessBench {
      $0.shares.devices = Share(all: 7, reserve: 2, modest: 1, ofUser: 3)
    }
    // One of ann's is there.
    var number: UInt8 = 0
    func join(_ user: String) -> String? {
      number += 1
      bench.invite(user, number: number)
      let id = bench.newcomer()
      bench.harness.send(
        id, AccessBench.join(number: number, device: "d\(number)").frame(request: 1))
      return bench.harness.take(id).compactMap { Self.refusal($0) }.first
    }
    #expect(join("ann") == nil)
    #expect(join("ann") == nil)
    #expect(join("ann")?.contains("devices-of-user") == true)
    #expect(join("ben") == nil)
    #expect(join("ben") == nil)
    #expect(join("ben")?.contains("devices-reserve") == true)
    #expect(join("cy") == nil)
    #expect(join("di") == nil)
    #expect(join("ed")?.contains("The limit devices is reached") == true)
  }

  @Test(
    "A device that a full store does not know is told which limit, and when to come again",
    .holds("LIM-010"))
  func unknownDevice() throws {
    var bench = try AccessBench {
      $0.shares.devices = Share(all: 1, reserve: 0, modest: 1, ofUser: 1)
    }
    let zoe = AccessBench.device("zoe", "desk", from: bench.beginning)
    let id = bench.harness.connect(.device(zoe, from: "192.0.2.8"))
    guard case .error(let error)? = bench.harness.take(id).first else {
      return #expect(Bool(false))
    }
    #expect(error.code == .tooManyConnections && error.retryAfter == 60_000)
    #expect(error.text.contains("The limit devices is reached"))
  }

  @Test("So many devices of a user are known, the revoked ones among them", .holds("DEV-006"))
  func known() throws {
    var bench = try AccessBench()
    var group = CommitGroup()
    group.access.devices = (1...Limits.knownDevicesOfUser).map { number in
      DeviceRecord(
        name: DeviceName(user: "bob", device: "old\(number)"), floor: 1, newest: 1, expires: 2,
        joined: 1, used: 0, revoked: 1, keyHash: [], certificate: [])
    }
    try bench.harness.store.append(group)
    bench.harness.restart()
    bench.invite("bob")
    let id = bench.newcomer()
    bench.harness.send(id, AccessBench.join(device: "new").frame(request: 1))
    let texts = bench.harness.take(id).compactMap { Self.refusal($0) }
    #expect(texts.first?.contains("known-devices-of-user") == true, "\(texts)")
    // The name of one that was revoked is free, and takes no further place.
    let joined = bench.join(AccessBench.join(device: "old7"))
    #expect(joined.description.hasPrefix("certificate"), "\(joined)")
  }
}
