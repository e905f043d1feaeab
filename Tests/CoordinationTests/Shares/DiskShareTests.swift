import Testing
import Wire

@testable import Coordination

/// How much of a disk users get, and what somebody gets who is alone.
@Suite("Shares of a disk, and at one's own coordinator")
struct DiskShareTests {
  private static let gibibyte = 1 << 30

  @Test("On a disk with less room than the limits nobody gets more than a quarter of it")
  func small() {
    var shares = Shares()
    let isLess = shares.restrict(storedBytes: 8 * Self.gibibyte)
    #expect(isLess)
    #expect(shares.storedBytes.all == 8 * Self.gibibyte)
    #expect(shares.storedBytes.ofUser == 2 * Self.gibibyte)
    #expect(shares.storedBytes.reserve == Self.gibibyte / 2)
  }

  @Test("With more room than that, and below what the disk itself tells of, nothing changes")
  func bounds() {
    var shares = Shares()
    let withMore = shares.restrict(storedBytes: Limits.storedBytes)
    #expect(!withMore)
    #expect(shares == Shares())
    var least = shares
    let withNone = least.restrict(storedBytes: 0)
    #expect(withNone)
    let withLeast = shares.restrict(storedBytes: Shares.leastStoredBytes)
    #expect(withLeast)
    #expect(shares == least)
    let again = shares.restrict(storedBytes: 0)
    #expect(!again)
  }

  @Test("What an operator has set stays")
  func named() throws {
    var shares = Shares()
    try shares.set(["stored-bytes=9000000000"])
    let set = shares
    let all = shares.restrict(storedBytes: 0, but: ["stored-bytes"])
    #expect(!all)
    #expect(shares == set)
    let others = shares.restrict(
      storedBytes: 0, but: ["stored-bytes-of-user", "stored-bytes-reserve"])
    #expect(others)
    #expect(shares.storedBytes.ofUser == set.storedBytes.ofUser)
    #expect(shares.storedBytes.reserve == set.storedBytes.reserve)
  }

  @Test("Who is alone has everything that there is, also on a small disk")
  func alone() {
    var shares = Shares.ofOneUser
    _ = shares.restrict(storedBytes: 8 * Self.gibibyte)
    for share in [shares.sessions, shares.boards, shares.boardsMade, shares.storedBytes] {
      #expect(share.ofAnybody == share.all)
    }
    #expect(shares.storedBytes.all == 8 * Self.gibibyte)
  }
}
