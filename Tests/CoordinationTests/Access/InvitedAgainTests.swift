import BoardModel
import Coordination
import LogRecords
import Testing

/// Whom a new authority invites.
@Suite("Invited again")
struct InvitedAgainTests {
  private func device(
    _ user: String, _ device: String, revoked: Bool = false, joined: Bool = true,
    renewed: Bool = true
  ) -> DeviceRecord {
    DeviceRecord(
      name: DeviceName(user: user, device: device), floor: 1, newest: 1, expires: 2,
      joined: joined ? 1 : 0, used: 1, revoked: revoked ? 1 : nil, keyHash: renewed ? [1] : [],
      certificate: [])
  }

  private func invitation(
    _ user: String, used: Bool = false, expires: UInt64 = 20
  ) -> InvitationRecord {
    InvitationRecord(
      id: InvitationID(high: 1, low: 1), secretHash: [UInt8](repeating: 0, count: 32), user: user,
      board: nil, creator: nil, created: 1, expires: expires,
      use: used ? InvitationRecord.Use(device: "desk", keyHash: [], time: 1) : nil)
  }

  @Test("Who has a device that is let in or an open invitation, and nobody by a name alone")
  func everybody() {
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
            device("gus", "desk", revoked: true), device("hal", "desk", revoked: true),
            device("ivy", "desk", joined: false, renewed: false),
            device("kim", "desk", joined: false, renewed: true),
          ],
          invitations: [
            invitation("eve"), invitation("gus", used: true), invitation("hal"),
            invitation("joe", expires: 10),
          ])), now: 10)
    #expect(invited.users == ["ann", "eve", "fay", "hal"])
    // The records of who was thrown out are not kept for ever: cid may be one of them. And ivy's certificate
    // may be one that was made with the key that leaked, as may the one that kim's was renewed from.
    #expect(invited.leftOut == ["bob", "cid", "dan", "gus", "ivy", "kim"])
  }
}
