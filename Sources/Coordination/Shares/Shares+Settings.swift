import Wire

// What an operator may set, by names.
extension Shares {
  public struct Setting: Sendable {
    public let name: String
    /// What the number counts.
    public let meaning: String
    let path: any WritableKeyPath<Shares, Int> & Sendable
    /// The least number that may be set: with less, no frame could come whole.
    public let least: Int
    /// The largest number: what peers must expect ends there, or `unbounded`.
    public let most: Int

    /// The largest number where none is too large: sums of such do not overflow.
    public static let unbounded = 1 << 50

    init(
      _ name: String, _ path: any WritableKeyPath<Shares, Int> & Sendable, _ meaning: String,
      least: Int = 1, most: Int = Setting.unbounded
    ) {
      self.name = name
      self.meaning = meaning
      self.path = path
      self.least = least
      self.most = most
    }

    public func value(in shares: Shares) -> Int { shares[keyPath: path] }
  }

  public static let settings: [Setting] = [
    Setting("connections", \.connections.all, "connections at once", most: Limits.connections),
    Setting("connections-reserve", \.connections.reserve, "of them for users who have few"),
    Setting("connections-modest", \.connections.modest, "who has so many has no longer few"),
    Setting("connections-of-user", \.connections.ofUser, "connections of one user"),
    Setting("connections-of-device", \.connections.ofDevice, "connections of one device"),
    Setting("connections-of-address", \.connections.ofAddress, "connections from one address"),
    Setting("newcomers", \.newcomers.all, "connections of those who join or renew"),
    Setting("newcomers-reserve", \.newcomers.reserve, "of them for addresses that have few"),
    Setting("newcomers-modest", \.newcomers.modest, "what has so many has no longer few"),
    Setting("newcomers-of-address", \.newcomers.ofAddress, "such connections from one address"),
    Setting(
      "sessions", \.sessions.all, "windows, those that are away included", most: Limits.sessions),
    Setting("sessions-reserve", \.sessions.reserve, "of them for users who have few"),
    Setting("sessions-modest", \.sessions.modest, "who has so many has no longer few"),
    Setting("sessions-of-user", \.sessions.ofUser, "windows of one user"),
    Setting("sessions-of-device", \.sessions.ofDevice, "windows that one device showed last"),
    Setting("boards", \.boards.all, "boards", most: Limits.boards),
    Setting("boards-reserve", \.boards.reserve, "of them for users who made few"),
    Setting("boards-modest", \.boards.modest, "who made so many made no longer few"),
    Setting("boards-of-user", \.boards.ofUser, "boards that one user made"),
    Setting("boards-of-device", \.boards.ofDevice, "of them from one device"),
    Setting("boards-made", \.boardsMade.all, "boards ever made, purged ones included"),
    Setting("boards-made-reserve", \.boardsMade.reserve, "of them for users who made few"),
    Setting("boards-made-modest", \.boardsMade.modest, "who made so many made no longer few"),
    Setting("boards-made-of-user", \.boardsMade.ofUser, "boards that one user ever made"),
    Setting("boards-made-of-device", \.boardsMade.ofDevice, "of them from one device"),
    Setting("stored-bytes", \.storedBytes.all, "bytes of edits, purged ones too"),
    Setting("stored-bytes-reserve", \.storedBytes.reserve, "of them for users who stored little"),
    Setting(
      "stored-bytes-modest", \.storedBytes.modest, "who stored so many stored no longer little"),
    Setting("stored-bytes-of-user", \.storedBytes.ofUser, "bytes of one user's edits"),
    Setting("stored-bytes-of-device", \.storedBytes.ofDevice, "of them from one device"),
    Setting("text-runs", \.textRuns, "pieces that a text is cut into by edits"),
    Setting("invitations", \.invitations.all, "open invitations", most: Limits.invitations),
    Setting("invitations-reserve", \.invitations.reserve, "of them for users who made few"),
    Setting("invitations-modest", \.invitations.modest, "who made so many made no longer few"),
    Setting("invitations-of-user", \.invitations.ofUser, "open invitations of one user"),
    Setting("invitations-of-device", \.invitations.ofDevice, "of them from one device"),
    Setting(
      "invitations-used-in-day", \.invitationsUsedInDay,
      "invitations of one user that are used within a day", most: Limits.invitationsUsedInDay),
    Setting("devices", \.devices.all, "devices", most: Limits.devices),
    Setting("devices-reserve", \.devices.reserve, "of them for users who have few"),
    Setting("devices-modest", \.devices.modest, "who has so many has no longer few"),
    Setting("devices-of-user", \.devices.ofUser, "devices of one user", most: Limits.devicesOfUser),
    Setting(
      "known-devices-of-user", \.knownDevicesOfUser,
      "devices of one user, those that were thrown out included", most: Limits.knownDevicesOfUser),
    Setting(
      "renewals-in-hour", \.renewalsInHour, "renewals of one device within an hour",
      most: Limits.renewalsInHour),
    Setting("users", \.users, "users whose names are remembered", most: Limits.users),
    Setting(
      "handshakes", \.handshakes, "connections whose handshake is not complete",
      most: Limits.handshakes),
    Setting(
      "group-bytes", \.waitingBytes.all, "bytes of edits that wait for the disk",
      most: Limits.groupBytes),
    Setting("group-bytes-reserve", \.waitingBytes.reserve, "of them for users who have few there"),
    Setting(
      "group-bytes-modest", \.waitingBytes.modest, "who has so many there has no longer few"),
    Setting("group-bytes-of-user", \.waitingBytes.ofUser, "such bytes of one user's edits"),
    Setting("group-bytes-of-device", \.waitingBytes.ofDevice, "of them from one device"),
    Setting("outcome-bytes", \.outcomeBytes.all, "bytes of outcomes that nobody acknowledged"),
    Setting("outcome-bytes-reserve", \.outcomeBytes.reserve, "of them for users who keep few"),
    Setting("outcome-bytes-modest", \.outcomeBytes.modest, "who keeps so many keeps no longer few"),
    Setting("outcome-bytes-of-user", \.outcomeBytes.ofUser, "such bytes of one user's windows"),
    Setting(
      "outcome-bytes-of-device", \.outcomeBytes.ofDevice, "of them of windows on one device"),
    Setting("info-bytes", \.infoBytes.all, "bytes that windows keep of themselves"),
    Setting("info-bytes-reserve", \.infoBytes.reserve, "of them for users whose windows keep few"),
    Setting("info-bytes-modest", \.infoBytes.modest, "who keeps so many keeps no longer few"),
    Setting("info-bytes-of-user", \.infoBytes.ofUser, "such bytes of one user's windows"),
    Setting("info-bytes-of-device", \.infoBytes.ofDevice, "of them of windows on one device"),
    Setting(
      "partial-bytes", \.partialBytes.all, "bytes of messages that have not come whole",
      least: Int(Limits.frameBytes)),
    Setting("partial-bytes-reserve", \.partialBytes.reserve, "of them for users who sent few"),
    Setting("partial-bytes-modest", \.partialBytes.modest, "who sent so many sent no longer few"),
    Setting(
      "partial-bytes-of-user", \.partialBytes.ofUser, "such bytes of one user",
      least: Int(Limits.frameBytes)),
    Setting(
      "partial-bytes-of-device", \.partialBytes.ofDevice, "of them from one device",
      least: Int(Limits.frameBytes)),
    Setting(
      "peer-bytes", \.peerBytes, "bytes that may wait for all windows before each has less room"),
    Setting("peer-bytes-of-user", \.peerBytesOfUser, "such bytes of one user's windows"),
    Setting("unread-bytes", \.unreadBytes, "bytes that may wait for all windows at most"),
    Setting("unread-bytes-of-user", \.unreadBytesOfUser, "such bytes of one user's windows"),
  ]

  /// Why a setting was not taken.
  public enum SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    case form(String)
    case unknown(String)
    case number(String, name: String, least: Int = 1, most: Int)
    case reserve(String)

    public var description: String {
      switch self {
      case .form(let text):
        "“\(text)” is no limit: write its name, an equals sign and a number, as in "
          + "connections-of-user=256"
      case .unknown(let name):
        "there is no limit called “\(name)”; `boardd limits` lists those that there are"
      case .number(let value, let name, let least, let most):
        "“\(value)” is no value of \(name): it takes a whole number from \(least) to \(most)"
      case .reserve(let name):
        "\(name)-reserve is not less than \(name): nobody would get more than a few"
      }
    }
  }

  /// Takes settings as an operator writes them, each a name, an equals sign and a number. A reserve that
  /// is not among them gets no larger a part than it has by default, and a device half of what is set for
  /// a user.
  public mutating func set(_ texts: [String]) throws(SettingError) {
    for text in texts { try set(text) }
    for (name, path) in Shares.reserved {
      if texts.contains(where: { $0.hasPrefix(name + "-of-user=") }),
        !texts.contains(where: { $0.hasPrefix(name + "-of-device=") }),
        let least = Shares.settings.first(where: { $0.name == name + "-of-device" })?.least
      {
        self[keyPath: path].ofDevice = max(least, self[keyPath: path].ofUser / 2)
      }
      if !texts.contains(where: { $0.hasPrefix(name + "-reserve=") }) {
        let usual = Shares()[keyPath: path]
        self[keyPath: path].reserve = min(
          self[keyPath: path].reserve, self[keyPath: path].all / (usual.all / usual.reserve))
      }
      guard self[keyPath: path].reserve < self[keyPath: path].all else { throw .reserve(name) }
    }
  }

  /// What has a reserve.
  private static let reserved: [(name: String, any WritableKeyPath<Shares, Share> & Sendable)] = [
    ("connections", \.connections), ("newcomers", \.newcomers), ("sessions", \.sessions),
    ("boards", \.boards), ("boards-made", \.boardsMade), ("stored-bytes", \.storedBytes),
    ("invitations", \.invitations), ("devices", \.devices), ("group-bytes", \.waitingBytes),
    ("outcome-bytes", \.outcomeBytes), ("info-bytes", \.infoBytes),
    ("partial-bytes", \.partialBytes),
  ]

  private mutating func set(_ text: String) throws(SettingError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .form(text) }
    let (name, value) = (String(parts[0]), String(parts[1]))
    guard let setting = Shares.settings.first(where: { $0.name == name }) else {
      throw .unknown(name)
    }
    guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(value),
      (setting.least...setting.most).contains(number)
    else { throw .number(value, name: name, least: setting.least, most: setting.most) }
    self[keyPath: setting.path] = number
  }
}
