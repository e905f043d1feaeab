import BoardModel
import LogRecords
import OperationLog
import Testing

/// What an operator may have to know is kept within bounds.
@Suite("The bound of the audit", .timeLimit(.minutes(1)))
struct AuditBoundTests {
  /// What is kept of records that come in several groups.
  private static func kept(_ groups: [[AuditRecord]]) async throws -> [AuditRecord] {
    let fixture = try Fixture()
    let store = try fixture.open()
    for part in groups {
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
    #expect(try await store.check().isSound)
    try store.close()
    return kept
  }

  @Test("Of each kind the newest are kept, however many there are of one")
  func bound() async throws {
    let roles = (0..<2).map { AuditRecord(time: UInt64($0), kind: .role, detail: "role \($0)") }
    let refusals = (0..<AuditRecord.mostOfKind + 3).map {
      AuditRecord(time: UInt64(10 + $0), kind: .refused, address: "192.0.2.\($0 % 20)")
    }
    let kept = try await Self.kept([
      roles, Array(refusals.prefix(5_000)), Array(refusals.dropFirst(5_000)),
    ])
    #expect(kept == roles + refusals.dropFirst(3))
  }

  @Test("One user, or one address, drives out nothing that others did")
  func causes() async throws {
    let ben = AuditRecord(time: 1, kind: .role, author: Author(user: "ben", device: "desk"))
    let other = AuditRecord(time: 2, kind: .refused, address: "192.0.2.1")
    let many = (0..<AuditRecord.mostOfCause + 2).map {
      AuditRecord(
        time: UInt64(10 + $0), kind: .role, author: Author(user: "eve", device: "phone \($0 % 2)"))
    }
    let refused = (0..<AuditRecord.mostOfCause + 2).map {
      AuditRecord(time: UInt64(10_000 + $0), kind: .refused, address: "192.0.2.2")
    }
    let kept = try await Self.kept([[ben, other], many, refused])
    #expect(kept == [ben, other] + many.dropFirst(2) + refused.dropFirst(2))
  }
}
