import Coordination
import Files
public import Identity
import LogRecords
import OperationLog

/// How a leaked authority is replaced by that of a new cluster on the same store, in steps. Each is
/// done as a whole or not at all, and what comes next follows from what is there: so a process that was
/// killed at any moment is finished by doing the same again.
public enum ReplacementStep: Hashable, Sendable {
  /// The new authority and identity are made beside the old ones.
  case make
  /// The store is given to the new cluster, which is where the old one ends.
  case moveStore(from: String, to: String)
  /// The old identity gets a name of its own.
  case setAside(old: String)
  /// The new identity gets the name that a coordinator looks for.
  case putInPlace
  /// The users are invited.
  case invite

  /// The new cluster, where that is decided by what is there.
  fileprivate var cluster: String? {
    if case .moveStore(_, let new) = self { new } else { nil }
  }

  /// The old cluster, where the step names it.
  fileprivate var old: String? {
    switch self {
    case .moveStore(let old, _), .setAside(let old): old
    case .make, .putInPlace, .invite: nil
    }
  }

  /// What is there.
  public struct Facts: Hashable, Sendable {
    /// The cluster that the store belongs to; nil for none yet.
    public var store: String?
    /// The clusters of the identity in use, and of the one beside it.
    public var current: String?
    public var next: String?
    /// Whether the users of the store's cluster are still to be invited.
    public var isInviting: Bool

    public init(store: String?, current: String?, next: String?, isInviting: Bool) {
      (self.store, self.current, self.next) = (store, current, next)
      self.isInviting = isInviting
    }
  }

  /// Why nothing can be done.
  public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// No coordinator has served the store, so there is nobody to invite again.
    case unused
    /// Store and identity are of different clusters, and no replacement was begun.
    case foreign(store: String, identity: String?)
    /// The new cluster cannot be called as the old one: people tell them apart by that.
    case sameName(String)
    /// The new identity was made already, for a cluster of that name.
    case begun(String)
    /// The new identity cannot sign, or its coordinator gave an answer that is none.
    case unusable

    public var description: String {
      switch self {
      case .unused:
        "no coordinator has served this folder yet, so nobody has joined: `boardd init` makes a new one"
      case .foreign(let store, let identity):
        "the store belongs to the cluster \(store), and the identity beside it "
          + (identity.map { "to \($0)" } ?? "is missing")
          + ": bring the one that belongs to it, or a backup of both"
      case .sameName(let name): "\(name) is the name of the old cluster: give --team another one"
      case .begun(let name):
        "it was begun with the name \(name): leave out --team, or remove the folder identity.next first"
      case .unusable: "the new identity cannot be used to invite: restore the folder from a backup"
      }
    }
  }

  /// The step that comes next.
  public static func next(_ facts: Facts) throws(Refusal) -> ReplacementStep {
    guard let store = facts.store else { throw .unused }
    switch (facts.current, facts.next) {
    case (store?, nil): return facts.isInviting ? .invite : .make
    case (store?, let next?):
      if next == store { throw .foreign(store: store, identity: facts.current) }
      return .moveStore(from: store, to: next)
    case (let current?, store?): return .setAside(old: current)
    case (nil, store?): return .putInPlace
    case (let current, _): throw .foreign(store: store, identity: current)
    }
  }
}

/// The folder in which an authority is replaced.
public struct AuthorityReplacement {
  private let root: String
  private let store: Store
  private let users: (user: UserName, device: NamePart)

  /// What was done.
  public struct Outcome: Sendable {
    public let cluster: NamePart
    /// The name of the cluster before; nil where its end was before an interruption.
    public let old: String?
    public let lines: [Line]
    /// The users of whom no device joined here, who are not invited again; empty where they were named before an
    /// interruption.
    public let leftOut: [String]
  }

  /// An invitation.
  public struct Line: Sendable {
    public let user: String
    public let line: InvitationLine
    /// In milliseconds since 1970.
    public let expires: UInt64
  }

  public static func nextFolder(_ root: String) -> IdentityFolder {
    IdentityFolder(root + "/identity.next")
  }

  private var current: IdentityFolder { IdentityFolder(root + "/identity") }
  private var next: IdentityFolder { Self.nextFolder(root) }

  /// - Parameters:
  ///   - root: the folder of store and identity.
  ///   - user: the user and device of the coordinator's own identity.
  /// - Throws: `StoreError`, also where a coordinator runs.
  public init(in root: String, user: UserName, device: NamePart) throws {
    self.root = root
    users = (user, device)
    guard try Store.isThere(root + "/store") else {
      throw StoreError.missing(folder: root + "/store")
    }
    store = try Store.open(folder: root + "/store")
  }

  public func close() { try? store.close() }

  public var facts: ReplacementStep.Facts {
    get throws {
      ReplacementStep.Facts(
        store: try store.cluster(), current: current.clusterName, next: next.clusterName,
        isInviting: try store.invitedAgain() != nil)
    }
  }

  /// Does all that is left to be done.
  ///
  /// - Parameters:
  ///   - team: the name of the new cluster; nil for the old one's with a number behind it.
  ///   - time: the present, in milliseconds since 1970.
  ///   - invite: makes the lines of these users.
  public func run(
    team: NamePart?, time: UInt64, inviting invite: ([String], Identity) throws -> [Line]
  ) throws -> Outcome {
    var leftOut: [String] = []
    var old: String?
    while true {
      let step = try ReplacementStep.next(facts)
      if let team, let new = step.cluster, new != team.description {
        throw ReplacementStep.Refusal.begun(new)
      }
      if case .moveStore = step { leftOut = InvitedAgain(try store.contents(), now: time).leftOut }
      old = step.old ?? old
      guard let lines = try perform(step, team: team, time: time, inviting: invite) else {
        continue
      }
      let identity = try current.load(allowingExpired: true)
      return Outcome(cluster: identity.cluster, old: old, lines: lines, leftOut: leftOut)
    }
  }

  /// Does one step.
  /// - Returns: the lines where it was the last; nil where others follow.
  public func perform(
    _ step: ReplacementStep, team: NamePart?, time: UInt64,
    inviting invite: ([String], Identity) throws -> [Line]
  ) throws -> [Line]? {
    switch step {
    case .make:
      let old = try NamePart(store.cluster() ?? "")
      let new = try team ?? Self.successor(of: old)
      guard new != old else { throw ReplacementStep.Refusal.sameName("\(old)") }
      _ = try next.open(user: users.user, device: users.device, cluster: new)
    case .moveStore(let old, let new):
      let contents = try store.contents()
      try store.replace(
        cluster: new, inviting: InvitedAgain(contents, now: time).users,
        noting: AuditRecord(time: time, kind: .replaced, detail: "cluster \(old) by \(new)"))
    case .setAside(let old): try rename(current.path, current.path + "." + old)
    case .putInPlace: try rename(next.path, current.path)
    case .invite:
      // Who has joined since an interruption was invited before it.
      let joined = Set(try store.contents().access.devices.map(\.name.user))
      let users = (try store.invitedAgain() ?? []).filter { !joined.contains($0) }
      return try invite(users, try current.load(allowingExpired: true))
    }
    return nil
  }

  /// Makes an invitation in the store, which no coordinator has open.
  public func invite(
    _ user: String, seconds: UInt32, addresses: [InvitationLine.Address], as identity: Identity
  ) throws -> Line {
    guard let authority = identity.authority else { throw ReplacementStep.Refusal.unusable }
    let line = try InvitationLine(
      addresses: addresses, cluster: identity.cluster, pin: authority.pin,
      token: InvitationLine.freshToken(), secret: InvitationLine.freshSecret())
    let replies = try Administration.ask(
      .invite(
        invitation: Hexadecimal.text(line.token), secretHash: try Hexadecimal.hash(line.secret),
        user: user, seconds: seconds), of: store, cluster: "\(identity.cluster)")
    switch replies.last {
    case .invited(let expires)?: return Line(user: user, line: line, expires: expires)
    case .refused(let reason)?: throw Administration.Refused(description: reason)
    default: throw ReplacementStep.Refusal.unusable
    }
  }

  /// Notes that everybody has their line, once they are where nobody loses them.
  public func finish() throws { try store.endInviting() }

  private func rename(_ old: String, _ new: String) throws {
    try Folder.rename(old, to: new)
    try Folder.sync(root)
  }

  /// The name with the next number behind it: `team`, `team-2`, `team-3`.
  static func successor(of cluster: NamePart) throws -> NamePart {
    let name = cluster.description
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
    let stem = name.dropLast(digits.count)
    guard stem.hasSuffix("-"), !digits.isEmpty, digits.count < 5,
      let number = Int(String(digits.reversed()))
    else { return try NamePart(String(name.prefix(NamePart.longest - 2)) + "-2") }
    return try NamePart("\(stem)\(number + 1)")
  }
}

extension IdentityFolder {
  /// The cluster of a whole identity; nil where there is none that can be read.
  fileprivate var clusterName: String? { isWhole ? deviceName()?.cluster.description : nil }
}
