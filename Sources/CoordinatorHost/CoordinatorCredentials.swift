import Identity
import NIOCore
import Synchronization
import TLS

/// The coordinator's certificate and the authority that signs for it, as they are in its folder now:
/// a certificate is renewed while the coordinator runs, and an administrator may renew the authority's.
final class CoordinatorCredentials: Sendable {
  /// How often it is looked whether the certificate is due. It is good for a month after that.
  static let interval = TimeAmount.hours(1)

  private struct Current: Sendable {
    var credentials: TLSCredentials
    var context: TLSContext
    var authority: Authority?
  }

  private let identity: Identity
  private let folder: IdentityFolder?
  private let current: Mutex<Current>

  /// - Parameter folder: where the identity is; nil where nothing is renewed.
  /// - Throws: `IdentityError` of kind `windowOnly` where there is no coordinator's certificate.
  init(_ identity: Identity, _ folder: IdentityFolder?) throws {
    self.identity = identity
    self.folder = folder
    let context = try identity.coordinatorContext()
    let credentials = identity.coordinator ?? identity.credentials
    current = Mutex(
      Current(credentials: credentials, context: context, authority: identity.authority))
  }

  /// The TLS settings for the next newcomer.
  var context: TLSContext { current.withLock { $0.context } }

  /// What signs devices; nil where its key is elsewhere.
  var authority: Authority? { current.withLock { $0.authority } }

  /// The folder in which the authority's key is missing; nil where it is there, or nothing is renewed.
  var folderWithoutAuthority: String? { authority == nil ? folder?.path : nil }

  /// How long before its end an authority is one to be renewed, in seconds: a year.
  static let authorityNotice = 365 * 86_400

  /// When the authority ends, in seconds since 1970, where that is soon.
  /// - Parameter now: in seconds since 1970.
  func endOfAuthority(now: Int = SystemClock.seconds) -> Int? {
    authority.map(\.validity.to).flatMap { $0 - now < Self.authorityNotice ? $0 : nil }
  }

  /// Renews what is due, and takes what others renewed. It reads files.
  ///
  /// - Returns: whether something is another than before.
  /// - Throws: `IdentityError`; what was there before is used on.
  func refresh() throws -> Bool {
    guard let folder else { return false }
    let before = current.withLock { $0 }
    let renewed = try folder.renewCoordinator(unlike: before.credentials)
    let authority = try folder.load(allowingExpired: true).authority
    guard renewed != nil || authority?.certificate != before.authority?.certificate else {
      return false
    }
    let credentials = renewed ?? before.credentials
    let context = try identity.coordinatorContext(credentials)
    current.withLock {
      $0 = Current(credentials: credentials, context: context, authority: authority)
    }
    return true
  }
}
