import COpenSSL
import Glibc

/// The reason why an identity cannot be made, read or used: what happened, to which file, and what
/// to do.
public struct IdentityError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Kind: Equatable, Sendable {
    /// A text that is not a valid name part or URI of a peer.
    case malformedName
    case missing
    /// A private key is readable, or the folder writable, by others than its owner; or a file or the
    /// folder belongs to another user, or a file is a symbolic link.
    case permissions
    case expired
    /// A certificate and its private key do not belong together.
    case keyMismatch
    /// The authority in the folder has not signed a certificate beside it.
    case foreignCertificate
    /// A file does not hold what its name says.
    case malformedFile
    /// A signing request that the authority does not sign.
    case malformedRequest
    /// A text that is no invitation.
    case malformedInvitation
    /// An identity, or a part of one, is in the folder already and would be overwritten.
    case occupied
    /// The folder serves windows only: it holds no coordinator or no authority.
    case windowOnly
    /// A system call failed.
    case system
    /// A call of OpenSSL failed.
    case cryptography
  }

  public let kind: Kind
  public let description: String

  init(kind: Kind, detail: String) {
    self.kind = kind
    description = detail
  }

  /// The failure of the system call `action` on `path`, with its `errno`.
  static func system(_ action: String, _ path: String, _ code: CInt = errno) -> IdentityError {
    let advice =
      code == EACCES ? "; if it is another user's, run this as that user (sudo -u USER)" : ""
    return IdentityError(
      kind: .system, detail: "cannot \(action) \(path): \(String(cString: strerror(code)))\(advice)"
    )
  }

  /// The failure to make or read `what`, with the last entry of OpenSSL's error queue.
  static func openSSL(_ what: String, kind: Kind = .cryptography) -> IdentityError {
    let code = ERR_peek_last_error()
    let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given"
    ERR_clear_error()
    return IdentityError(kind: kind, detail: "\(what) cannot be used: \(reason)")
  }
}
