import Glibc
public import Identity
import Synchronization
import TLS
public import Wire

/// The TLS settings with which this device comes to its coordinator. They are made anew when the
/// files of the identity have changed, so that every dial has the newest certificate.
public final class DeviceAccess: Sendable {
  private let folder: IdentityFolder
  /// The files of a user who has their own authority, which signs without a coordinator; nil for a
  /// device that asks its coordinator.
  private let own: BoardFolders?
  private let made = Mutex<Made?>(nil)

  private struct Made: Sendable {
    let stamp: FileStamp
    let context: TLSContext
    /// The end of the certificate, in seconds since 1970.
    let end: Int
  }

  init(_ folder: IdentityFolder, signsItself own: BoardFolders?) {
    self.folder = folder
    self.own = own
  }

  /// What a dial finds.
  enum Preparation: Sendable {
    case ready(TLSContext)
    /// The certificate has ended, and is renewed on a connection that may do nothing else.
    case late(HeldRenewal, TLSContext)
    /// Another process of the device renews it.
    case busy
  }

  /// Reads the files if they have changed. Blocks.
  /// - Parameters:
  ///   - isRefused: whether the coordinator took the certificate for ended: the two clocks differ.
  ///   - now: in seconds since 1970.
  /// - Throws: `IdentityError`; `TLSError` where the files cannot be used.
  func prepare(isRefused: Bool = false, now: Int = SystemClock.seconds) throws -> Preparation {
    if let own {
      return .ready(
        try context(of: folder.open(SystemNames(), besides: own.storeThatIsThere), now: now))
    }
    let stamp = FileStamp(folder)
    let known = made.withLock { $0 }
    if let known, known.stamp == stamp, now < known.end, !isRefused { return .ready(known.context) }
    do {
      let identity = try folder.load(now: now)
      guard isRefused, known?.stamp == stamp else {
        return .ready(try context(of: identity, now: now))
      }
    } catch let error as IdentityError where error.kind == .expired {
      // What says how long that may be ago is thrown where it is longer.
      _ = try folder.load(now: now, allowingExpired: true)
    }
    guard let held = try HeldRenewal(folder, now: now) else { return .busy }
    // Another process may have renewed until the lock was free.
    if FileStamp(folder) != stamp, let identity = try? folder.load(now: now) {
      return .ready(try context(of: identity, now: now))
    }
    return .late(
      held, try folder.load(now: now, allowingExpired: true).lateRenewalContext())
  }

  private func context(of identity: Identity, now: Int) throws -> TLSContext {
    let stamp = FileStamp(folder)
    if let known = made.withLock({ $0 }), known.stamp == stamp { return known.context }
    let context = try identity.windowContext()
    let end = folder.certificateLife()?.to ?? now
    made.withLock { $0 = Made(stamp: stamp, context: context, end: end) }
    return context
  }

  /// Tells the files of this device's identity from those that were there before.
  var stamp: FileStamp { FileStamp(folder) }

  /// Whether another process has renewed the certificate since a dial used it last. Then a coordinator
  /// may refuse the old one, and the next dial has the new one. Reads files.
  public var isSuperseded: Bool {
    made.withLock { $0 }.map { $0.stamp != FileStamp(folder) } ?? false
  }

  /// Whether the certificate is in the last third of its life and the coordinator is to renew it.
  /// Reads a file.
  public var isDue: Bool { own == nil && folder.isRenewalDue() }

  /// What is to be done for this device's certificate.
  public enum Look: Sendable {
    case notDue
    /// Another process of the device renews it.
    case busy
    case due(HeldRenewal)
  }

  /// Looks whether the certificate is to be renewed, and takes the lock if so. Blocks.
  /// - Throws: `IdentityError`.
  public func look(now: Int = SystemClock.seconds) throws -> Look {
    if let own {
      _ = try folder.open(SystemNames(), besides: own.storeThatIsThere)
      return .notDue
    }
    guard folder.isRenewalDue(now: now) else { return .notDue }
    guard let held = try HeldRenewal(folder, now: now) else { return .busy }
    // Another process may have renewed until the lock was free.
    return folder.isRenewalDue(now: now) ? .due(held) : .notDue
  }

  /// The end of this device's certificate, in milliseconds since 1970; nil where it cannot be read.
  public var end: UInt64? {
    folder.certificateLife().map { UInt64(clamping: $0.to) * 1_000 }
  }
}

/// The renewal of a certificate by this process, which holds the device's lock for it.
public struct HeldRenewal: Sendable {
  private let folder: IdentityFolder
  private let lock: RenewalLock
  /// A PKCS #10 signing request in DER. It is the same until the answer to it is installed.
  public let request: [UInt8]

  /// - Returns: nil where another process holds the lock.
  fileprivate init?(_ folder: IdentityFolder, now: Int) throws {
    guard let lock = try folder.tryLockRenewal() else { return nil }
    self.folder = folder
    self.lock = lock
    request = try folder.prepareKey()
  }

  /// Blocks. Throws `IdentityError`.
  public func install(_ answer: CertificateMessage) throws {
    try folder.install(certificate: answer.certificate, authority: answer.authority)
  }
}

/// Tells one state of a few files from another: they are only ever replaced as a whole.
struct FileStamp: Hashable, Sendable {
  private let marks: [Mark]

  private struct Mark: Hashable, Sendable {
    let node: UInt64
    let seconds: Int
    let nanoseconds: Int
    let size: Int
  }

  init(_ folder: IdentityFolder) {
    self.init(["user.pem", "user.key", "authority.pem"].map { folder.path + "/" + $0 })
  }

  init(_ paths: [String]) {
    marks = paths.map { path in
      var status = stat()
      guard stat(path, &status) == 0 else {
        return Mark(node: 0, seconds: 0, nanoseconds: 0, size: 0)
      }
      return Mark(
        node: UInt64(status.st_ino), seconds: Int(status.st_mtim.tv_sec),
        nanoseconds: Int(status.st_mtim.tv_nsec), size: Int(status.st_size))
    }
  }
}
