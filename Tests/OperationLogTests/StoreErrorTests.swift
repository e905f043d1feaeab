import GRDB
import Testing

@testable import OperationLog

@Suite("What is told of a store that fails")
struct StoreErrorTests {
  @Test(
    "A full disk is called so, whichever file found no room",
    arguments: [
      ResultCode.SQLITE_FULL, .SQLITE_IOERR_SHMSIZE,
    ])
  func full(code: ResultCode) {
    #expect(StoreError(DatabaseError(resultCode: code), path: "p") == .full(path: "p"))
  }

  @Test("Another fault of the disk is not")
  func other() {
    let error = StoreError(DatabaseError(resultCode: .SQLITE_IOERR_READ), path: "p")
    #expect(error != .full(path: "p"))
  }
}
