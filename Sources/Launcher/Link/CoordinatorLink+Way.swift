public import NIOCore
public import NIOPosix

// What links have in common, and how they end.
extension CoordinatorLink {
  public struct StreamFailure: Hashable, Sendable {
    public enum Concern: Hashable, Sendable {
      /// The network or the coordinator failed.
      case connection
      /// One side does not accept the other's certificate: dialing again is of no use.
      case identity
      /// This device's certificate has ended, and the coordinator does not renew it now. It may when it
      /// is dialed again.
      case renewal
      /// The files by which this user's own coordinator is found cannot be used.
      case files
    }

    public let reason: String
    public let concern: Concern
    /// How long the coordinator said that this lasts, in milliseconds; 0 where it did not.
    public let retryAfter: UInt32

    init(reason: String, concern: Concern, retryAfter: UInt32 = 0) {
      self.reason = reason
      self.concern = concern
      self.retryAfter = retryAfter
    }

    public var concernsIdentity: Bool { concern == .identity }
  }

  /// The settings that links have in common.
  public struct Way: Sendable {
    public let place: CoordinatorPlace
    /// This device's side of a connection, which is asked at each dial.
    public let access: DeviceAccess
    public let loop: any EventLoop
    /// The threads for calls that block, such as waiting for a coordinator to start.
    public let threads: NIOThreadPool

    public init(
      place: CoordinatorPlace, access: DeviceAccess, loop: any EventLoop, threads: NIOThreadPool
    ) {
      self.place = place
      self.access = access
      self.loop = loop
      self.threads = threads
    }

    /// Tells the files by which a coordinator is dialed from those that were there before. Reads their
    /// names.
    var stamp: Stamp { Stamp(identity: access.stamp, addresses: place.stamp) }

    struct Stamp: Hashable, Sendable {
      let identity: FileStamp
      let addresses: FileStamp
    }
  }
}
