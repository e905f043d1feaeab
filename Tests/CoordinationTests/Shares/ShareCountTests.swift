import BoardModel
import Statements
import Testing

@testable import Coordination

@Suite("Shares of what is finite")
struct ShareCountTests {
  static let share = Share(
    all: 20, reserve: 5, modest: 2, ofUser: 8, ofDevice: 4, ofAddress: 12)

  private static func holder(
    _ user: String, _ device: String = "laptop", at host: String = "192.0.2.1"
  ) -> Holder {
    Holder(author: Author(user: user, device: device), network: Network(host: host))
  }

  /// Takes as much as it gets.
  private static func take(
    _ counts: inout ShareCounts, _ holder: Holder
  ) -> (Int, Excess?) {
    var taken = 0
    while true {
      if let excess = counts.excess(of: share, for: holder) { return (taken, excess) }
      counts.add(of: holder)
      taken += 1
    }
  }

  @Test("A device, a user and an address have their shares, and the rest is for those who have few")
  func exceeded() {
    var counts = ShareCounts()
    #expect(Self.take(&counts, Self.holder("ann", "laptop")) == (4, .device(4)))
    #expect(Self.take(&counts, Self.holder("ann", "desk")) == (4, .device(4)))
    #expect(Self.take(&counts, Self.holder("ann", "phone")) == (0, .user(8)))
    #expect(Self.take(&counts, Self.holder("ben", "laptop")) == (4, .device(4)))
    #expect(Self.take(&counts, Self.holder("ben", "desk")) == (0, .address(12)))
    #expect(Self.take(&counts, Self.holder("ben", "desk", at: "192.0.2.2")) == (3, .reserve(15)))
    // 15 are taken: what is left goes to those who have fewer than two.
    for user in ["cy", "di"] {
      #expect(
        Self.take(&counts, Self.holder(user, at: "192.0.2.3")) == (2, .reserve(15)))
    }
    #expect(Self.take(&counts, Self.holder("ed", at: "192.0.2.3")) == (1, .all(20)))
  }

  @Test("What is given back can be had again, and nobody is remembered who holds nothing")
  func released() {
    var counts = ShareCounts()
    let holder = Self.holder("ann")
    for _ in 0..<3 { counts.add(of: holder) }
    counts.add(-3, of: holder)
    #expect(counts.all == 0)
    #expect(counts.users.isEmpty)
    #expect(Self.take(&counts, holder) == (4, .device(4)))
  }

  @Test(
    "An address of IPv6 counts with its first 64 bits, and one of IPv4 as it is",
    arguments: [
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", true), ("2001:db8::1", "2001:db8:0:0:8::", true),
      ("2001:db8:1:2::1", "2001:db8:1:3::1", false), ("::1", "::2", true),
      ("fe80::1%eth0", "fe80::2", true), ("2001:0db8::1", "2001:db8::1", true),
      ("192.0.2.1", "192.0.2.2", false), ("::ffff:192.0.2.1", "192.0.2.1", true),
      ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
    ])
  func networks(_ one: String, _ other: String, _ isSame: Bool) {
    #expect((Network(host: one) == Network(host: other)) == isSame)
  }

  @Test("Settings are taken by name, and what is wrong with one is said")
  func settings() throws {
    var shares = Shares()
    try shares.set(["connections-of-user=7", "boards=50", "boards-reserve=5"])
    #expect(shares.connections.ofUser == 7)
    #expect(shares.boards.all == 50)
    // A reserve that is not named goes with what it is a part of.
    try shares.set(["newcomers=16", "outcome-bytes=4000", "outcome-bytes-reserve=3999"])
    #expect(shares.newcomers.reserve == 2)
    #expect(shares.outcomeBytes.reserve == 3_999)
    for setting in Shares.settings {
      var shares = Shares()
      try shares.set(["\(setting.name)=\(setting.value(in: shares))"])
      #expect(shares == Shares())
    }
    for (text, error) in [
      ("boards", Shares.SettingError.form("boards")), ("mice=3", .unknown("mice")),
      ("boards=-1", .number("-1", name: "boards", most: 10_000)),
      ("boards=10001", .number("10001", name: "boards", most: 10_000)),
      ("boards=", .number("", name: "boards", most: 10_000)),
      ("boards-reserve=10000", .reserve("boards")),
      ("partial-bytes=1000", .number("1000", name: "partial-bytes", least: 1 << 20, most: 1 << 50)),
    ] {
      #expect(throws: error) {
        var shares = Shares()
        try shares.set([text])
      }
    }
  }
}
