import Launcher

/// What an operator has something to do about, although everybody who has joined is served.
public enum OperatorWarning: Hashable, Sendable, CustomStringConvertible {
  /// The store was restored from a copy, made then in milliseconds since 1970.
  case unconfirmed(since: UInt64)
  /// A board cannot be read: how that is, as a sentence without a full stop.
  case damaged(String)
  /// The authority's key is not in the folder.
  case authorityMissing(folder: String)
  /// The authority's certificate ends soon, then in milliseconds since 1970.
  case authorityEnds(at: UInt64)

  public var description: String {
    switch self {
    case .unconfirmed(let since):
      "restored from a backup, or salvaged, of \(LocalTime.text(since)): what was revoked since is not "
        + "known, nor who lost a role on a board and has it again. It renews nobody until `boardd confirm`, "
        + "which says that nothing is missing; `boardd revoke --from FILE` takes revocations from an audit, "
        + "and names the roles in it"
    case .damaged(let fault):
      "\(fault); the other boards are served. `boardd check` says what can be read, `boardd restore` goes back "
        + "to a backup, and `boardd salvage` makes a folder of what can be read"
    case .authorityMissing(let folder):
      "\(folder)/authority.key is not there: nobody can be invited, join or renew until it is back, from "
        + "its old place or a backup"
    case .authorityEnds(let end):
      "the authority ends on \(LocalTime.text(end)), and with it every certificate that it signed: "
        + "`boardd authority renew` makes it good for ten years more, and changes nothing for anybody. "
        + "After its end everybody has to join anew"
    }
  }
}
