import BoardModel
import LogRecords
import Testing
import Wire

@testable import Coordination

/// How much of a disk users get, and what somebody gets who is alone.
@Suite("Shares of a disk, and at one's own coordinator")
struct DiskShareTests {
  private static let gibibyte = 1 << 30

  /// - Parameter most: what the user has of it who has most, by one device.
  private static func disk(_ stored: Int, mostOfUser most: Int = 0, room: Int) -> Shares.Disk {
    var holdings = [
      HoldingRecord(holder: Author(user: "ann", device: "laptop"), bytes: most * gibibyte)
    ]
    for other in 0..<(stored - most) * 1_024 {
      holdings.append(
        HoldingRecord(holder: Author(user: "user\(other)", device: "desk"), bytes: 1 << 20))
    }
    return Shares.Disk(holdings, room: room * gibibyte)
  }

  @Test("On a disk with less room than the limits nobody gets more than a quarter of it")
  func small() {
    var shares = Shares()
    let isLess = shares.restrict(to: Self.disk(2, mostOfUser: 1, room: 12))
    #expect(isLess)
    #expect(shares.storedBytes.all == 8 * Self.gibibyte)
    // A quarter of that, or of the room beside what one has already.
    #expect(shares.storedBytes.ofUser == 5 * Self.gibibyte / 2)
    #expect(shares.storedBytes.ofDevice == 7 * Self.gibibyte / 4)
    #expect(shares.storedBytes.reserve == Self.gibibyte / 2)
    var other = Shares()
    let again = other.restrict(to: Self.disk(2, room: 12))
    #expect(again)
    #expect(other.storedBytes.ofUser == 2 * Self.gibibyte)
  }

  @Test("Whoever has much already, and whoever begins on a full disk, can go on when there is room")
  func full() {
    for disk in [
      Self.disk(3, mostOfUser: 3, room: 10), Self.disk(40, mostOfUser: 40, room: 0),
      Self.disk(0, room: 0),
    ] {
      var shares = Shares()
      let isLess = shares.restrict(to: disk)
      #expect(isLess)
      #expect(shares.storedBytes.ofUser >= min(disk.mostOfUser, Limits.storedBytesOfUser))
      #expect(shares.storedBytes.ofDevice >= min(disk.mostOfDevice, Limits.storedBytesOfDevice))
      #expect(shares.storedBytes.all >= disk.stored + Self.gibibyte)
    }
  }

  @Test("A device that has much already can go on, and has no more because of its user's others")
  func devices() {
    let disk = Shares.Disk(
      [("laptop", 6), ("desk", 2)].map { device, gibibytes in
        HoldingRecord(
          holder: Author(user: "ann", device: device), bytes: gibibytes * Self.gibibyte)
      }, room: 16 * Self.gibibyte)
    var shares = Shares()
    let isLess = shares.restrict(to: disk)
    #expect(isLess)
    #expect(shares.storedBytes.ofUser == 10 * Self.gibibyte)
    #expect(shares.storedBytes.ofDevice == 7 * Self.gibibyte)
  }

  @Test("Where there is more room than the limits say, nothing changes")
  func large() {
    var shares = Shares()
    let isLess = shares.restrict(to: Self.disk(0, room: 2 * Limits.storedBytes / Self.gibibyte))
    #expect(!isLess)
    #expect(shares == Shares())
  }

  @Test("What an operator has set stays, but for a reserve that would leave nothing")
  func named() throws {
    var shares = Shares()
    try shares.set(["stored-bytes-of-user=9000000000", "stored-bytes-reserve=20000000000"])
    let set = shares
    let all = shares.restrict(to: Self.disk(0, room: 0), but: ["stored-bytes"])
    #expect(!all)
    #expect(shares == set)
    let others = shares.restrict(
      to: Self.disk(0, room: 16), but: ["stored-bytes-of-user", "stored-bytes-reserve"])
    #expect(others)
    #expect(shares.storedBytes.ofUser == set.storedBytes.ofUser)
    #expect(shares.storedBytes.ofDevice == set.storedBytes.ofDevice)
    #expect(shares.storedBytes.reserve == 4 * Self.gibibyte)
  }

  @Test("Who is alone has everything that there is")
  func alone() {
    let shares = Shares.ofOneUser
    for share in [
      shares.connections, shares.sessions, shares.boards, shares.boardsMade, shares.storedBytes,
      shares.outcomeBytes, shares.infoBytes, shares.waitingBytes, shares.partialBytes,
    ] { #expect(share.ofAnybody == share.all) }
  }
}
