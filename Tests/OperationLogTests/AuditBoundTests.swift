import LogRecords
import OperationLog
import Testing

/// What an operator may have to know is kept within bounds.
@Suite("The bound of the audit", .timeLimit(.minutes(1)))
struct AuditBoundTests {
  @Test("Of each kind the newest are kept, however many there are of one")
  func bound() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let roles = (0..<2).map { AuditRecord(time: UInt64($0), kind: .role, detail: "role \($0)") }
    let refusals = (0..<AuditRecord.mostOfKind + 3).map {
      AuditRecord(time: UInt64(10 + $0), kind: .refused, address: "192.0.2.1")
    }
    for part in [roles, Array(refusals.prefix(5_000)), Array(refusals.dropFirst(5_000))] {
      var changes = AccessChanges()
      changes.audit = part
      try await store.append(CommitGroup(access: changes))
    }
    var kept: [AuditRecord] = []
    var number: Int64 = 0
    while true {
      let part = try await withCheckedContinuation { continuation in
        store.audit(after: number) { continuation.resume(returning: $0) }
      }.get()
      guard !part.records.isEmpty else { break }
      kept += part.records.map(\.record)
      number = part.through
    }
    #expect(kept == roles + refusals.dropFirst(3))
    #expect(try await store.check().isSound)
    try store.close()
  }
}
