public import Wire

// What people read where a device is not let in, not renewed or not thrown out. Sentences without
// full stop.
extension Wording {
  /// What became of a request about devices that a coordinator refused, and what to do.
  /// - Parameters:
  ///   - device: the device that was asked about.
  ///   - text: the coordinator's own words.
  public static func refusal(_ code: ErrorCode, device: String, text: String) -> String {
    switch code {
    case .invitationRefused:
      "the coordinator does not take the invitation: it was used, has ended or was taken back; ask "
        + "for a new one (\(text))"
    case .deviceInUse:
      "you have a device named \(device) already: --device NAME joins under another name, and "
        + "--replace throws the old one out (\(text))"
    case .nameTaken:
      "somebody of that name is here already: `board member USER ROLE` gives them a role (\(text))"
    case .signingRequestRefused:
      "the coordinator does not take this device's key: one of the two programs is too old, upgrade "
        + "both (\(text))"
    case .renewalSuspended: renewalSuspended
    case .deviceUnknown:
      "you have no device named \(device): `board devices` lists yours"
    case .identityRefused: revoked(text)
    case .certificateExpired: "the certificate of this connection has ended: try again"
    default: text
    }
  }

  /// What a person is told whose certificate is not renewed because the coordinator's administrator
  /// has to look first.
  public static let renewalSuspended =
    "the coordinator was restored from an older backup and renews nobody until its administrator "
    + "confirms who has been thrown out since: ask them to"

  /// What a person is told whose device was thrown out.
  /// - Parameter text: the coordinator's own words.
  public static func revoked(_ text: String) -> String {
    "\(text.isEmpty ? "the coordinator does not let this device in any longer" : text); `board "
      + "unsent` prints what is not sent, and `board join LINE` comes in again with a new invitation"
  }

  /// The warning that this device's certificate is about to end.
  /// - Parameters:
  ///   - end: the day and time, as text; nil where it is not known.
  ///   - reason: why it was not renewed.
  public static func unrenewed(until end: String?, reason: String) -> String {
    let when = end.map { "on \($0)" } ?? "soon"
    return "This device's certificate ends \(when), and was not renewed: \(reason). It is tried "
      + "again each hour; after its end it can be renewed for 30 days, then only a new invitation "
      + "helps."
  }
}
