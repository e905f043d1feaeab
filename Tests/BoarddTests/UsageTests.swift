import Testing

@Suite("What boardd is asked for")
struct UsageTests {
  @Test("A command that is not there is named, with those that are")
  func unknown() throws {
    let ending = try BoarddCommand.run("frob", "--data", "nowhere")
    #expect(ending.status == 2)
    #expect(
      ending.errors.contains(
        "there is no command \"frob\": serve, init, invite, devices, revoke, confirm, audit, "
          + "users, boards, owner, windows, authority, status, limits, check, backup, restore, "
          + "salvage, help"),
      "\(ending.errors)")
  }
}
