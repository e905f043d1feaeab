import Wire

// What an operator may set, by names.
extension Shares {
  public struct Setting: Sendable {
    public let name: String
    /// What the number counts.
    public let meaning: String
    let path: any WritableKeyPath<Shares, Int> & Sendable
    /// The largest number: what peers must expect ends there, or `unbounded`.
    public let most: Int

    /// The largest number where none is too large: sums of such do not overflow.
    public static let unbounded = 1 << 50

    init(
      _ name: String, _ path: any WritableKeyPath<Shares, Int> & Sendable, _ meaning: String,
      most: Int = Setting.unbounded
    ) {
      self.name = name
      self.meaning = meaning
      self.path = path
      self.most = most
    }

    public func value(in shares: Shares) -> Int { shares[keyPath: path] }
  }

  public static let settings: [Setting] = [
    Setting("connections", \.connections.all, "connections at once", most: Limits.connections),
    Setting("connections-reserve", \.connections.reserve, "of them for users who have few"),
    Setting("connections-of-user", \.connections.ofUser, "connections of one user"),
    Setting("connections-of-device", \.connections.ofDevice, "connections of one device"),
    Setting("connections-of-address", \.connections.ofAddress, "connections from one address"),
    Setting("newcomers", \.newcomers.all, "connections of those who join or renew"),
    Setting("newcomers-of-address", \.newcomers.ofAddress, "such connections from one address"),
    Setting(
      "sessions", \.sessions.all, "windows, those that are away included", most: Limits.sessions),
    Setting("sessions-reserve", \.sessions.reserve, "of them for users who have few"),
    Setting("sessions-of-user", \.sessions.ofUser, "windows of one user"),
    Setting("sessions-of-device", \.sessions.ofDevice, "windows that one device showed last"),
    Setting("boards", \.boards.all, "boards", most: Limits.boards),
    Setting("boards-reserve", \.boards.reserve, "of them for users who made few"),
    Setting("boards-of-user", \.boards.ofUser, "boards that one user made"),
    Setting("boards-made", \.boardsMade.all, "boards ever made, purged ones included"),
    Setting("boards-made-of-user", \.boardsMade.ofUser, "boards that one user ever made"),
    Setting("stored-bytes", \.storedBytes.all, "bytes of edits on the disk"),
    Setting("stored-bytes-reserve", \.storedBytes.reserve, "of them for users who stored little"),
    Setting("stored-bytes-of-user", \.storedBytes.ofUser, "bytes of one user's edits"),
    Setting("text-runs", \.textRuns, "pieces that a text is cut into by edits"),
    Setting("invitations", \.invitations.all, "open invitations", most: Limits.invitations),
    Setting("invitations-reserve", \.invitations.reserve, "of them for users who made few"),
    Setting("invitations-of-user", \.invitations.ofUser, "open invitations of one user"),
    Setting("devices", \.devices.all, "devices", most: Limits.devices),
    Setting("devices-reserve", \.devices.reserve, "of them for users who have few"),
    Setting("devices-of-user", \.devices.ofUser, "devices of one user", most: Limits.devicesOfUser),
    Setting(
      "handshakes", \.handshakes, "connections whose handshake is not complete",
      most: Limits.handshakes),
    Setting(
      "group-bytes-of-user", \.waitingBytes.ofUser,
      "bytes of one user's edits that wait for the disk"),
    Setting("outcome-bytes", \.outcomeBytes.all, "bytes of outcomes that nobody acknowledged"),
    Setting("outcome-bytes-of-user", \.outcomeBytes.ofUser, "such bytes of one user's windows"),
    Setting("partial-bytes", \.partialBytes.all, "bytes of messages that have not come whole"),
    Setting("partial-bytes-of-user", \.partialBytes.ofUser, "such bytes of one user"),
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
    case number(String, name: String, most: Int)
    case reserve(String)

    public var description: String {
      switch self {
      case .form(let text):
        "“\(text)” is no limit: write its name, an equals sign and a number, as in "
          + "connections-of-user=256"
      case .unknown(let name):
        "there is no limit called “\(name)”; `boardd limits` lists those that there are"
      case .number(let value, let name, let most):
        "“\(value)” is no value of \(name): it takes a whole number from 1 to \(most)"
      case .reserve(let name):
        "\(name)-reserve is not less than \(name): nobody would get more than a few; set it too"
      }
    }
  }

  /// Takes settings as an operator writes them, each a name, an equals sign and a number.
  public mutating func set(_ texts: [String]) throws(SettingError) {
    for text in texts { try set(text) }
    for (name, share) in [
      ("connections", connections), ("sessions", sessions), ("boards", boards),
      ("stored-bytes", storedBytes), ("invitations", invitations), ("devices", devices),
    ] where share.reserve >= share.all { throw .reserve(name) }
    // No operator sets these: they go with what they are a part of.
    newcomers.reserve = min(newcomers.reserve, newcomers.all / 8)
    boardsMade.reserve = min(boardsMade.reserve, boardsMade.all / 8)
    partialBytes.reserve = min(partialBytes.reserve, partialBytes.all / 4)
    outcomeBytes.reserve = min(outcomeBytes.reserve, outcomeBytes.all / 4)
  }

  private mutating func set(_ text: String) throws(SettingError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .form(text) }
    let (name, value) = (String(parts[0]), String(parts[1]))
    guard let setting = Shares.settings.first(where: { $0.name == name }) else {
      throw .unknown(name)
    }
    guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(value),
      (1...setting.most).contains(number)
    else { throw .number(value, name: name, most: setting.most) }
    self[keyPath: setting.path] = number
  }
}
