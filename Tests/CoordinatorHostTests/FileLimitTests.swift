import Testing

@testable import CoordinatorHost

@Suite("The files that a coordinator may have open")
struct FileLimitTests {
  private func shares(_ room: Int) -> FileLimit.Shares {
    FileLimit.Shares(of: room, connections: 4_096, dismissed: 256, unfinished: 1_536)
  }

  @Test("Where there are enough, everybody has all that they may have")
  func enough() {
    let shares = shares(5_888)
    #expect(shares.connections == 4_096)
    #expect(shares.dismissed == 256)
    #expect(shares.unfinished == 1_536)
  }

  @Test("Where there are not, most are for those who are served, and no more are given out")
  func few() {
    for room in 0..<5_888 {
      let shares = shares(room)
      #expect(shares.connections >= 1)
      #expect(shares.unfinished >= 1)
      guard room >= 2 else { continue }
      #expect(shares.connections + shares.dismissed + shares.unfinished <= room)
      #expect(shares.connections >= room * 3 / 4 || shares.connections == 4_096 || room < 8)
    }
  }
}
