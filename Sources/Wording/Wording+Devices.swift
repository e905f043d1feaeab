public import Wire

// What people read where a device is not let in, not renewed or not thrown out.
extension Wording {
  /// What became of a request about devices that a coordinator refused, and what to do.
  /// - Parameters:
  ///   - device: the device that was asked about.
  ///   - text: the coordinator's own words.
  public static func refusal(_ code: ErrorCode, device: String, text: String) -> String {
    switch code {
    case .deviceInUse:
      "\(text) `board join` takes --device NAME for the one, and --replace for the other."
    case .renewalSuspended: renewalSuspended
    case .deviceUnknown: "you have no device named \(device): `board devices` lists yours"
    case .identityRefused: revoked(text)
    case .certificateExpired: "the certificate of this connection has ended: try again"
    case .signingRequestRefused:
      "\(text) If the name is right, one of the two programs is too old: upgrade both."
    // The coordinator says which of several reasons it is, and what to do.
    default: text
    }
  }

  /// What a person is told whose certificate is not renewed because the coordinator's administrator
  /// has to look first.
  public static let renewalSuspended =
    "the coordinator was restored from an older backup and renews nobody until its administrator "
    + "confirms who has been thrown out since: ask them to"

  /// What a person is told whose device is not served any longer.
  /// - Parameter text: the coordinator's own words, a sentence that says why.
  public static func revoked(_ text: String) -> String {
    (text.isEmpty ? "The coordinator does not let this device in any longer." : text)
      + " What is not sent stays on this device: `board unsent` prints it."
  }

  /// The warning that this device's certificate is about to end.
  /// - Parameters:
  ///   - end: the day and time, as text; nil where it is not known.
  ///   - reason: why it was not renewed.
  public static func unrenewed(until end: String?, reason: String) -> String {
    let when = end.map { "on \($0)" } ?? "soon"
    return "This device's certificate ends \(when), and was not renewed: \(clause(reason)). It is "
      + "tried again each hour; after its end it can be renewed for 30 days, then only a new "
      + "invitation helps."
  }

  /// What a person is told whose device's certificate has ended and cannot be renewed now.
  /// - Parameters: as those of `unrenewed`; no end where this device's clock does not have it yet.
  public static func ended(on end: String?, reason: String) -> String {
    let when = end.map { " on \($0)" } ?? ""
    return "This device's certificate ended\(when), and is not renewed: \(clause(reason)). It is "
      + "tried again and again, and can be for 30 days after its end; then only a new invitation "
      + "helps. Meanwhile what is typed stays on this device."
  }

  private static func clause(_ reason: String) -> Substring {
    reason.last == "." ? reason.dropLast() : reason[...]
  }
}
