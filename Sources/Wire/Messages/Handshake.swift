public import BoardModel

/// The first message of a connection, from the side that dialed. Frozen for all versions.
public struct Hello: Hashable, Sendable {
  public let lowestMinor: UInt16
  public let newestMinor: UInt16
  public let features: [UInt16]
  /// The largest payload its sender accepts, in bytes.
  public let frameLimit: UInt32
  /// Name and version of the program, for people who read logs.
  public let agent: String
  public let extensions: Extensions

  public init(
    lowestMinor: UInt16, newestMinor: UInt16, features: [UInt16], frameLimit: UInt32,
    agent: String, extensions: Extensions = .none
  ) {
    self.lowestMinor = lowestMinor
    self.newestMinor = newestMinor
    self.features = features
    self.frameLimit = frameLimit
    self.agent = agent
    self.extensions = extensions
  }
}

/// The answer to HELLO. Frozen for all versions.
public struct Welcome: Hashable, Sendable {
  /// The highest minor version that both sides know.
  public let minor: UInt16
  public let features: [UInt16]
  public let frameLimit: UInt32
  public let requestsInFlight: UInt16
  public let keepaliveMilliseconds: UInt32
  /// The coordinator's time, in milliseconds since 1970.
  public let time: UInt64
  public let cluster: String
  /// The user and device for which the coordinator takes the peer, from its certificate.
  public let peer: Author
  public let incarnation: IncarnationID
  public let agent: String
  public let extensions: Extensions

  public init(
    minor: UInt16, features: [UInt16], frameLimit: UInt32, requestsInFlight: UInt16,
    keepaliveMilliseconds: UInt32, time: UInt64, cluster: String, peer: Author,
    incarnation: IncarnationID, agent: String, extensions: Extensions = .none
  ) {
    self.minor = minor
    self.features = features
    self.frameLimit = frameLimit
    self.requestsInFlight = requestsInFlight
    self.keepaliveMilliseconds = keepaliveMilliseconds
    self.time = time
    self.cluster = cluster
    self.peer = peer
    self.incarnation = incarnation
    self.agent = agent
    self.extensions = extensions
  }
}

extension Hello: MessageBody {
  public static let type = FrameType(rawValue: 0x0001)
  public static let layout = WireLayout(
    Hello.init, WireField(\.lowestMinor), WireField(\.newestMinor),
    WireField(\.features, maximum: Limits.features), WireField(\.frameLimit),
    WireField(title: \.agent), WireField(\.extensions))
}

extension Welcome: MessageBody {
  public static let type = FrameType(rawValue: 0x0002)
  public static let layout = WireLayout(
    Welcome.init, WireField(\.minor), WireField(\.features, maximum: Limits.features),
    WireField(\.frameLimit), WireField(\.requestsInFlight), WireField(\.keepaliveMilliseconds),
    WireField(\.time), WireField(title: \.cluster), WireField(\.peer), WireField(\.incarnation),
    WireField(title: \.agent), WireField(\.extensions))
}
