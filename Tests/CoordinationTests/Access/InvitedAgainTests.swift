import BoardModel
import Coordination
import LogRecords
import Testing

/// Whom a new authority invites.
@Suite("Invited again")
struct InvitedAgainTests {
  private func device(_ user: String, _ device: String, revoked: Bool) -> DeviceRecord {
    DeviceRecord(
      name: DeviceName(user: user, device: device), floor: 1, newest: 1, expires: 2, joined: 1,
      used: 1, revoked: revoked ? 1 : nil, keyHash: [], certificate: [])
  }

  @Test("Everybody whom the store knows, but for who was thrown out")
  func everybody() {
    let invitation = InvitationRecord(
      id: InvitationID(high: 1, low: 1), secretHash: [UInt8](repeating: 0, count: 32), user: "eve",
      board: nil, creator: nil, created: 1, expires: 2)
    let invited = InvitedAgain(
      StoreContents(
        incarnation: IncarnationID(high: 1, low: 1), boards: [],
        members: [
          MemberRecord(board: BoardID(high: 1, low: 1), user: "dan", role: .viewer),
          MemberRecord(board: BoardID(high: 1, low: 1), user: "", role: .viewer),
        ], sessions: [], users: [UserRecord(user: "cid", name: "Cid")],
        access: AccessContents(
          devices: [
            device("ann", "desk", revoked: false), device("ann", "phone", revoked: true),
            device("bob", "desk", revoked: true), device("bob", "", revoked: true),
            device("fay", "", revoked: true), device("fay", "new", revoked: false),
          ], invitations: [invitation])))
    #expect(invited.users == ["ann", "cid", "dan", "eve", "fay"])
    #expect(invited.leftOut == ["bob"])
  }
}
