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
  public static let type = FrameType.hello

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    lowestMinor = try reader.uint16()
    newestMinor = try reader.uint16()
    features = try reader.features()
    frameLimit = try reader.uint32()
    agent = try reader.title()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint16(lowestMinor)
    writer.uint16(newestMinor)
    writer.list(features) { $0.uint16($1) }
    writer.uint32(frameLimit)
    writer.string(agent)
    writer.extensions(extensions)
  }
}

extension Welcome: MessageBody {
  public static let type = FrameType.welcome

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    minor = try reader.uint16()
    features = try reader.features()
    frameLimit = try reader.uint32()
    requestsInFlight = try reader.uint16()
    keepaliveMilliseconds = try reader.uint32()
    time = try reader.uint64()
    cluster = try reader.title()
    peer = try reader.author()
    incarnation = try reader.identifier()
    agent = try reader.title()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint16(minor)
    writer.list(features) { $0.uint16($1) }
    writer.uint32(frameLimit)
    writer.uint16(requestsInFlight)
    writer.uint32(keepaliveMilliseconds)
    writer.uint64(time)
    writer.string(cluster)
    writer.author(peer)
    writer.identifier(incarnation)
    writer.string(agent)
    writer.extensions(extensions)
  }
}

extension ByteReader {
  fileprivate mutating func features() throws(MalformedBytes) -> [UInt16] {
    let start = offset
    let features = try list(minimum: 2) { (reader) throws(MalformedBytes) in
      try reader.uint16()
    }
    guard features.count <= Limits.features else { throw MalformedBytes(.outOfRange, at: start) }
    return features
  }
}
