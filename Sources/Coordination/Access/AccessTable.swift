import BoardModel
import HashTreeCollections
import LogRecords
import Wire

/// Who may come in: the devices with what is served of their certificates, and the invitations
/// (SPEC.md JOI, REN, DEV).
///
/// What is decided counts at once, but nobody is told before the log has it. A group that fails takes
/// back what was decided since the last one that did not, but for revocations: whoever was thrown out
/// was refused already, and stays out until the log has it.
struct AccessTable: Sendable {
  /// What the table holds at one moment; a copy costs next to nothing.
  private struct Held: Sendable {
    var devices: TreeDictionary<DeviceName, DeviceRecord> = [:]
    /// The names of each user's devices.
    var names: TreeDictionary<String, TreeSet<String>> = [:]
    var invitations: TreeDictionary<InvitationID, InvitationRecord> = [:]
    /// As `AccessContents.unconfirmedSince`.
    var unconfirmedSince: UInt64?
  }

  /// What there may be at once.
  let shares: Shares
  private var current = Held()
  private var durable = Held()
  /// What will be durable with the group that the log writes.
  private var handedOut: Held?
  /// What is not in the log yet, nor handed to it.
  private var unwritten = Unwritten()
  private var writing = Unwritten()

  /// The users who are still to be looked through for devices that may go.
  private var unswept: ArraySlice<String> = []

  private var steadySince: Moment?

  /// What has to be written; the records are those that are current when that is done.
  private struct Unwritten: Sendable {
    var devices: Set<DeviceName> = []
    var invitations: Set<InvitationID> = []
    var audit: [AuditRecord] = []
    var confirms = false
    /// Of `devices`, those that were revoked, as they were then, and the invitations that ended with them.
    var revocations: [DeviceName: DeviceRecord] = [:]
    var endedInvitations: Set<InvitationID> = []

    /// Adds what came later.
    mutating func append(_ later: Unwritten) {
      devices.formUnion(later.devices)
      invitations.formUnion(later.invitations)
      audit += later.audit
      confirms = confirms || later.confirms
      revocations.merge(later.revocations) { $1 }
      endedInvitations.formUnion(later.endedInvitations)
    }
  }

  init(_ contents: AccessContents = AccessContents(), _ shares: Shares = Shares()) {
    self.shares = shares
    for record in contents.devices { hold(record) }
    for record in contents.invitations { current.invitations[record.id] = record }
    current.unconfirmedSince = contents.unconfirmedSince
    durable = current
    unwritten = Unwritten()
  }

  // MARK: What it answers

  subscript(_ name: DeviceName) -> DeviceRecord? { current.devices[name] }

  subscript(_ id: InvitationID) -> InvitationRecord? { current.invitations[id] }

  var deviceCount: Int { current.devices.count }

  var invitations: some Sequence<InvitationRecord> { current.invitations.values.lazy.map(\.self) }

  var unconfirmedSince: UInt64? { current.unconfirmedSince }

  /// The devices of a user in the order of their names, without the record of all of them.
  func devices(of user: String) -> [DeviceRecord] {
    (current.names[user] ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .compactMap { $0.isEmpty ? nil : current.devices[DeviceName(user: user, device: $0)] }
  }

  /// The users who have devices, in ascending order.
  var users: [String] { current.names.keys.sorted() }

  /// The second before which no certificate of the user's devices may begin, whatever the device.
  func floor(ofUser user: String) -> UInt64 {
    current.devices[DeviceName(user: user, device: "")]?.floor ?? 0
  }

  // MARK: What changes it

  mutating func put(_ record: DeviceRecord) {
    hold(record)
    unwritten.devices.insert(record.name)
  }

  /// Throws a device out, or takes that from elsewhere: no failing log takes it back.
  mutating func put(revoked record: DeviceRecord) {
    put(record)
    unwritten.revocations[record.name] = record
  }

  /// Notes when a device was here, which is written with the next group, or within a tick.
  mutating func put(used record: DeviceRecord) {
    put(record)
    owesUses = true
  }

  /// Whether the log does not know yet when some device was here.
  private(set) var owesUses = false

  /// Whether the log could not take a revocation, which is to be tried again.
  private(set) var owesRevocations = false

  private mutating func hold(_ record: DeviceRecord) {
    current.devices[record.name] = record
    current.names[record.name.user, default: []].insert(record.name.device)
  }

  mutating func remove(_ name: DeviceName) {
    guard current.devices.removeValue(forKey: name) != nil else { return }
    current.names[name.user]?.remove(name.device)
    if current.names[name.user]?.isEmpty == true { current.names[name.user] = nil }
    unwritten.devices.insert(name)
  }

  mutating func put(_ record: InvitationRecord) {
    current.invitations[record.id] = record
    unwritten.invitations.insert(record.id)
  }

  mutating func remove(_ id: InvitationID) {
    guard current.invitations.removeValue(forKey: id) != nil else { return }
    unwritten.invitations.insert(id)
  }

  /// Ends an open invitation whose creator or user was thrown out.
  mutating func end(_ id: InvitationID) {
    remove(id)
    unwritten.endedInvitations.insert(id)
  }

  /// The users to be looked through next for devices that may go: all of them, one after another.
  mutating func nextSwept() -> ArraySlice<String> {
    if unswept.isEmpty { unswept = Array(current.names.keys)[...] }
    defer { unswept = unswept.dropFirst(AccessTable.sweptAtOnce) }
    return unswept.prefix(AccessTable.sweptAtOnce)
  }

  /// Whether the clock of the day has gone with the one that never jumps for a day: where it was set
  /// ahead, what seems to be long over is not.
  mutating func isClockSteady(_ now: Moment) -> Bool {
    guard let since = steadySince else {
      steadySince = now
      return false
    }
    let passed = now.monotonic - since.monotonic
    let shown = now.wall > since.wall ? now.wall - since.wall : 0
    guard max(passed, shown) - min(passed, shown) <= 3_600_000 else {
      steadySince = now
      return false
    }
    return passed >= 86_400_000
  }

  /// So few that it takes a fraction of a millisecond, and all of them have their turn within hours.
  private static let sweptAtOnce = 256

  mutating func note(_ record: AuditRecord) { unwritten.audit.append(record) }

  /// Notes that an administrator confirmed that all revocations are known.
  mutating func confirm() {
    current.unconfirmedSince = nil
    unwritten.confirms = true
  }

  // MARK: How it becomes durable

  /// Hands out what is not written yet, for the group that the log gets.
  mutating func cut() -> AccessChanges {
    handedOut = current
    owesUses = false
    (writing, unwritten) = (unwritten, Unwritten())
    var changes = AccessChanges()
    for name in writing.devices.sorted() {
      if let record = current.devices[name] {
        changes.devices.append(record)
      } else {
        changes.removedDevices.append(name)
      }
    }
    for id in writing.invitations.sorted() {
      if let record = current.invitations[id] {
        changes.invitations.append(record)
      } else {
        changes.removedInvitations.append(id)
      }
    }
    changes.audit = writing.audit
    changes.confirmsRevocations = writing.confirms
    return changes
  }

  /// Notes that what was handed out is durable.
  mutating func written() {
    guard let written = handedOut else { return }
    (durable, handedOut, writing) = (written, nil, Unwritten())
    owesRevocations = !unwritten.revocations.isEmpty && owesRevocations
  }

  /// Has what was handed out written again: the log took nothing of it, and may take it yet.
  mutating func retry() {
    handedOut = nil
    writing.append(unwritten)
    (writing, unwritten) = (Unwritten(), writing)
  }

  /// Takes back everything that is not durable, but for revocations.
  mutating func revert() {
    writing.append(unwritten)
    let failed = writing
    (current, handedOut) = (durable, nil)
    (writing, unwritten) = (Unwritten(), Unwritten())
    for record in failed.revocations.values { put(revoked: record) }
    for id in failed.endedInvitations { end(id) }
    unwritten.audit = failed.audit.filter { record in
      record.kind == .revoked && record.subject.map { failed.revocations[$0] != nil } ?? false
    }
    owesRevocations = !failed.revocations.isEmpty
  }
}
